import { describe, expect, it } from 'vitest';
import type { AskedRow } from '../../../data/ask';
import { drawExpansion } from '../../neighbors/expansionDrawing';
import { askedExpansion, goldRank, holdingOf, inItsText } from './askModel';

const at = (document: number, start: number, end: number) => ({ document, start, end });
const context = (document: number, start: number, end: number, score = 1) => ({
  ...at(document, start, end),
  tokens: end - start,
  score,
  chunk: null,
});

describe('what a context holds of the gold', () => {
  const gold = [at(0, 10, 20), at(1, 5, 6)];

  it('is the whole of a span, a part of one, or nothing of those in its document', () => {
    expect(holdingOf(at(0, 10, 20), gold)).toBe('whole');
    expect(holdingOf(at(0, 0, 15), gold)).toBe('part');
    expect(holdingOf(at(0, 20, 30), gold)).toBe(null);
    expect(holdingOf(at(1, 10, 20), gold)).toBe(null);
    expect(holdingOf(at(0, 0, 30), [])).toBe(null);
  });

  it('counts from rank 1, and is 0 where no context holds a span whole', () => {
    expect(goldRank([context(0, 0, 15), context(1, 0, 9)], gold)).toBe(2);
    expect(goldRank([context(0, 0, 15)], gold)).toBe(0);
    expect(goldRank([], gold)).toBe(0);
  });
});

describe('a context in its text', () => {
  it('has what stands before and after it, and no half characters', () => {
    const text = `${'🐕'.repeat(60)}inside${'🐈'.repeat(60)}`;
    const { before, inside, after, from } = inItsText(text, { start: 120, end: 126 });
    expect(inside).toBe('inside');
    expect(before + inside + after).toBe(text.slice(from, from + before.length + 6 + after.length));
    expect([before, after].join('')).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
    expect([before.length, after.length]).toEqual([90, 90]);
    expect(inItsText(`x${text}`, { start: 121, end: 127 })).toMatchObject({ from: 31 });
  });

  it('begins and ends with the document', () => {
    expect(inItsText('all of it', { start: 0, end: 9 })).toEqual({
      before: '',
      inside: 'all of it',
      after: '',
      left: 0,
      from: 0,
    });
  });
});

it('of a context of megabytes shows the beginning, and counts the rest', () => {
  const text = 'word '.repeat(400_000);
  const shown = inItsText(text, { start: 0, end: text.length });
  expect([shown.inside.length + shown.left, shown.after]).toEqual([text.length, '']);
  expect(shown.inside.length).toBeLessThan(5_000);
});

describe('the neighbors of what was asked for', () => {
  const row: AskedRow = {
    strategy: 'fixed_size',
    label: 'Fixed size',
    chunks: 6,
    contexts: [context(1, 10, 20, 3), context(1, 30, 40, 2)],
    around: [
      {
        document: 1,
        first: 2,
        starts: Int32Array.of(0, 10, 20, 30),
        ends: Int32Array.of(10, 20, 30, 40),
        tokens: Int32Array.of(4, 5, 6, 7),
      },
    ],
  };
  const documents = [{ text: 'short' }, { text: 'x'.repeat(40) }];

  it('are those of the first k hits, each chunk handed over once, with the tokens that they add', () => {
    const input = askedExpansion(row, 2, documents, []);
    const alone = drawExpansion(input, { neighborPrev: 0, neighborNext: 0 });
    expect([alone.tokens, alone.hitTokens]).toEqual([12, 12]);
    const wide = drawExpansion(input, { neighborPrev: 1, neighborNext: 1 });
    expect(wide.tree.map(({ chunks }) => chunks.map(({ chunkIndex }) => chunkIndex))).toEqual([
      [0, 1, 2],
      [2, 3],
    ]);
    expect(wide.strips.map(({ chunks }) => chunks.map(({ number }) => number))).toEqual([[2, 3, 4, 5]]);
    expect([wide.tokens, wide.hitTokens]).toEqual([22, 12]);
    expect(
      drawExpansion(askedExpansion(row, 1, documents, []), { neighborPrev: 0, neighborNext: 0 }).tree,
    ).toHaveLength(1);
  });

  it('say where the gold lies: whole in one chunk, or cut by a boundary', () => {
    const answers = (start: number, end: number) =>
      drawExpansion(askedExpansion(row, 1, documents, [at(1, start, end)]), {
        neighborPrev: 1,
        neighborNext: 1,
      }).tree[0]!.chunks.map(({ answer }) => answer);
    expect(answers(12, 15)).toEqual([null, 'whole', null]);
    expect(answers(18, 23)).toEqual([null, 'part', 'part']);
    expect(answers(35, 40)).toEqual([null, null, null]);
  });
});
