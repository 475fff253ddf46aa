/** Text that is HTML already. Everything else that goes into a template is escaped. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

/**
 * A piece of HTML. What is interpolated is text, so nothing from data can become a tag or an
 * attribute; only other pieces go in as they are. Null, undefined and false leave nothing.
 */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return {
    markup: texts.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''),
  };
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return (part as readonly Part[]).map(render).join('');
  if (typeof part === 'object') return (part as Markup).markup;
  return escapeText(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in an element or a quoted attribute. Control characters, which HTML does not allow, become a visible mark. */
export function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
}

/** Data as it may stand in a `<script type="application/json">`: no text in it can end the element. */
export function jsonMarkup(value: unknown): Markup {
  return { markup: escapedJson(value) };
}

/** JSON without any character that means something to HTML. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
