import { describe, expect, it } from 'vitest';
import { randomSource } from '../stats/rng';
import { chunkSearchVector, meanVector } from '../vectors/vectors';
import {
  blendDotsAt,
  blendedGlobal,
  blendedGroups,
  blendedWhole,
  blendScoreAt,
  blendTable,
  type BlendVectors,
} from './blendTable';
import { searchGlobal, searchGroups, searchWhole } from './groups';

function drawn(seed: number, { parts = 4, turns = 6, perTurn = 5, dimensions = 16 } = {}): BlendVectors {
  const random = randomSource(seed);
  const vector = () => Array.from({ length: dimensions }, () => random() * 2 - 1);
  const pieces = Array.from({ length: turns * perTurn }, vector);
  // Equal pieces of one turn tie exactly.
  pieces[1] = [...pieces[0]!];
  const contextOf = pieces.map((_, index) => Math.floor(index / perTurn));
  const contexts = Array.from({ length: turns }, (_, turn) =>
    meanVector(pieces.filter((_, index) => contextOf[index] === turn)),
  );
  return { parts: Array.from({ length: parts }, vector), message: vector(), pieces, contexts, contextOf };
}

/** The same by blending every vector and searching. */
function plainly({ parts, message, pieces, contexts, contextOf }: BlendVectors, weight: number) {
  return {
    asked: parts.map((part) => chunkSearchVector(part, message, weight)),
    stored: pieces.map((piece, index) => chunkSearchVector(piece, contexts[contextOf[index]!]!, weight)),
  };
}

const close = (hits: readonly { index: number; score: number; part?: number }[]) =>
  hits.map((hit) => ({ ...hit, score: expect.closeTo(hit.score, 12) as number }));

describe('blendTable', () => {
  it.each([0, 0.2, 0.5, 0.8, 0.95, 1])('finds what blending and searching finds, at weight %s', (weight) => {
    for (const seed of [1, 2, 3]) {
      const vectors = drawn(seed);
      const table = blendTable(vectors);
      const { asked, stored } = plainly(vectors, weight);
      for (const options of [{}, { limit: 3, threshold: 0.1 }, { limit: 40, threshold: -1 }]) {
        expect(blendedGroups(table, weight, options)).toEqual(
          searchGroups(asked, stored, options).map(close),
        );
        expect(blendedGlobal(table, weight, options)).toEqual(close(searchGlobal(asked, stored, options)));
        expect(blendedWhole(table, weight, options)).toEqual(
          close(searchWhole(vectors.message, stored, { ...options, parts: 4 })),
        );
      }
    }
  });

  it('keeps equal pieces exactly tied, in stored order', () => {
    const hits = blendedGroups(blendTable(drawn(5)), 0.7, { limit: 30, threshold: -1 })[0]!;
    const [first, second] = [
      hits.findIndex(({ index }) => index === 0),
      hits.findIndex(({ index }) => index === 1),
    ];
    expect(second).toBe(first + 1);
    expect(hits[first]!.score).toBe(hits[second]!.score);
  });

  it('explains a score with the digits that it is ranked by', () => {
    const table = blendTable(drawn(7));
    for (const [part, hits] of blendedGroups(table, 0.65, { limit: 30, threshold: -1 }).entries()) {
      for (const { index, score } of hits) expect(blendScoreAt(table, part, index, 0.65)).toBe(score);
    }
  });

  it('lets pieces stand alone where their context cancelled', () => {
    const vectors = drawn(9);
    const contexts = vectors.contexts.map((context, turn) =>
      turn === 2 ? new Array<number>(16).fill(0) : context,
    );
    const table = blendTable({ ...vectors, contexts });
    const { asked, stored } = plainly({ ...vectors, contexts }, 0.4);
    expect(blendedGroups(table, 0.4, { limit: 30, threshold: -1 })).toEqual(
      searchGroups(asked, stored, { limit: 30, threshold: -1 }).map(close),
    );
    expect(blendDotsAt(table, 0, 12)).toMatchObject({ storedContextIsZero: true });
    expect(blendDotsAt(table, 0, 0)).not.toHaveProperty('storedContextIsZero');
  });

  it('is empty without parts or pieces', () => {
    const vectors = drawn(11);
    expect(blendedGroups(blendTable({ ...vectors, parts: [] }), 0.8)).toEqual([]);
    const bare = blendTable({ ...vectors, pieces: [], contexts: [], contextOf: [] });
    expect(blendedGroups(bare, 0.8)).toEqual([[], [], [], []]);
    expect(blendedWhole(bare, 0.8)).toEqual([]);
  });

  it('names a vector that does not fit', () => {
    const vectors = drawn(13);
    const broken = (patch: Partial<BlendVectors>) => () => blendTable({ ...vectors, ...patch });
    expect(
      broken({
        pieces: vectors.pieces.map((piece, index) => (index === 3 ? new Array<number>(16).fill(0) : piece)),
      }),
    ).toThrow('piece vector 3 must not be all zeros');
    expect(
      broken({
        contexts: vectors.contexts.map((context, index) =>
          index === 1 ? Array.from(context).slice(1) : context,
        ),
      }),
    ).toThrow('context vector 1 has 15 dimensions, expected 16');
    expect(broken({ contextOf: vectors.contextOf && Array.from(vectors.contextOf, () => 6) })).toThrow(
      'piece 0 stands in context 6, expected one of 6',
    );
    expect(broken({ parts: [[NaN, ...Array.from({ length: 15 }, () => 1)]] })).toThrow(
      'part vector 0 must hold finite numbers',
    );
    expect(() => blendedGroups(blendTable(vectors), 1.2)).toThrow(
      'focusWeight must lie between 0 and 1, found 1.2',
    );
  });
});
