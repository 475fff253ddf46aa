import { checkSize } from '../text/sizes';

/**
 * Below this length a mean of unit vectors is rounding noise: the vectors cancel,
 * and its direction would be made up.
 */
const cancelled = 1e-12;

function checkSameLength(a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length !== b.length)
    throw new RangeError(
      `vectors must have the same number of dimensions, found ${a.length} and ${b.length}`,
    );
}

/** Throws a RangeError that names the first number of a vector that is not finite. */
export function checkFinite(v: ArrayLike<number>, name = 'vector'): void {
  for (let i = 0; i < v.length; i += 1) {
    if (!Number.isFinite(v[i]))
      throw new RangeError(`${name} must hold finite numbers, found ${v[i]} at dimension ${i}`);
  }
}

/** The focus weight itself; a RangeError unless it lies in 0–1. */
export function checkFocusWeight(focusWeight: number, name = 'focusWeight'): number {
  if (!(focusWeight >= 0 && focusWeight <= 1))
    throw new RangeError(`${name} must lie between 0 and 1, found ${focusWeight}`);
  return focusWeight;
}

/** Sum of products in order of dimension, in float64. Different lengths are an error, never padded. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkSameLength(a, b);
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

/** Euclidean length; also of vectors whose squares leave the range of float64. */
export function norm(v: ArrayLike<number>): number {
  const squares = dot(v, v);
  if (squares > 1e-280 && squares < Infinity) return Math.sqrt(squares);
  checkFinite(v);
  let largest = 0;
  for (let i = 0; i < v.length; i += 1) largest = Math.max(largest, Math.abs(v[i]!));
  if (largest === 0) return 0;
  let scaled = 0;
  for (let i = 0; i < v.length; i += 1) scaled += (v[i]! / largest) ** 2;
  return largest * Math.sqrt(scaled);
}

/** The vector at length one; zeros stay zeros. NaN and infinite numbers are an error. */
export function unit(v: ArrayLike<number>): number[] {
  const length = norm(v);
  const result = new Array<number>(v.length).fill(0);
  if (length > 0) for (let i = 0; i < result.length; i += 1) result[i] = v[i]! / length;
  return result;
}

/**
 * Raw cosine of two vectors in float64; 0 when one of them is all zeros, which
 * has no direction.
 */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkSameLength(a, b);
  const lengths = norm(a) * norm(b);
  // Beyond these the product itself loses digits.
  if (lengths > 1e-200 && lengths < 1e200) return dot(a, b) / lengths;
  return dot(unit(a), unit(b));
}

/**
 * The direction that vectors share: `unit(mean(unit(v)))`, the context of a turn
 * from its pieces, without another embedding call. Zeros when they cancel. No
 * vectors at all is an error, since nothing tells the dimensions.
 */
export function meanVector(vectors: readonly ArrayLike<number>[]): number[] {
  const first = vectors[0];
  if (!first) throw new RangeError('the mean of vectors needs at least one, found 0');
  const sum = new Array<number>(first.length).fill(0);
  for (const vector of vectors) {
    checkSameLength(first, vector);
    const length = norm(vector);
    if (length > 0) for (let i = 0; i < sum.length; i += 1) sum[i]! += vector[i]! / length;
  }
  const mean = sum.map((value) => value / vectors.length);
  return norm(mean) < cancelled ? mean.fill(0) : unit(mean);
}

/**
 * The vector that a chunk is searched by: `unit(w · unit(chunk) + (1 − w) · unit(context))`,
 * w = `focusWeight`; 1 is the chunk alone. The same blend makes the vector of a query part.
 *
 * A context of zeros (a mean that cancelled) leaves the chunk alone; whoever made
 * that context records it. Different lengths, a chunk of zeros and a weight outside
 * 0–1 are errors.
 */
export function chunkSearchVector(
  chunk: ArrayLike<number>,
  context: ArrayLike<number>,
  focusWeight = 0.8,
): number[] {
  checkFocusWeight(focusWeight);
  checkSameLength(chunk, context);
  const focus = unit(chunk);
  if (norm(focus) === 0)
    throw new RangeError(`a chunk vector must not be all zeros, found ${chunk.length} zeros`);
  const frame = unit(context);
  if (norm(frame) === 0) return focus;
  const blend = focus.map((value, i) => focusWeight * value + (1 - focusWeight) * frame[i]!);
  return norm(blend) < cancelled ? blend.fill(0) : unit(blend);
}

/**
 * The first `dimensions` numbers at length one, only for models trained to be
 * shortened (Matryoshka). Asking for more than there are is an error.
 */
export function truncateDimensions(v: ArrayLike<number>, dimensions: number): number[] {
  checkSize('dimensions', dimensions);
  if (dimensions > v.length)
    throw new RangeError(`cannot keep ${dimensions} dimensions of a vector of ${v.length}`);
  return unit(Array.prototype.slice.call(v, 0, dimensions));
}
