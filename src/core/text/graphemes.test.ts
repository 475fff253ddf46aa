import fc from 'fast-check';
import { collectGraphemes, countGraphemes } from 'unicode-segmenter/grapheme';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import {
  graphemeAtOrAfter,
  graphemeAtOrBefore,
  graphemeBoundaries,
  isGraphemeBoundary,
  nextGraphemeBoundary,
} from './graphemes';

function slowBoundaries(text: string): number[] {
  let at = 0;
  return [0, ...collectGraphemes(text).map((grapheme) => (at += grapheme.length))];
}

function walk(text: string): number[] {
  const edges = [0];
  while (edges.at(-1)! < text.length) edges.push(nextGraphemeBoundary(text, edges.at(-1)!));
  return edges;
}

function expectSame(text: string): void {
  const slow = slowBoundaries(text);
  expect(Array.from(graphemeBoundaries(text))).toEqual(slow);
  expect(walk(text)).toEqual(slow);
  for (let offset = 0; offset <= text.length; offset += 1) {
    const before = slow.findLast((edge) => edge <= offset)!;
    expect(graphemeAtOrBefore(text, offset)).toBe(before);
    expect(graphemeAtOrAfter(text, offset)).toBe(slow.find((edge) => edge >= offset));
    expect(isGraphemeBoundary(text, offset)).toBe(before === offset);
  }
}

describe('grapheme boundaries', () => {
  it.each(namedNastyTexts)('are those of the package in %s', (_, text) => expectSame(text));

  it('are those of the package in random text', () => {
    fc.assert(fc.property(nastyText(30), expectSame), { seed: 3, numRuns: 300 });
  });

  it('are those of the package between every code point and each kind of neighbour', () => {
    const neighbours = [
      'a',
      '\r',
      '\n',
      '汉',
      '\u0301',
      '\u200d',
      '🙂',
      '🙂\u200d',
      '🇩',
      '\u1100',
      '가',
      '\u0600',
      'क\u094d',
      '\u{110bd}',
      'ไ',
      '\ud83d',
    ];
    const differ: string[] = [];
    for (let point = 0; point < 0x20000; point += 1) {
      const character = String.fromCodePoint(point);
      for (const neighbour of neighbours) {
        const [pair, reverse] = [neighbour + character, character + neighbour];
        if (graphemeBoundaries(pair).length - 1 !== countGraphemes(pair)) differ.push(pair);
        if (graphemeBoundaries(reverse).length - 1 !== countGraphemes(reverse)) differ.push(reverse);
      }
    }
    expect(differ).toEqual([]);
  });

  it('are found in part of a text, with both ends counted', () => {
    expect(Array.from(graphemeBoundaries('ab👋🏻cd', 1, 7))).toEqual([1, 2, 6, 7]);
    expect(Array.from(graphemeBoundaries('abc', 2, 2))).toEqual([2]);
  });

  it('need linear time along emoji and along one endless cluster', () => {
    const emoji = '🙂'.repeat(24_000);
    let edge = 0;
    for (let offset = 0; offset < emoji.length; offset += 7) edge = graphemeAtOrAfter(emoji, offset, edge);
    expect(edge).toBeGreaterThan(47_990);
    expect(nextGraphemeBoundary('a' + '\u0301'.repeat(100_000) + 'b', 0)).toBe(100_001);
  });
});
