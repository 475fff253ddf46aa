import { createTopK } from '../retrieval/topK';
import type { Cosine } from '../units';
import {
  callRows,
  createInt16Kernel,
  groupQueries,
  groupRows,
  runLength,
  type Int16Kernel,
} from './int16Kernel';
import { createBlock, type Block, type RowReader } from './scan';

/**
 * 16-bit numbers stand for unit vectors times this. Two products then stay within 31
 * bits, and so does every sum of products, by Cauchy–Schwarz.
 */
const scale = 32_700;
/** Queries that pass by a block of rows together. */
const callQueries = 64;
/** Rows that are read at a time to be copied. */
const readRows = 32;
const everything = -0x80000000;
const nothing = 0x7fffffff;

/**
 * A copy of rows as signed 16-bit numbers, by which rows that cannot be among the best
 * are left out early. It never decides what is best: those that remain are scored in float64.
 *
 * With A = S·a + e and B = S·b + f the rounded copies of unit vectors a and b,
 *
 *     |A·B / S² − a·b| ≤ (|e| + |f|) / S + |e|·|f| / S²
 *
 * by Cauchy–Schwarz. |e| and |f| are measured, the largest |e| over all rows.
 */
export interface Int16Filter {
  /**
   * For each query, row numbers in ascending order among which are its best `k` of at least
   * `threshold`, or `null` where so many are alike that filtering does not pay.
   */
  candidates(queries: Block, k: number, threshold: Cosine): (Int32Array | null)[];
}

/** Rounds a vector times `scale / norm` and writes it as number `at` of groups of `members`; gives the square of the length of what rounding left out. */
function quantize(
  values: Float64Array,
  from: number,
  dimensions: number,
  norm: number,
  out: Int16Array,
  at: number,
  members: number,
  padded: number,
): number {
  if (norm === 0) return 0;
  const factor = scale / norm;
  const member = at % members;
  const taken = runLength; // some module loaders look an imported name up in every round
  let squares = 0;
  for (let i = 0, to = (at - member) * padded + member * taken; i < dimensions; to += (members - 1) * taken) {
    for (const end = Math.min(i + taken, dimensions); i < end; i += 1) {
      const exact = values[from + i]! * factor;
      const rounded = Math.floor(exact + 0.5);
      out[to++] = rounded;
      squares += (exact - rounded) ** 2;
    }
  }
  return squares;
}

/** The filter of some rows; `null` where WebAssembly with vectors is not to be had, or no memory for it. */
export function createInt16Filter({ total, dimensions, read }: RowReader): Int16Filter | null {
  const padded = roundUp(dimensions, runLength);
  const size = 2 * padded;
  const floorsAt = callQueries * size;
  const hitsAt = floorsAt + 4 * callQueries;
  // A hit that is not kept is written all the same, one past the end at most.
  const rowsAt = roundUp(hitsAt + 8 * (callQueries * callRows + 1), 64);
  const kernel = createInt16Kernel(rowsAt + roundUp(total, groupRows) * size);
  if (!kernel) return null;
  const { buffer } = kernel.memory;
  const stored = new Int16Array(buffer, rowsAt, roundUp(total, groupRows) * padded);
  const block = createBlock(readRows, dimensions);
  let squares = 0;
  for (let first = 0; first < total; first += readRows) {
    const count = Math.min(readRows, total - first);
    read(first, count, block, 0);
    for (let i = 0; i < count; i += 1)
      squares = Math.max(
        squares,
        quantize(
          block.values,
          i * dimensions,
          dimensions,
          block.norms[i]!,
          stored,
          first + i,
          groupRows,
          padded,
        ),
      );
  }
  const layout = {
    total,
    dimensions,
    padded,
    floorsAt,
    hitsAt,
    rowsAt,
    rowError: Math.sqrt(squares),
    buffer,
    run: kernel.run,
  };
  return { candidates: (queries, k, threshold) => search(layout, queries, k, threshold) };
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

interface Layout {
  total: number;
  dimensions: number;
  padded: number;
  floorsAt: number;
  hitsAt: number;
  rowsAt: number;
  /** Length of what rounding left out of a row, at most. */
  rowError: number;
  buffer: ArrayBuffer;
  run: Int16Kernel;
}

function search(layout: Layout, queries: Block, k: number, threshold: Cosine): (Int32Array | null)[] {
  const { total, dimensions, padded, floorsAt, hitsAt, rowsAt, rowError, buffer } = layout;
  const size = 2 * padded;
  const asked = new Int16Array(buffer, 0, callQueries * padded);
  const floors = new Int32Array(buffer, floorsAt, callQueries);
  const hits = new Int32Array(buffer, hitsAt, 2 * callQueries * callRows);
  const rowsEnd = rowsAt + roundUp(total, groupRows) * size;
  const found: (Int32Array | null)[] = [];
  for (let first = 0; first < queries.norms.length; first += callQueries) {
    const count = Math.min(callQueries, queries.norms.length - first);
    asked.fill(0);
    // The last group may be filled up with a query that nothing answers.
    floors.fill(nothing);
    const lists = Array.from({ length: count }, (_, i) => {
      const squares = quantize(
        queries.values,
        (first + i) * dimensions,
        dimensions,
        queries.norms[first + i]!,
        asked,
        i,
        groupQueries,
        padded,
      );
      const list = createCandidates(
        k,
        threshold,
        errorBound(rowError, Math.sqrt(squares), dimensions),
        total,
      );
      floors[i] = list.floor;
      return list;
    });
    for (let row = 0; row < total; row += callRows) {
      const from = rowsAt + row * size;
      const stop = layout.run(
        from,
        Math.min(from + callRows * size, rowsEnd),
        0,
        roundUp(count, groupQueries) * size,
        size,
        floorsAt,
        hitsAt,
      );
      for (let i = 0, written = (stop - hitsAt) >> 2; i < written; i += 2) {
        const name = hits[i]!;
        const query = Math.floor(name / callRows);
        const at = row + (name % callRows);
        // The last group may be filled up with rows of zeros.
        if (at < total) floors[query] = lists[query]!.offer(at, hits[i + 1]!);
      }
    }
    for (const list of lists) found.push(list.rows());
  }
  return found;
}

/**
 * How far a dot product of rounded vectors, over `scale²`, may lie from the cosine that
 * the plain scan gives. The last term is for float64 itself, in the plain scan's sums
 * and lengths and in the factors of the copies.
 */
function errorBound(rowError: number, queryError: number, dimensions: number): number {
  return (
    (rowError + queryError) / scale +
    (rowError * queryError) / scale ** 2 +
    (8 * dimensions + 64) * Number.EPSILON
  );
}

/**
 * The rows that may still be among the best k of one query.
 *
 * Once k rows have a dot product of at least m, the k-th best cosine is at least
 * m/S² − bound, so that a row below m − 2·bound·S² cannot be better or equal.
 */
function createCandidates(k: number, threshold: Cosine, bound: number, total: number) {
  const best = createTopK(k, total);
  const room = Math.max(1024, 4 * k, total >> 4);
  const fromThreshold = wholeFloor((threshold - bound) * scale ** 2);
  let rows = new Int32Array(256);
  let dots = new Int32Array(256);
  let size = 0;
  let floor = fromThreshold;
  let crowded = false;

  /** Leaves out rows that the floor has overtaken. */
  function thin(): void {
    let kept = 0;
    for (let i = 0; i < size; i += 1) {
      if (dots[i]! <= floor) continue;
      rows[kept] = rows[i]!;
      dots[kept++] = dots[i]!;
    }
    size = kept;
  }

  return {
    /** Dot products at or below it need not be offered. */
    floor,
    /** Takes a row with its dot product; gives the floor from then on. */
    offer(row: number, product: number): number {
      if (product <= floor) return floor;
      if (size === rows.length) {
        thin();
        if (size > room) {
          crowded = true;
          return (floor = nothing);
        }
        if (size * 2 > rows.length) {
          rows = grown(rows);
          dots = grown(dots);
        }
      }
      rows[size] = row;
      dots[size++] = product;
      if (product > best.floor) {
        best.offer(row, product);
        floor = Math.max(floor, wholeFloor(best.floor - 2 * bound * scale ** 2));
      }
      return floor;
    },
    rows(): Int32Array | null {
      thin();
      return crowded ? null : rows.slice(0, size);
    },
  };
}

/** The largest 32-bit number that lies below a real one, for a test by "greater than". */
function wholeFloor(value: number): number {
  return Number.isNaN(value) ? nothing : Math.min(nothing, Math.max(everything, Math.ceil(value) - 1));
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
