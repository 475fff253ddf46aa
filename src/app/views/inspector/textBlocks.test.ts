import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGraphemeBoundary } from '../../../core/text/graphemes';
import { blockAt, estimatedLines, scaleBlocks, textBlocks } from './textBlocks';

const piece = fc.constantFrom(
  'word ',
  'longer-word-without-space',
  '\n',
  '\r\n',
  '\n\n',
  '汉字',
  '👩🏽‍🚒',
  'أ',
  ' ',
  'x'.repeat(300),
);
const anyText = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''));

describe('blocks of a text', () => {
  it('cover it exactly, in order, none too long, and cut no character in two', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const blocks = textBlocks(text);
        expect(blocks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end } of blocks) {
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(2_000);
          expect(isGraphemeBoundary(text, end)).toBe(true);
        }
      }),
      { seed: 6 },
    );
  });

  it('gather short lines, and end where a line ends', () => {
    const text = `${'a'.repeat(300)}\n${'b'.repeat(300)}\n${'c'.repeat(300)}\n\n${'d'.repeat(10)}`;
    expect(textBlocks(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      text.slice(0, 904),
      'd'.repeat(10),
    ]);
  });

  it('cut an endless line at white space', () => {
    const text = 'word '.repeat(2_000);
    const blocks = textBlocks(text);
    expect(blocks.length).toBeGreaterThan(4);
    for (const { end } of blocks) expect(end % 5).toBe(0);
  });

  it('cut a line without white space between characters, in linear time', () => {
    const text = '👩🏽‍🚒'.repeat(20_000);
    const blocks = textBlocks(text);
    for (const { start } of blocks) expect(start % '👩🏽‍🚒'.length).toBe(0);
    expect(blocks.at(-1)!.end).toBe(text.length);
  });

  it('of a stretch lie within it', () => {
    const text = 'one\ntwo\nthree';
    expect(textBlocks(text, 2, 9)).toEqual([{ start: 2, end: 9 }]);
    expect(textBlocks('', 0, 0)).toEqual([]);
  });

  it('to scale are equal but for the last', () => {
    expect(scaleBlocks(4, 0, 10)).toEqual([
      { start: 0, end: 4 },
      { start: 4, end: 8 },
      { start: 8, end: 10 },
    ]);
  });

  it('are found by an offset, the last one also at the end of the text', () => {
    const blocks = scaleBlocks(4, 0, 10);
    expect([0, 3, 4, 9, 10].map((offset) => blockAt(blocks, offset))).toEqual([0, 0, 1, 2, 2]);
  });

  it('are guessed to be as high as their lines, wide characters counting twice', () => {
    const of = (text: string) => estimatedLines(text, { start: 0, end: text.length }, 10);
    expect([
      of('a'.repeat(10)),
      of('a'.repeat(11)),
      of('a\nb'),
      of('a\n\n'),
      of('汉'.repeat(10)),
      of(''),
    ]).toEqual([1, 2, 2, 2, 2, 0]);
  });
});
