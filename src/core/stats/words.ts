import { count } from './format';

/** Items as a sentence lists them: `a`, `a and b`, `a, b and c`. */
export function andList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** The word for many of a thing: `questions`, `stretches`, `families`. */
export const pluralOf = (singular: string): string =>
  /(s|x|ch|sh)$/.test(singular)
    ? `${singular}es`
    : /[^aeiou]y$/.test(singular)
      ? `${singular.slice(0, -1)}ies`
      : `${singular}s`;

/** How many of a thing: `1 question`, `12,960 rankings`. */
export function counted(n: number, singular: string, plural = pluralOf(singular)): string {
  return `${count(n)} ${n === 1 ? singular : plural}`;
}
