import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { isGraphemeBoundary } from './graphemes';
import { splitPromptChunks } from './promptChunks';
import { codePointLength } from './sizes';
import { isBlank } from './spans';
import { collapseWhitespace } from './whitespace';

const words = (count: number, first = 1) =>
  Array.from({ length: count }, (_, i) => `word${first + i}`).join(' ');
const wordCounts = (text: string) => splitPromptChunks(text).map((part) => part.text.split(' ').length);

function expectParts(text: string): void {
  const parts = splitPromptChunks(text);
  expect(parts.length).toBeLessThanOrEqual(8);
  expect(parts.length === 0).toBe(isBlank(text));
  let last = 0;
  parts.forEach((part, index) => {
    expect(part.text).toBe(collapseWhitespace(text.slice(part.start, part.end)));
    expect(isBlank(text, last, part.start)).toBe(true);
    expect(part.end).toBeGreaterThan(part.start);
    expect(isGraphemeBoundary(text, part.start) && isGraphemeBoundary(text, part.end)).toBe(true);
    if (index > 0) expect(codePointLength(part.text)).toBeGreaterThanOrEqual(24);
    last = part.end;
  });
  expect(isBlank(text, last)).toBe(true);
}

describe('splitPromptChunks', () => {
  it.each([
    [60, [60]],
    [61, [40, 21]],
    [81, [40, 41]],
    [400, [80, 80, 40, 40, 40, 40, 40, 40]],
  ])('cuts one sentence of %i words into parts of %j', (count, expected) =>
    expect(wordCounts(words(count))).toEqual(expected),
  );

  it('joins 20 sentences into eight runs, larger ones first', () => {
    const text = Array.from({ length: 20 }, (_, i) => `Sentence number ${i + 10} is long enough.`).join(' ');
    expect(splitPromptChunks(text).map((part) => part.text.split('.').length - 1)).toEqual([
      3, 3, 3, 3, 2, 2, 2, 2,
    ]);
  });

  it('gives no parts for empty and blank text', () => {
    expect(splitPromptChunks('')).toEqual([]);
    expect(splitPromptChunks(' \r\n\u00a0\ufeff')).toEqual([]);
  });

  it('joins a short piece to the one before it, and leaves a short first piece alone', () => {
    const long = 'How long do trial exports stay?';
    expect(splitPromptChunks(`Hi. ${long} Yes. Or no.`).map((part) => part.text)).toEqual([
      'Hi.',
      `${long} Yes. Or no.`,
    ]);
    expect(splitPromptChunks('Hi. '.repeat(6))).toEqual([
      { text: 'Hi. Hi. Hi. Hi. Hi. Hi.', start: 0, end: 23 },
    ]);
    expect(splitPromptChunks('Hi. Ok.').map((part) => part.text)).toEqual(['Hi. Ok.']);
  });

  it('counts length in code points, after white space is collapsed', () => {
    const first = 'The first piece is long enough.';
    expect(splitPromptChunks(`${first}\n${'🙂'.repeat(23)}`)).toHaveLength(1);
    expect(splitPromptChunks(`${first}\n${'🙂'.repeat(24)}`)).toHaveLength(2);
    expect(splitPromptChunks(`${first}\nshort${' '.repeat(40)}piece`)).toHaveLength(1);
  });

  it('collapses inner white space and keeps the span', () => {
    const text = '  Please\r\n tell  me\u00a0now, twice  ';
    expect(splitPromptChunks(text)).toEqual([
      { text: 'Please tell me now, twice', start: 2, end: text.length - 2 },
    ]);
  });

  it('windows scripts without spaces, one word a code point', () => {
    expect(splitPromptChunks('汉'.repeat(60)).map((part) => part.text.length)).toEqual([60]);
    expect(splitPromptChunks('汉'.repeat(61)).map((part) => part.text.length)).toEqual([40 + 21]);
    expect(splitPromptChunks('汉'.repeat(64)).map((part) => part.text.length)).toEqual([40, 24]);
    expect(splitPromptChunks('𠮷'.repeat(80)).map((part) => codePointLength(part.text))).toEqual([40, 40]);
    expect(splitPromptChunks('ひらカナ'.repeat(20)).map((part) => part.text.length)).toEqual([40, 40]);
    expect(splitPromptChunks('汉字，'.repeat(40)).map((part) => part.text.length)).toEqual([60, 60]);
    for (const letter of ['ก', 'ກ', 'ក'])
      expect(splitPromptChunks(letter.repeat(80)).map((part) => part.text.length)).toEqual([40, 40]);
    expect(splitPromptChunks('버튼을 '.repeat(60))).toHaveLength(1);
  });

  it('mixes both kinds of word', () => {
    // 30 × (one Latin word, two Han words) = 90 words.
    expect(splitPromptChunks('export汉字'.repeat(30)).map((part) => part.text.slice(0, 7))).toEqual([
      'export汉',
      '汉字expor',
      '字export',
    ]);
  });

  it('moves a window edge out of a grapheme', () => {
    // Each grapheme is a consonant with two marks, all three of them Thai: words 40 and 41 lie in one grapheme.
    const grapheme = 'กี่';
    const parts = splitPromptChunks(grapheme.repeat(40));
    expect(parts.map((part) => part.text.length)).toEqual([42, 39, 39]);
  });

  it.each(namedNastyTexts)('covers all and cuts no cluster in %s', (_, text) => expectParts(text));

  it('covers all and cuts no cluster in random text', () => {
    fc.assert(fc.property(nastyText(200), expectParts), { seed: 22, numRuns: 300 });
  });

  it('needs linear time', () => {
    expect(splitPromptChunks('汉'.repeat(48_000))).toHaveLength(8);
    expect(splitPromptChunks('x'.repeat(50_000))).toHaveLength(1);
    expect(splitPromptChunks('a '.repeat(50_000))).toHaveLength(8);
    expect(splitPromptChunks('น้ำ'.repeat(16_000))).toHaveLength(8);
    expect(splitPromptChunks('🙂'.repeat(24_000) + '汉'.repeat(110))).toHaveLength(3);
    expect(splitPromptChunks('ก' + 'ี'.repeat(48_000))).toHaveLength(1);
  });

  it('takes other sizes and refuses impossible ones', () => {
    expect(
      splitPromptChunks(words(9), { maxWords: 4, windowWords: 3, minCharacters: 1, maxParts: 2 }).map(
        (part) => part.text,
      ),
    ).toEqual([words(6), words(3, 7)]);
    for (const option of ['maxWords', 'windowWords', 'minCharacters', 'maxParts'])
      expect(() => splitPromptChunks('a', { [option]: 0 })).toThrow(`${option} must be`);
  });
});
