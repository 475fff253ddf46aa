import { describe, expect, it } from 'vitest';
import { markedText } from './markedText';

const focus = 'The key has to be changed.';

describe('a text in parts', () => {
  const text = `Rain fell. I asked the choir. ${focus} It is too high. Rain fell. A goat ran by.`;
  const parts = markedText(text, focus, [
    { sentence: 'Rain fell.', position: 4 },
    { sentence: 'A goat ran by.', position: 5 },
  ]);

  it('puts together the text it was made from', () => {
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('takes noise at its recorded place, not at its first occurrence', () => {
    expect(parts.map(({ kind, text: part }) => [kind, part])).toEqual([
      ['plain', 'Rain fell. I asked the choir. '],
      ['focus', focus],
      ['plain', ' It is too high. '],
      ['noise', 'Rain fell.'],
      ['plain', ' '],
      ['noise', 'A goat ran by.'],
    ]);
  });

  it('finds noise by its words where the recorded place holds another sentence', () => {
    expect(markedText('One. Two.', 'One.', [{ sentence: 'Two.', position: 9 }])).toEqual([
      { kind: 'focus', text: 'One.' },
      { kind: 'plain', text: ' ' },
      { kind: 'noise', text: 'Two.' },
    ]);
  });

  it('leaves a text without either as it is, and an empty one empty', () => {
    expect(markedText('Plain.', focus, [{ sentence: 'Gone.', position: 0 }])).toEqual([
      { kind: 'plain', text: 'Plain.' },
    ]);
    expect(markedText('', focus, [])).toEqual([]);
  });
});
