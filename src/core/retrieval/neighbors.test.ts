import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjacentRuns, expandNeighbors, type ChunkHit, type NeighborExpansion } from './neighbors';

/** Two documents of five chunks, and one of a single chunk. */
const corpus = [['a0', 'a1', 'a2', 'a3', 'a4'], ['b0', 'b1', 'b2', 'b3', 'b4'], ['c0']];
const hit = (document: number, chunkIndex: number, score: number): ChunkHit => ({
  document,
  chunkIndex,
  score,
});
/** `a1*` is a hit, `a1` a neighbor. */
const flat = ({ retrievedChunks }: NeighborExpansion<string>): string =>
  retrievedChunks.map(({ chunk, role }) => (role === 'hit' ? `${chunk}*` : chunk)).join(' ');
/** `a0<a1>a2` is hit a1 with its neighbors before and after. */
const tree = ({ expansionTree }: NeighborExpansion<string>): string[] =>
  expansionTree.map(
    ({ chunk, neighborsPrev, neighborsNext }) =>
      `${neighborsPrev.map((n) => n.chunk).join(' ')}<${chunk}>${neighborsNext.map((n) => n.chunk).join(' ')}`,
  );

describe('neighbor expansion on the worked corpus', () => {
  it('labels a chunk that is hit and neighbor a hit, and keeps it under the other hit in the tree', () => {
    const found = expandNeighbors([hit(0, 1, 9), hit(0, 2, 7)], corpus, { neighborPrev: 1, neighborNext: 1 });
    expect(found.retrievedChunks).toEqual([
      { document: 0, chunkIndex: 0, chunk: 'a0', role: 'neighbor', score: null },
      { document: 0, chunkIndex: 1, chunk: 'a1', role: 'hit', score: 9 },
      { document: 0, chunkIndex: 2, chunk: 'a2', role: 'hit', score: 7 },
      { document: 0, chunkIndex: 3, chunk: 'a3', role: 'neighbor', score: null },
    ]);
    expect(found.expansionTree).toEqual([
      {
        document: 0,
        chunkIndex: 1,
        chunk: 'a1',
        score: 9,
        neighborsPrev: [{ document: 0, chunkIndex: 0, chunk: 'a0' }],
        neighborsNext: [{ document: 0, chunkIndex: 2, chunk: 'a2' }],
      },
      {
        document: 0,
        chunkIndex: 2,
        chunk: 'a2',
        score: 7,
        neighborsPrev: [{ document: 0, chunkIndex: 1, chunk: 'a1' }],
        neighborsNext: [{ document: 0, chunkIndex: 3, chunk: 'a3' }],
      },
    ]);
  });

  it('puts documents by best hit and chunks in document order, and hits by score in the tree', () => {
    const found = expandNeighbors([hit(1, 3, 8), hit(0, 4, 6), hit(1, 1, 5), hit(0, 0, 2)], corpus, {
      neighborPrev: 1,
      neighborNext: 0,
    });
    expect(flat(found)).toBe('b0 b1* b2 b3* a0* a3 a4*');
    expect(tree(found)).toEqual(['b2<b3>', 'a3<a4>', 'b0<b1>', '<a0>']);
  });

  it('gives a shared neighbor once in the flat list and under both hits in the tree', () => {
    const found = expandNeighbors([hit(0, 1, 3), hit(0, 3, 2)], corpus, { neighborPrev: 1, neighborNext: 1 });
    expect(flat(found)).toBe('a0 a1* a2 a3* a4');
    expect(tree(found)).toEqual(['a0<a1>a2', 'a2<a3>a4']);
  });

  it('skips what lies past both edges of a document and never reaches into the next one', () => {
    const found = expandNeighbors([hit(0, 0, 3), hit(0, 4, 2), hit(2, 0, 1)], corpus, {
      neighborPrev: 2,
      neighborNext: 2,
    });
    expect(flat(found)).toBe('a0* a1 a2 a3 a4* c0*');
    expect(tree(found)).toEqual(['<a0>a1 a2', 'a2 a3<a4>', '<c0>']);
  });

  it('returns the whole document once where there are more neighbors than chunks, or as many hits', () => {
    expect(flat(expandNeighbors([hit(1, 2, 1)], corpus, { neighborPrev: 9, neighborNext: 9 }))).toBe(
      'b0 b1 b2* b3 b4',
    );
    const all = corpus[1]!.map((_, chunkIndex) => hit(1, chunkIndex, 5 - chunkIndex));
    expect(flat(expandNeighbors(all, corpus, { neighborPrev: 1, neighborNext: 1 }))).toBe(
      'b0* b1* b2* b3* b4*',
    );
  });

  it('adds nothing unless asked: the same hits, empty neighbor lists', () => {
    const found = expandNeighbors([hit(0, 3, 2), hit(0, 1, 1)], corpus);
    expect(flat(found)).toBe('a1* a3*');
    expect(tree(found)).toEqual(['<a3>', '<a1>']);
    expect(
      expandNeighbors([hit(0, 3, 2), hit(0, 1, 1)], corpus, { neighborPrev: 0, neighborNext: 0 }),
    ).toEqual(found);
    expect(expandNeighbors([], corpus, { neighborPrev: 1, neighborNext: 1 })).toEqual({
      retrievedChunks: [],
      expansionTree: [],
    });
  });

  it('reads hits by score whatever their order, equal ones as given', () => {
    expect(tree(expandNeighbors([hit(0, 0, 1), hit(1, 0, 2), hit(2, 0, 2)], corpus))).toEqual([
      '<b0>',
      '<c0>',
      '<a0>',
    ]);
  });

  it('refuses counts, places and scores that make no sense, by value', () => {
    expect(() => expandNeighbors([], corpus, { neighborPrev: -1 })).toThrow(
      'neighborPrev must be a whole number from 0, found -1',
    );
    expect(() => expandNeighbors([], corpus, { neighborNext: 0.5 })).toThrow(
      'neighborNext must be a whole number from 0, found 0.5',
    );
    expect(() => expandNeighbors([hit(3, 0, 1)], corpus)).toThrow('document 3, expected a place from 0 to 2');
    expect(() => expandNeighbors([hit(2, 1, 1)], corpus)).toThrow(
      'chunk 1 of document 2, expected a place from 0 to 0',
    );
    expect(() => expandNeighbors([hit(0, 0, NaN)], corpus)).toThrow('has score NaN');
    expect(() => expandNeighbors([hit(0, 0, 2), hit(0, 0, 1)], corpus)).toThrow('is a hit twice');
  });
});

describe('runs of adjacent chunks', () => {
  it('join neighbors of one document and end at gaps and documents', () => {
    const { retrievedChunks } = expandNeighbors([hit(0, 4, 3), hit(0, 1, 2), hit(1, 0, 1)], corpus, {
      neighborPrev: 1,
      neighborNext: 0,
    });
    expect(adjacentRuns(retrievedChunks)).toEqual([
      { document: 0, first: 0, last: 1 },
      { document: 0, first: 3, last: 4 },
      { document: 1, first: 0, last: 0 },
    ]);
    expect(adjacentRuns([])).toEqual([]);
  });
});

describe('the two shapes', () => {
  it('hold the same chunks, each hit labelled so, none twice in the flat list', () => {
    const place = fc.record({
      document: fc.nat(2),
      chunkIndex: fc.nat(6),
      score: fc.integer({ min: -5, max: 5 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(place, {
          selector: ({ document, chunkIndex }) => `${document} ${chunkIndex}`,
          maxLength: 12,
        }),
        fc.nat(3),
        fc.nat(3),
        (hits, neighborPrev, neighborNext) => {
          const chunks = [0, 1, 2].map((document) =>
            Array.from({ length: 7 }, (_, chunk) => `${document} ${chunk}`),
          );
          const { retrievedChunks, expansionTree } = expandNeighbors(hits, chunks, {
            neighborPrev,
            neighborNext,
          });
          const listed = retrievedChunks.map(({ chunk }) => chunk);
          expect(new Set(listed).size).toBe(listed.length);
          expect(new Set(listed)).toEqual(
            new Set(
              expansionTree.flatMap(({ chunk, neighborsPrev: p, neighborsNext: n }) => [
                ...p.map((c) => c.chunk),
                chunk,
                ...n.map((c) => c.chunk),
              ]),
            ),
          );
          expect(
            new Set(retrievedChunks.filter(({ role }) => role === 'hit').map(({ chunk }) => chunk)),
          ).toEqual(new Set(hits.map(({ document, chunkIndex }) => `${document} ${chunkIndex}`)));
          for (const hit of hits) {
            for (const { document, chunkIndex } of retrievedChunks.filter(
              (chunk) => chunk.document === hit.document,
            )) {
              if (chunkIndex >= hit.chunkIndex - neighborPrev && chunkIndex <= hit.chunkIndex + neighborNext)
                expect(listed).toContain(`${document} ${chunkIndex}`);
            }
          }
        },
      ),
      { seed: 21, numRuns: 200 },
    );
  });
});
