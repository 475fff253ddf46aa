import type { TopK } from '../retrieval/topK';
import type { Cosine } from '../units';
import { checkDimensions, isMatrix, type VectorRows } from './matrix';
import { checkFinite, dot, unit } from './vectors';

/** Rows scored at a time: with 1,536 dimensions they still fit a second-level cache. */
const blockRows = 32;

/** Vectors side by side in float64, with their lengths. */
export interface Block {
  values: Float64Array;
  norms: Float64Array;
}

export const createBlock = (vectors: number, dimensions: number): Block => ({
  values: new Float64Array(vectors * dimensions),
  norms: new Float64Array(vectors),
});

/** Copies a vector into a block and notes its length; NaN and infinite numbers are an error that names it. */
export function place(block: Block, row: number, vector: ArrayLike<number>, name: () => string): void {
  const { values, norms } = block;
  const base = row * vector.length;
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i]!;
    values[base + i] = value;
    squares += value * value;
  }
  norms[row] = Math.sqrt(squares);
  // Within these no product of two lengths leaves the range of float64.
  if (squares > 1e-200 && squares < 1e200) return;
  checkFinite(vector, name());
  const direction = unit(vector);
  values.set(direction, base);
  norms[row] = Math.sqrt(dot(direction, direction));
}

/**
 * Dot products of `count` rows with two queries, the same one twice where one is left
 * over. Each sum runs in order of dimension, so that a score is the same to the last
 * bit however rows and queries are grouped; eight sums at a time hide the wait for
 * each addition.
 */
function scoreBlock(
  rows: Float64Array,
  count: number,
  one: Float64Array,
  other: Float64Array,
  [first, second]: [Float64Array, Float64Array],
): void {
  const dimensions = one.length;
  let row = 0;
  for (; row + 4 <= count; row += 4) {
    const a = row * dimensions;
    const b = a + dimensions;
    const c = b + dimensions;
    const d = c + dimensions;
    let qa = 0,
      qb = 0,
      qc = 0,
      qd = 0,
      ra = 0,
      rb = 0,
      rc = 0,
      rd = 0;
    for (let i = 0; i < dimensions; i += 1) {
      const x = one[i]!;
      const y = other[i]!;
      const va = rows[a + i]!;
      const vb = rows[b + i]!;
      const vc = rows[c + i]!;
      const vd = rows[d + i]!;
      qa += va * x;
      qb += vb * x;
      qc += vc * x;
      qd += vd * x;
      ra += va * y;
      rb += vb * y;
      rc += vc * y;
      rd += vd * y;
    }
    first[row] = qa;
    first[row + 1] = qb;
    first[row + 2] = qc;
    first[row + 3] = qd;
    second[row] = ra;
    second[row + 1] = rb;
    second[row + 2] = rc;
    second[row + 3] = rd;
  }
  for (; row < count; row += 1) {
    let [qs, rs] = [0, 0];
    for (let i = 0; i < dimensions; i += 1) {
      const value = rows[row * dimensions + i]!;
      qs += value * one[i]!;
      rs += value * other[i]!;
    }
    first[row] = qs;
    second[row] = rs;
  }
}

/** Rows of either kind, to be copied into blocks: what is scored is always float64. */
export interface RowReader {
  total: number;
  dimensions: number;
  /** Copies `count` rows from `first` to the places from `at`; what is not a vector of the right kind is an error that names it. */
  read(first: number, count: number, block: Block, at: number): void;
}

/** `dimensions` counts only where there are no rows to tell. */
export function readerOf(rows: VectorRows, dimensions: number): RowReader {
  if (isMatrix(rows)) {
    const { values, norms } = rows;
    const width = rows.rows === 0 ? dimensions : rows.dimensions;
    return {
      total: rows.rows,
      dimensions: width,
      read(first, count, block, at) {
        block.values.set(values.subarray(first * width, (first + count) * width), at * width);
        block.norms.set(norms.subarray(first, first + count), at);
      },
    };
  }
  const width = rows[0]?.length ?? dimensions;
  return {
    total: rows.length,
    dimensions: width,
    read(first, count, block, at) {
      for (let i = 0; i < count; i += 1) {
        const vector = rows[first + i]!;
        checkDimensions(`stored vector ${first + i}`, vector, width);
        place(block, at + i, vector, () => `stored vector ${first + i}`);
      }
    },
  };
}

/** A query, and the best of the rows that it was compared with so far, which come in stored order. */
export interface Best {
  vector: Float64Array;
  norm: number;
  top: TopK;
}

/** Offers scored rows; `names` says which they are. */
function offer(
  { norm, top }: Best,
  products: Float64Array,
  block: Block,
  count: number,
  threshold: Cosine,
  names: (i: number) => number,
): void {
  let floor = top.floor;
  for (let i = 0; i < count; i += 1) {
    const norms = norm * block.norms[i]!;
    const score = norms === 0 ? 0 : products[i]! / norms;
    // An equal score comes later in stored order, so it cannot enter a full list.
    if (score > floor && score >= threshold) {
      top.offer(names(i), score);
      floor = top.floor;
    }
  }
}

/** Scores every row with every query. */
export function scanAll(
  { total, dimensions, read }: RowReader,
  best: readonly Best[],
  threshold: Cosine,
): void {
  if (best.length === 0) return;
  const block = createBlock(blockRows, dimensions);
  const dots: [Float64Array, Float64Array] = [new Float64Array(blockRows), new Float64Array(blockRows)];
  for (let first = 0; first < total; first += blockRows) {
    const count = Math.min(blockRows, total - first);
    read(first, count, block, 0);
    for (let query = 0; query < best.length; query += 2) {
      const one = best[query]!;
      const other = best[query + 1];
      scoreBlock(block.values, count, one.vector, other?.vector ?? one.vector, dots);
      offer(one, dots[0], block, count, threshold, (i) => first + i);
      if (other) offer(other, dots[1], block, count, threshold, (i) => first + i);
    }
  }
}

/** Scores some rows of its own, named in stored order, with each query; `null` leaves a query out. */
export function scanSome(
  { dimensions, read }: RowReader,
  best: readonly Best[],
  rows: readonly (Int32Array | null)[],
  threshold: Cosine,
): void {
  const block = createBlock(blockRows, dimensions);
  const dots: [Float64Array, Float64Array] = [new Float64Array(blockRows), new Float64Array(blockRows)];
  best.forEach((query, q) => {
    const names = rows[q];
    if (!names) return;
    for (let first = 0; first < names.length; first += blockRows) {
      const count = Math.min(blockRows, names.length - first);
      for (let i = 0; i < count; i += 1) read(names[first + i]!, 1, block, i);
      scoreBlock(block.values, count, query.vector, query.vector, dots);
      offer(query, dots[0], block, count, threshold, (i) => names[first + i]!);
    }
  });
}
