import fc from 'fast-check';
import { randomLcg, randomNormal } from 'd3-random';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInt16Filter } from './int16Filter';
import { createInt16Kernel } from './int16Kernel';
import { matrixOf, packVectors } from './matrix';
import { createBlock, place, readerOf } from './scan';
import { searchRows, searchRowsPlain } from './search';

type Source = () => number;
const source = (seed: number): Source => randomNormal.source(randomLcg(seed))();
const vector = (dimensions: number, normal: Source) => Array.from({ length: dimensions }, normal);

/** Collections of 1,100 and more rows that are hard to keep apart, each by its own name. */
const collections: Record<string, (dimensions: number, normal: Source) => number[][]> = {
  random: (dimensions, normal) => Array.from({ length: 1300 }, () => vector(dimensions, normal)),
  'near duplicates': (dimensions, normal) => {
    const base = vector(dimensions, normal);
    return Array.from({ length: 1100 }, (_, i) => base.map((x) => x + normal() * 10 ** -(3 + (i % 13))));
  },
  'clusters around few directions': (dimensions, normal) => {
    const centres = Array.from({ length: 7 }, () => vector(dimensions, normal));
    return Array.from({ length: 1201 }, (_, i) => centres[i % 7]!.map((x) => x + 0.01 * normal()));
  },
  'exact ties': (dimensions, normal) => {
    const some = Array.from({ length: 60 }, () => vector(dimensions, normal));
    return Array.from({ length: 1402 }, (_, i) => some[(i * i) % 60]!);
  },
  'the same direction at other lengths': (dimensions, normal) => {
    const some = Array.from({ length: 300 }, () => vector(dimensions, normal));
    return Array.from({ length: 1100 }, (_, i) => some[i % 300]!.map((x) => x * 3 ** ((i % 41) - 20)));
  },
  'rows of zeros': (dimensions, normal) =>
    Array.from({ length: 1103 }, (_, i) =>
      i % 3 === 0 ? new Array<number>(dimensions).fill(0) : vector(dimensions, normal),
    ),
  'few dimensions used': (dimensions, normal) =>
    Array.from({ length: 1200 }, (_, i) =>
      Array.from({ length: dimensions }, (_, j) => (j === i % 5 || j === 0 ? normal() : 0)),
    ),
  'lengths beyond float32': (dimensions, normal) =>
    Array.from({ length: 1100 }, (_, i) =>
      vector(dimensions, normal).map((x) => x * 10 ** (i % 2 === 0 ? 150 : -150)),
    ),
};

describe('a filtered search', () => {
  const names = Object.keys(collections);

  it('equals the plain scan, ids and scores to the last bit, on whatever is hard to tell apart', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.constantFrom(1, 2, 15, 16, 17, 33, 100, 256),
        fc.constantFrom(1, 3, 10, 130),
        fc.constantFrom(-Infinity, -0.2, 0, 0.35, 1, 2, NaN),
        (name, seed, dimensions, k, threshold) => {
          const normal = source(seed / 2 ** 31);
          const rows = collections[name]!(dimensions, normal);
          const queries = Array.from({ length: 13 }, (_, i) => {
            if (i === 0) return new Array<number>(dimensions).fill(0);
            const row = rows[(i * 83) % rows.length]!;
            return i % 3 === 0
              ? row
              : i % 3 === 1
                ? row.map((x) => x + 1e-4 * normal())
                : vector(dimensions, normal);
          });
          const expected = searchRowsPlain(queries, rows, k, threshold);
          expect(searchRows(queries, rows, k, threshold)).toEqual(expected);
          const matrix = packVectors(rows);
          expect(searchRows(queries, matrix, k, threshold)).toEqual(
            searchRowsPlain(queries, matrix, k, threshold),
          );
        },
      ),
      { numRuns: 100, seed: 5 },
    );
  });

  it.each([256, 384, 512, 768, 1024, 1536])(
    'equals the plain scan of 1,500 rows of %i dimensions',
    (dimensions) => {
      const normal = source(dimensions / 2000);
      const matrix = matrixOf(Float32Array.from({ length: 1500 * dimensions }, normal), dimensions);
      const queries = Array.from({ length: 15 }, () => vector(dimensions, normal));
      expect(searchRows(queries, matrix, 10)).toEqual(searchRowsPlain(queries, matrix, 10));
      // Now that the matrix has its filter, single queries use it as well.
      for (const query of queries.slice(0, 5))
        expect(searchRows([query], matrix, 1, 0.05)).toEqual(searchRowsPlain([query], matrix, 1, 0.05));
    },
  );

  it('serves more queries than pass by at once, and a k up to all rows', () => {
    const normal = source(0.7);
    const matrix = packVectors(Array.from({ length: 1025 }, () => vector(20, normal)));
    const queries = Array.from({ length: 131 }, () => vector(20, normal));
    for (const k of [0, 5, 128, 1025, 2000, Infinity])
      expect(searchRows(queries, matrix, k)).toEqual(searchRowsPlain(queries, matrix, k));
  });

  it('names a bad row as the plain scan does', () => {
    const rows = Array.from({ length: 1200 }, (_, i) => (i === 1111 ? [1, NaN] : [1, i]));
    const queries = Array.from({ length: 20 }, (_, i) => [1, i]);
    expect(() => searchRows(queries, rows, 3)).toThrow(
      new RangeError('stored vector 1111 must hold finite numbers, found NaN at dimension 1'),
    );
    expect(() => searchRows(queries, [...rows.slice(0, 1111), [1]], 3)).toThrow(
      new RangeError('stored vector 1111 has 1 dimensions, expected 2'),
    );
  });
});

describe('createInt16Filter', () => {
  /**
   * All roundings pull the wrong way, those of the query along the rows and those of the
   * rows along the query: the error bound is reached but for half a percent. The rows
   * point away from the best one, both are all but orthogonal to the query, and one
   * dimension decides for the best. The last dimensions give rows and query length one.
   */
  it('keeps the best row though rounding puts all others far above it', () => {
    const used = 252;
    const unitOf = (numbers: number[], end: (rest: number) => number[]) => {
      const scaled = numbers.map((x) => x / 32_700);
      return [...scaled, ...end(Math.sqrt(1 - scaled.reduce((sum, x) => sum + x * x, 0)))];
    };
    const signs = Array.from({ length: used }, (_, i) => (i % 2 === 0 ? 1 : -1));
    /** Rounded up where `up`, down elsewhere, by half a unit. */
    const near = (whole: number, up: boolean) => whole + (up ? 0.5001 : 0.4999);
    const query = unitOf([...signs.map((sign) => near(sign > 0 ? 2050 : -2051, true)), 1000], (rest) => [
      rest,
      0,
    ]);
    const best = unitOf([...signs.map((sign) => near(-2051, sign < 0)), 10], (rest) => [0, rest]);
    const other = unitOf([...signs.map((sign) => near(2050, sign > 0)), 0], (rest) => [0, rest]);
    const exact = [...new Array<number>(used + 2).fill(0), 1]; // rounding leaves nothing out of this one
    const rows = [...new Array<number[]>(900).fill(other), best, exact];
    expect(searchRowsPlain([query], rows, 1)[0]![0]!.index).toBe(900);
    const rounded = (row: number[]) =>
      row.reduce((sum, x, i) => sum + Math.floor(x * 32_700 + 0.5) * Math.floor(query[i]! * 32_700 + 0.5), 0);
    const errors = Math.sqrt(used) / 2;
    expect(rounded(other) - rounded(best)).toBeGreaterThan(0.98 * 2 * 2 * errors * 32_700);
    expect(candidates(rows, [query], 1)[0]).toContain(900);
  });

  it('leaves out nearly all rows of a random collection', () => {
    const normal = source(0.3);
    const rows = Array.from({ length: 5000 }, () => vector(64, normal));
    for (const list of candidates(rows, rows.slice(0, 3), 10)) {
      expect(list!.length).toBeGreaterThanOrEqual(10);
      expect(list!.length).toBeLessThan(40);
    }
  });

  it('gives up where all rows are alike', () => {
    expect(
      candidates(
        new Array(3000).fill([1, 2, 3]),
        [
          [1, 2, 3],
          [1, 0, 0],
        ],
        5,
      ),
    ).toEqual([null, null]);
  });

  function candidates(rows: number[][], queries: number[][], k: number) {
    const reader = readerOf(rows, 0);
    const asked = createBlock(queries.length, reader.dimensions);
    queries.forEach((query, i) => place(asked, i, query, () => 'query'));
    return createInt16Filter(reader)!.candidates(asked, k, -Infinity);
  }
});

describe('the kernel', () => {
  it('writes exactly the pairs above their floors, with their dot products', () => {
    const random = randomLcg(0.9);
    const [dimensions, rows, queries] = [40, 12, 6];
    const size = 2 * dimensions;
    const { memory, run } = createInt16Kernel(65_536)!;
    const at = { queries: 0, floors: 1024, hits: 2048, rows: 8192 };
    const whole = () => Math.floor(65_401 * random()) - 32_700;
    const stored = new Int16Array(memory.buffer, at.rows, rows * dimensions).map(whole).map((x) => x >> 3);
    new Int16Array(memory.buffer, at.rows, rows * dimensions).set(stored);
    const asked = new Int16Array(memory.buffer, at.queries, queries * dimensions);
    asked.set(asked.map(whole).map((x) => x >> 3));
    const floors = new Int32Array(memory.buffer, at.floors, queries);
    floors.set([0, -0x80000000, 0x7fffffff, 1_000_000, -1_000_000, 77]);
    const numberOf = (values: Int16Array, at: number, members: number, i: number) =>
      values[(at - (at % members)) * dimensions + (i >> 3) * 8 * members + (at % members) * 8 + (i & 7)]!;
    const expected: number[][] = [];
    for (let group = 0; group < rows; group += 4) {
      for (let query = 0; query < queries; query += 1) {
        for (let row = group; row < group + 4; row += 1) {
          let product = 0;
          for (let i = 0; i < dimensions; i += 1)
            product += numberOf(stored, row, 4, i) * numberOf(asked, query, 2, i);
          if (product > floors[query]!) expected.push([query * 256 + row, product]);
        }
      }
    }
    const end = run(
      at.rows,
      at.rows + rows * size,
      at.queries,
      at.queries + queries * size,
      size,
      at.floors,
      at.hits,
    );
    const found = Array.from({ length: (end - at.hits) / 8 }, (_, i) =>
      Array.from(new Int32Array(memory.buffer, at.hits + 8 * i, 2)),
    );
    expect(found).toEqual(expected);
    expect(expected.length).toBeGreaterThan(12);
  });
});

describe('without WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['without vectors', { validate: () => false }],
    [
      'forbidden by the page',
      {
        validate: () => true,
        Module: class {
          constructor() {
            throw new Error('unsafe-eval');
          }
        },
      },
    ],
  ])('searches all the same where it is %s', async (_, engine) => {
    vi.stubGlobal('WebAssembly', engine);
    vi.resetModules();
    const fresh = await import('./search');
    const normal = source(0.2);
    const rows = Array.from({ length: 1100 }, () => vector(9, normal));
    const queries = rows.slice(0, 15);
    expect(fresh.searchRows(queries, rows, 4)).toEqual(searchRowsPlain(queries, rows, 4));
    const { createInt16Kernel: createKernel } = await import('./int16Kernel');
    expect(createKernel(65_536)).toBeNull();
  });
});
