import { checkSize } from '../text/sizes';
import { checkFinite, norm, unit } from './vectors';

/**
 * Vectors in one contiguous block, row after row: what is searched often, kept in
 * a file or moved to a worker. Half the memory of plain arrays; scores against it
 * are exact float64 cosines of its float32 rows.
 */
export interface VectorMatrix {
  rows: number;
  dimensions: number;
  /** `rows × dimensions`. */
  values: Float32Array;
  /** Length of each row in float64: 1 but for rounding where rows are unit vectors, 0 for a row of zeros. */
  norms: Float64Array;
}

/** Vectors to search: plain ones at their full precision, or packed. */
export type VectorRows = readonly ArrayLike<number>[] | VectorMatrix;

export function isMatrix(rows: VectorRows): rows is VectorMatrix {
  return 'values' in rows && 'norms' in rows;
}

/** Throws a RangeError that names the vector unless it has so many dimensions. */
export function checkDimensions(name: string, vector: ArrayLike<number>, dimensions: number): void {
  if (vector.length !== dimensions)
    throw new RangeError(`${name} has ${vector.length} dimensions, expected ${dimensions}`);
}

/** A block of numbers as a matrix; its length must be a multiple of `dimensions`. The block is used, not copied. */
export function matrixOf(values: Float32Array, dimensions: number): VectorMatrix {
  checkSize('dimensions', dimensions);
  if (values.length % dimensions !== 0)
    throw new RangeError(`${values.length} numbers do not make rows of ${dimensions} dimensions`);
  const rows = values.length / dimensions;
  const norms = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    checkFinite(vector, `stored vector ${row}`);
    norms[row] = norm(vector);
  }
  return { rows, dimensions, values, norms };
}

/** Vectors as unit vectors in one block, rounded to float32. Unlike lengths and numbers that are not finite are errors. */
export function packVectors(vectors: readonly ArrayLike<number>[]): VectorMatrix {
  return packEach(vectors.length, vectors);
}

/** `packVectors` of so many vectors that come one by one: those that are made on the way are never there all at once. */
export function packEach(count: number, vectors: Iterable<ArrayLike<number>>): VectorMatrix {
  let [values, dimensions, row] = [new Float32Array(0), 1, 0];
  for (const vector of vectors) {
    if (row === 0) {
      dimensions = vector.length;
      values = new Float32Array(count * dimensions);
    }
    if (row === count) throw new RangeError(`more than the ${count} vectors that were announced`);
    checkDimensions(`stored vector ${row}`, vector, dimensions);
    checkFinite(vector, `stored vector ${row}`);
    values.set(unit(vector), row * dimensions);
    row += 1;
  }
  if (row !== count) throw new RangeError(`${row} vectors came, expected ${count}`);
  return matrixOf(values, dimensions);
}
