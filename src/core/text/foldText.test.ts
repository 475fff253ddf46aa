import { describe, expect, it } from 'vitest';
import { findFolded, foldedText } from './foldText';

const found = (source: string, wanted: string): string[] =>
  findFolded(source, wanted).map(({ start, end }) => source.slice(start, end));

describe('a text found as it looks', () => {
  it.each([
    ['letters apart from their accents', 'Das Cafe\u0301 in Zu\u0308rich', 'Café', 'Cafe\u0301'],
    ['letters with their accents', 'Das Café', 'Cafe\u0301', 'Café'],
    ['marks in another order', 'x a\u0323\u0302 y', 'a\u0302\u0323', 'a\u0323\u0302'],
    ['Vietnamese', 'ở Việt Nam hôm nay'.normalize('NFD'), 'Việt Nam', 'Việt Nam'.normalize('NFD')],
    ['Korean taken apart', '저는 서울에 삽니다'.normalize('NFD'), '서울에', '서울에'.normalize('NFD')],
    ['kana with a mark of its own', 'これはか\u3099くせい', 'がくせい', 'か\u3099くせい'],
    ['a ligature', 'The of\uFB01ce is \uFB02at', 'office', 'of\uFB01ce'],
    ['a ligature in front', 'a \uFB01ne day', 'fine', '\uFB01ne'],
    ['letters that a ligature holds', 'the o\uFB03ce', 'office', 'o\uFB03ce'],
    ['wide forms', 'ＡＢＣ１２３', 'abc123', 'ＡＢＣ１２３'],
    ['spaces that do not break', 'seven\u00A0\u202Fdays', 'seven days', 'seven\u00A0\u202Fdays'],
    ['zero width spaces', 'sev\u200Ben \u200B days\u2060.', 'seven days', 'sev\u200Ben \u200B days'],
    ['soft hyphens', 'reim\u00ADburse\u00ADment form', 'reimbursement', 'reim\u00ADburse\u00ADment'],
    [
      'a soft hyphen at the end of a line',
      'reim\u00AD\n  bursement',
      'reimbursement',
      'reim\u00AD\n  bursement',
    ],
    ['a byte order mark within', 'one\uFEFFtwo', 'onetwo', 'one\uFEFFtwo'],
    ['marks of direction', 'price \u200E10\u200F EUR', 'price 10 eur', 'price \u200E10\u200F EUR'],
    ['a NUL', 'ten\0 days', 'ten days', 'ten\0 days'],
    ['quotes', 'It’s “here”', `it's "here"`, 'It’s “here”'],
    ['dashes', 'pages 3–7', 'pages 3-7', 'pages 3–7'],
    ['a letter that grows', 'İrfan said yes', 'said', 'said'],
    ['the end of a Greek word', 'Ο ΔΡΟΜΟΣ', 'δρόμος'.normalize('NFD').replace('\u0301', ''), 'ΔΡΟΜΟΣ'],
    ['beyond the first plane', '🙂 𝒜bc 🙂', 'abc', '𝒜bc'],
  ])('%s', (_, source, wanted, expected) => {
    expect(found(`${source}`, wanted)).toEqual([expected]);
    expect(found(`—\u0301 ${source}, ${source}`, wanted)).toEqual([expected, expected]);
  });

  it('stands at whole characters only', () => {
    expect(found('café', 'cafe')).toEqual([]);
    expect(found('cafe\u0301 cafe', 'cafe')).toEqual(['cafe']);
    expect(found('\uFB01x', 'ix')).toEqual([]);
    expect(found('aaaa', 'aa')).toEqual(['aa', 'aa']);
  });

  it('finds nothing of nothing', () => {
    expect(found('abc', '\u200B ')).toEqual([]);
    expect(found('', 'a')).toEqual([]);
    expect(foldedText(' \n a \u00A0 b\n')).toBe('a b');
  });

  it('reads half a million characters of every kind', () => {
    for (const unit of ['word ', '\u00E9', 'e\u0301', '\u200B', '漢', '🙂', 'क्षि'])
      expect(findFolded(unit.repeat(500_000 / unit.length), 'nowhere').length).toBe(0);
  });
});
