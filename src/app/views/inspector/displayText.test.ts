import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayParts } from './displayText';

const shown = (text: string, showInvisible = false) =>
  displayParts(text, showInvisible)
    .map((part) => part.text)
    .join('');

describe('text on screen', () => {
  it('is the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
        expect(displayParts(text, false)).toEqual(text === '' ? [] : [{ text, sign: null }]);
      }),
      { seed: 7 },
    );
  });

  it('shows half a surrogate pair as what it is, and a whole one as its character', () => {
    expect(displayParts('a\ud83db 🙂', false)).toEqual([
      { text: 'a', sign: null },
      { text: '⟦D83D⟧', sign: 'half a surrogate pair, D83D' },
      { text: 'b 🙂', sign: null },
    ]);
    expect(shown('\ude42')).toBe('⟦DE42⟧');
  });

  it('shows invisible characters only on request', () => {
    expect(shown('a b\u200bc\u202e')).toBe('a b\u200bc\u202e');
    expect(shown('a b\tc\r\n', true)).toBe('a·\u200bb→\tc␍↵\n');
    expect(shown('a\u00a0b\u200bc\u200fd\ufeffe\u0007f\u00ad', true)).toBe(
      'a⍽b⟦ZWSP⟧c⟦RLM⟧d⟦BOM⟧e⟦0007⟧f⟦SHY⟧',
    );
  });

  it('leaves an emoji of several characters whole, and shows a joiner elsewhere', () => {
    expect(shown('👩🏽‍🚒 ❤️‍🔥', true)).toBe('👩🏽‍🚒·\u200b❤️‍🔥');
    expect(shown('a\u200db', true)).toBe('a⟦ZWJ⟧b');
  });
});
