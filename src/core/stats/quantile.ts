/**
 * Quantiles of type 7 (those of `d3.quantile`, R and NumPy), in the order of `ps`;
 * `null` for each when there are no values. Bit-identical to `d3.quantile`.
 *
 * By selection instead of sorting: the values are counted into buckets of equal width,
 * and only the buckets that hold a wanted rank are looked at again. NaN is the caller's
 * to keep out. `values` stays as it is.
 */
export function quantiles(values: Float64Array, ps: readonly number[]): (number | null)[] {
  for (const p of ps) if (!(p >= 0 && p <= 1)) throw new RangeError(`quantile p is ${p}, expected 0 to 1`);
  const n = values.length;
  if (n === 0) return ps.map(() => null);
  const at = rankedValues(values);
  return ps.map((p) => {
    const position = (n - 1) * p;
    const below = Math.floor(position);
    const lower = at(below);
    return below + 1 === n ? lower : lower + (at(below + 1) - lower) * (position - below);
  });
}

/** One quantile of type 7 of any list of numbers; `null` for an empty one. */
export function quantile(values: ArrayLike<number>, p: number): number | null {
  return quantiles(Float64Array.from(values), [p])[0]!;
}

const BUCKETS = 1_024;

/** Gives the value at any rank (0-based, ascending), sorting no more than the bucket it lies in. */
function rankedValues(values: Float64Array): (rank: number) => number {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const scale = (BUCKETS - 1) / (most - least);
  // Equal values, or a range beyond doubles: nothing to count into, and sorting is right for both.
  if (!(scale > 0 && scale < Infinity) || values.length < BUCKETS / 4) {
    const sorted = values.slice().sort();
    return (rank) => sorted[rank]!;
  }
  // Rounding keeps the order: a value in a lower bucket is never the larger one.
  const buckets = new Uint16Array(values.length);
  const starts = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < values.length; i++) {
    const bucket = ((values[i]! - least) * scale) | 0;
    buckets[i] = bucket;
    starts[bucket + 1]!++;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const sortedBuckets = new Map<number, Float64Array>();
  return (rank) => {
    let bucket = 0;
    while (starts[bucket + 1]! <= rank) bucket++;
    let inside = sortedBuckets.get(bucket);
    if (!inside)
      sortedBuckets.set(
        bucket,
        (inside = bucketValues(values, buckets, bucket, starts[bucket + 1]! - starts[bucket]!)),
      );
    return inside[rank - starts[bucket]!]!;
  };
}

function bucketValues(
  values: Float64Array,
  buckets: Uint16Array,
  bucket: number,
  size: number,
): Float64Array {
  const inside = new Float64Array(size);
  for (let i = 0, filled = 0; filled < size; i++) if (buckets[i] === bucket) inside[filled++] = values[i]!;
  return inside.sort();
}
