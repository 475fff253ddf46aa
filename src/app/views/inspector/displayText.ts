/** A piece of text as it is shown: as it stands, or a sign for something that has no look of its own. */
export interface DisplayPart {
  text: string;
  /** What the sign stands for, in words; null for text as it stands. */
  sign: string | null;
}

/** Half a surrogate pair: no browser draws it as what it is, so it always gets a sign. */
const loneSurrogate = /\p{Surrogate}/gu;

/** Signs of white space; a zero-width space after one lets lines break there as before. */
const whiteSpaceSigns: Record<string, string> = {
  ' ': '·\u200b',
  '\t': '→\t',
  '\n': '↵\n',
  '\r': '␍',
  '\u00a0': '⍽',
  '\u3000': '□\u200b',
  '\u2028': '⇣\n',
  '\u2029': '¶\n',
};

const names: Record<string, string> = {
  '\u00ad': 'SHY',
  '\u061c': 'ALM',
  '\u180e': 'MVS',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
  '\ufffc': 'OBJ',
};

// A joiner between two emoji is part of their look; everything else without a look gets a sign.
const hidden =
  /\p{Surrogate}|[ \t\n\r\u00a0\u3000\u2028\u2029]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u2000-\u200c\u200e\u200f\u202a-\u202f\u205f-\u206f\ufeff\ufffc]|(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d/gu;

/**
 * A text as it is shown. Lone surrogates always have a sign; with `showInvisible` so do
 * control characters, zero-width ones and direction marks, and white space is replaced
 * within the text. A sign may be longer than what it stands for: offsets are those of the
 * source, never of the display.
 */
export function displayParts(text: string, showInvisible: boolean): DisplayPart[] {
  const parts: DisplayPart[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') parts.push({ text: plain, sign: null });
    plain = '';
  };
  let from = 0;
  for (const { index, 0: character } of text.matchAll(showInvisible ? hidden : loneSurrogate)) {
    plain += text.slice(from, index);
    from = index + character.length;
    const visible = whiteSpaceSigns[character];
    if (visible !== undefined) {
      plain += visible;
      continue;
    }
    flush();
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const name = names[character] ?? code;
    parts.push({
      text: `⟦${name}⟧`,
      sign: code >= 'D800' && code < 'E000' ? `half a surrogate pair, ${code}` : `U+${code}`,
    });
  }
  plain += text.slice(from);
  flush();
  return parts;
}
