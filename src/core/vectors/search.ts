import { checkTop, createTopK, type Hit } from '../retrieval/topK';
import type { Cosine } from '../units';
import { checkDimensions, isMatrix, type VectorRows } from './matrix';
import { checkFinite, dot, unit } from './vectors';

/** Rows scored at a time: with 1,536 dimensions they still fit a second-level cache. */
const blockRows = 32;

/** Vectors side by side in float64, with their lengths. */
interface Block {
  values: Float64Array;
  norms: Float64Array;
}

/** Copies a vector into a block and notes its length; NaN and infinite numbers are an error that names it. */
function place(block: Block, row: number, vector: ArrayLike<number>, name: () => string): void {
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
 * each addition. A filter that leaves out rows early would stand here.
 */
function scoreBlock(rows: Float64Array, count: number, queries: Float64Array, query: number, dimensions: number, dots: [Float64Array, Float64Array]): void {
  const [first, second] = dots;
  const q = query * dimensions;
  const r = q + dimensions < queries.length ? q + dimensions : q;
  let row = 0;
  for (; row + 4 <= count; row += 4) {
    const a = row * dimensions;
    const b = a + dimensions;
    const c = b + dimensions;
    const d = c + dimensions;
    let qa = 0, qb = 0, qc = 0, qd = 0, ra = 0, rb = 0, rc = 0, rd = 0;
    for (let i = 0; i < dimensions; i += 1) {
      const x = queries[q + i]!;
      const y = queries[r + i]!;
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
      qs += value * queries[q + i]!;
      rs += value * queries[r + i]!;
    }
    first[row] = qs;
    second[row] = rs;
  }
}

/**
 * For each query its own best `k` rows with a cosine of at least `threshold`, best
 * first, ties by stored order. Every row is scored, in float64: the scores are the
 * cosines of the vectors as they were passed. A vector of zeros has cosine 0 with
 * everything. Unlike dimensions and numbers that are not finite are errors that
 * name the vector.
 */
export function searchRows(queries: readonly ArrayLike<number>[], rows: VectorRows, k: number, threshold: Cosine = -Infinity): Hit[][] {
  checkTop(k);
  const matrix = isMatrix(rows) ? rows : null;
  const vectors = isMatrix(rows) ? null : rows;
  const total = matrix ? matrix.rows : vectors!.length;
  const dimensions = (total === 0 ? undefined : matrix ? matrix.dimensions : vectors![0]!.length) ?? queries[0]?.length ?? 0;

  const asked: Block = { values: new Float64Array(queries.length * dimensions), norms: new Float64Array(queries.length) };
  queries.forEach((query, index) => {
    checkDimensions(`query vector ${index}`, query, dimensions);
    place(asked, index, query, () => `query vector ${index}`);
  });

  const best = queries.map(() => createTopK(k, total));
  const block: Block = { values: new Float64Array(blockRows * dimensions), norms: new Float64Array(blockRows) };
  const dots: [Float64Array, Float64Array] = [new Float64Array(blockRows), new Float64Array(blockRows)];
  for (let first = 0; first < total; first += blockRows) {
    const count = Math.min(blockRows, total - first);
    if (matrix) {
      block.values.set(matrix.values.subarray(first * dimensions, (first + count) * dimensions));
      block.norms.set(matrix.norms.subarray(first, first + count));
    } else {
      for (let row = 0; row < count; row += 1) {
        const vector = vectors![first + row]!;
        checkDimensions(`stored vector ${first + row}`, vector, dimensions);
        place(block, row, vector, () => `stored vector ${first + row}`);
      }
    }
    for (let query = 0; query < queries.length; query += 1) {
      if (query % 2 === 0) scoreBlock(block.values, count, asked.values, query, dimensions, dots);
      const products = dots[query % 2]!;
      const top = best[query]!;
      const length = asked.norms[query]!;
      let floor = top.floor;
      for (let row = 0; row < count; row += 1) {
        const norms = length * block.norms[row]!;
        const score = norms === 0 ? 0 : products[row]! / norms;
        // An equal score comes later in stored order, so it cannot enter a full list.
        if (score > floor && score >= threshold) {
          top.offer(first + row, score);
          floor = top.floor;
        }
      }
    }
  }
  return best.map((top) => top.drain());
}

/** The `k` rows nearest to a query by exact cosine; all rows when there are fewer. See `searchRows`. */
export function topKCosine(query: ArrayLike<number>, rows: VectorRows, k: number): Hit[] {
  return searchRows([query], rows, k)[0]!;
}
