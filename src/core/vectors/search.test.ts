import { randomLcg, randomNormal } from 'd3-random';
import { describe, expect, it } from 'vitest';
import { matrixOf, packEach, packVectors } from './matrix';
import { searchRows, topKCosine } from './search';
import { unit } from './vectors';

const normal = randomNormal.source(randomLcg(17))();
const random = (dimensions: number) => Array.from({ length: dimensions }, normal);

/** Every cosine, sorted: what the search must equal to the last bit. */
function slowTopK(
  query: ArrayLike<number>,
  rows: readonly ArrayLike<number>[],
  k: number,
  threshold = -Infinity,
) {
  return rows
    .map((row, index) => {
      let [product, a, b] = [0, 0, 0];
      for (let i = 0; i < row.length; i += 1) {
        product += row[i]! * query[i]!;
        a += query[i]! * query[i]!;
        b += row[i]! * row[i]!;
      }
      const norms = Math.sqrt(a) * Math.sqrt(b);
      return { index, score: norms === 0 ? 0 : product / norms };
    })
    .filter(({ score }) => score >= threshold)
    .sort((x, y) => y.score - x.score || x.index - y.index)
    .slice(0, k);
}

describe('topKCosine', () => {
  it.each([
    [1, 1],
    [3, 2],
    [31, 3],
    [32, 5],
    [101, 16],
    [260, 33],
  ])('equals the plain scan over %i rows of %i dimensions', (count, dimensions) => {
    const rows = Array.from({ length: count }, () => random(dimensions));
    for (const k of [1, 4, count, count + 9, Infinity]) {
      const query = random(dimensions);
      expect(topKCosine(query, rows, k)).toEqual(slowTopK(query, rows, k));
      expect(topKCosine(Float32Array.from(query), rows, k)).toEqual(
        slowTopK(Float32Array.from(query), rows, k),
      );
    }
  });

  it('equals the plain scan with near duplicates, exact ties and rows of zeros', () => {
    const base = random(24);
    const rows = Array.from({ length: 120 }, (_, i) =>
      i % 10 === 9 ? new Array<number>(24).fill(0) : base.map((x, j) => x + (i % 3) * 1e-9 * j),
    );
    expect(topKCosine(base, rows, 50)).toEqual(slowTopK(base, rows, 50));
    const ties = topKCosine(
      [1, 0],
      [
        [0, 1],
        [2, 0],
        [1, 0],
        [1, 0],
      ],
      3,
    );
    expect(ties).toEqual([
      { index: 1, score: 1 },
      { index: 2, score: 1 },
      { index: 3, score: 1 },
    ]);
  });

  it('scores plain float64 vectors as they are, not rounded to float32', () => {
    const rows = [
      [1, 1e-9],
      [1, 2e-9],
    ];
    expect(topKCosine([0, 1], rows, 2)).toEqual([
      { index: 1, score: 2e-9 },
      { index: 0, score: 1e-9 },
    ]);
  });

  it('gives all rows where k is over the count, and none where there are none', () => {
    expect(
      topKCosine(
        [1, 0],
        [
          [1, 0],
          [0, 1],
        ],
        10,
      ),
    ).toEqual([
      { index: 0, score: 1 },
      { index: 1, score: 0 },
    ]);
    expect(topKCosine([1, 0], [], 10)).toEqual([]);
    expect(topKCosine([0, 0], [[1, 0]], 1)).toEqual([{ index: 0, score: 0 }]);
  });

  it('keeps its digits where squares overflow or vanish', () => {
    for (const scale of [1e160, 1e-160]) {
      const [hit] = topKCosine([3 * scale, 4 * scale], [[scale, 0]], 1);
      expect(hit!.score).toBeCloseTo(0.6, 12);
    }
  });

  it('names what is not a vector of the right kind', () => {
    expect(() =>
      topKCosine(
        [1, 2],
        [
          [1, 2],
          [1, 2, 3],
        ],
        1,
      ),
    ).toThrow(new RangeError('stored vector 1 has 3 dimensions, expected 2'));
    expect(() => topKCosine([1], [[1, 2]], 1)).toThrow(
      new RangeError('query vector 0 has 1 dimensions, expected 2'),
    );
    expect(() =>
      topKCosine(
        [1, 2],
        [
          [1, 2],
          [NaN, 2],
        ],
        1,
      ),
    ).toThrow(new RangeError('stored vector 1 must hold finite numbers, found NaN at dimension 0'));
    expect(() => topKCosine([1, Infinity], [[1, 2]], 1)).toThrow(
      new RangeError('query vector 0 must hold finite numbers, found Infinity at dimension 1'),
    );
    for (const k of [-1, 1.5, NaN]) expect(() => topKCosine([1], [[1]], k)).toThrow(RangeError);
  });
});

describe('searchRows', () => {
  const rows = Array.from({ length: 205 }, () => random(20));

  it.each([0, 1, 2, 5])('gives each of %i queries the scan of its own', (count) => {
    const queries = Array.from({ length: count }, () => random(20));
    expect(searchRows(queries, rows, 7, 0.1)).toEqual(queries.map((query) => slowTopK(query, rows, 7, 0.1)));
  });

  it('searches packed rows as the plain scan does their float32 values', () => {
    const matrix = packVectors(rows);
    const packed = rows.map((_, row) => Array.from(matrix.values.subarray(row * 20, (row + 1) * 20)));
    expect(packed).toEqual(rows.map((row) => Array.from(Float32Array.from(unit(row)))));
    const queries = Array.from({ length: 3 }, () => random(20));
    expect(searchRows(queries, matrix, 9)).toEqual(queries.map((query) => slowTopK(query, packed, 9)));
  });
});

describe('VectorMatrix', () => {
  it('wraps a block and checks it', () => {
    const matrix = matrixOf(Float32Array.of(3, 4, 0, 0), 2);
    expect(matrix).toMatchObject({ rows: 2, dimensions: 2 });
    expect(Array.from(matrix.norms)).toEqual([5, 0]);
    expect(topKCosine([0, 1], matrix, 2)).toEqual([
      { index: 0, score: 0.8 },
      { index: 1, score: 0 },
    ]);
    expect(() => matrixOf(new Float32Array(5), 2)).toThrow('5 numbers do not make rows of 2 dimensions');
    expect(() => matrixOf(Float32Array.of(1, NaN), 1)).toThrow(
      'stored vector 1 must hold finite numbers, found NaN at dimension 0',
    );
  });

  it('refuses to pack unlike lengths, and packs none into none', () => {
    expect(() => packVectors([[1, 2], [1]])).toThrow('stored vector 1 has 1 dimensions, expected 2');
    expect(packVectors([]).rows).toBe(0);
    expect(() => packEach(1, [[1], [2]])).toThrow('more than the 1 vectors');
    expect(() => packEach(3, [[1], [2]])).toThrow('2 vectors came, expected 3');
    expect(
      packEach(
        2,
        new Set([
          [3, 4],
          [0, 2],
        ]),
      ),
    ).toEqual(
      packVectors([
        [3, 4],
        [0, 2],
      ]),
    );
    expect(topKCosine([1, 2, 3], packVectors([]), 3)).toEqual([]);
  });
});
