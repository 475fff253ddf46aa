import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { adjacentRuns, expandNeighbors } from '../../core/retrieval/neighbors';
import { answerOrigins, handedOverTokens, smallestWidths } from './expansion';
import type { NumberedRun } from '../../core/retrieval/neighbors';

/** Document 0: chunks 0–5; document 1: chunks 6–8. */
const offsets = [0, 6, 9];
const documentOf = (chunk: number): number => (chunk < 6 ? 0 : 1);
const found = (...hits: number[]) => ({ hits, documentOf });
const width = (neighborPrev: number, neighborNext: number) => ({ neighborPrev, neighborNext });

describe('what brought an answer', () => {
  it('is the hit itself, or a neighbor of one', () => {
    expect(answerOrigins(found(4, 2), [[2, 2]], width(0, 0))).toEqual([{ rank: 2, distance: 0 }]);
    expect(answerOrigins(found(7, 2), [[3, 3]], width(0, 1))).toEqual([{ rank: 2, distance: 1 }]);
    expect(answerOrigins(found(7, 2), [[3, 3]], width(1, 0))).toBeNull();
  });

  it('is named by its own hit where a chunk is hit and neighbor', () => {
    expect(answerOrigins(found(2, 3), [[3, 3]], width(1, 1))).toEqual([{ rank: 2, distance: 0 }]);
  });

  it('may be two hits side by side, with no neighbor at all', () => {
    expect(answerOrigins(found(3, 7, 2), [[2, 3]], width(0, 0))).toEqual([
      { rank: 3, distance: 0 },
      { rank: 1, distance: 0 },
    ]);
  });

  it('may lie across a hit and its neighbor, or the neighbors of two hits', () => {
    expect(answerOrigins(found(1), [[1, 2]], width(1, 1))).toEqual([
      { rank: 1, distance: 0 },
      { rank: 1, distance: 1 },
    ]);
    expect(answerOrigins(found(0, 3), [[1, 2]], width(1, 1))).toEqual([
      { rank: 1, distance: 1 },
      { rank: 2, distance: -1 },
    ]);
  });

  it('is never taken from the next document, at either edge', () => {
    expect(answerOrigins(found(5), [[6, 6]], width(3, 3))).toBeNull();
    expect(answerOrigins(found(6), [[5, 5]], width(3, 3))).toBeNull();
    expect(answerOrigins(found(0, 8), [[0, 0]], width(3, 3))).toEqual([{ rank: 1, distance: 0 }]);
  });

  it('is told by the run that needs the fewest neighbors, then by the better hit', () => {
    expect(
      answerOrigins(
        found(7, 2),
        [
          [4, 4],
          [6, 6],
        ],
        width(2, 2),
      ),
    ).toEqual([{ rank: 1, distance: -1 }]);
    expect(
      answerOrigins(
        found(7, 2),
        [
          [1, 1],
          [6, 6],
        ],
        width(2, 2),
      ),
    ).toEqual([{ rank: 1, distance: -1 }]);
  });

  it('needs hits and a run', () => {
    expect(answerOrigins(found(), [[1, 1]], width(5, 5))).toBeNull();
    expect(answerOrigins(found(1), [], width(5, 5))).toBeNull();
  });
});

describe('the smallest width', () => {
  it('counts to the farthest chunk of the nearest run', () => {
    expect(smallestWidths(found(0), [[2, 3]])).toEqual({ both: 3, prev: null, next: 3 });
    expect(smallestWidths(found(5, 1), [[3, 3]])).toEqual({ both: 2, prev: 2, next: 2 });
    expect(smallestWidths(found(0, 3), [[1, 2]])).toEqual({ both: 1, prev: 2, next: 2 });
    expect(smallestWidths(found(2, 3), [[2, 3]])).toEqual({ both: 0, prev: 0, next: 0 });
  });

  it('is none where no hit lies in a document with the answer', () => {
    expect(smallestWidths(found(6), [[5, 5]])).toEqual({ both: null, prev: null, next: null });
    expect(smallestWidths(found(6), [])).toEqual({ both: null, prev: null, next: null });
  });
});

describe('tokens returned', () => {
  const tokens = [1, 2, 4, 8, 16, 32, 64, 128, 256];
  it('count every chunk once, and stop at the edges of a document', () => {
    expect(handedOverTokens(found(1, 2), width(1, 1), tokens)).toEqual({
      handedOver: 1 + 2 + 4 + 8,
      hits: 6,
    });
    expect(handedOverTokens(found(5, 6), width(1, 1), tokens)).toEqual({
      handedOver: 16 + 32 + 64 + 128,
      hits: 96,
    });
    expect(handedOverTokens(found(0, 8), width(2, 2), tokens)).toEqual({
      handedOver: 1 + 2 + 4 + 64 + 128 + 256,
      hits: 257,
    });
    expect(handedOverTokens(found(3), width(0, 0), tokens)).toEqual({ handedOver: 8, hits: 8 });
  });
});

/** The slow way: expand, then look for the run among adjacent chunks. */
function holds(
  hits: readonly number[],
  runs: readonly NumberedRun[],
  counts: { neighborPrev: number; neighborNext: number },
): boolean {
  const documents = [
    [0, 1, 2, 3, 4, 5],
    [6, 7, 8],
  ];
  const placed = hits.map((hit, place) => ({
    document: documentOf(hit),
    chunkIndex: hit - offsets[documentOf(hit)]!,
    score: -place,
  }));
  return adjacentRuns(expandNeighbors(placed, documents, counts).retrievedChunks).some(
    ({ document, first, last }) =>
      runs.some(([from, to]) => offsets[document]! + first <= from && to <= offsets[document]! + last),
  );
}

describe('both', () => {
  it('agree with the expansion of the figures', () => {
    const run = fc
      .oneof(
        fc.tuple(fc.nat(5), fc.nat(5)),
        fc.tuple(fc.integer({ min: 6, max: 8 }), fc.integer({ min: 6, max: 8 })),
      )
      .map(([a, b]): NumberedRun => [Math.min(a, b), Math.max(a, b)]);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(8), { maxLength: 5 }),
        fc.array(run, { maxLength: 3 }),
        fc.nat(3),
        fc.nat(3),
        (hits, runs, prev, next) => {
          expect(answerOrigins(found(...hits), runs, width(prev, next)) !== null).toBe(
            holds(hits, runs, width(prev, next)),
          );
          const { both, prev: before, next: after } = smallestWidths(found(...hits), runs);
          for (const [least, counts] of [
            [both, (n: number) => width(n, n)],
            [before, (n: number) => width(n, 0)],
            [after, (n: number) => width(0, n)],
          ] as const) {
            expect(holds(hits, runs, counts(least ?? 9))).toBe(least !== null);
            if (least !== null && least > 0) expect(holds(hits, runs, counts(least - 1))).toBe(false);
          }
        },
      ),
    );
  });
});
