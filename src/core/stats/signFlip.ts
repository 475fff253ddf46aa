import { randomSource, STATISTICS_SEED } from './rng';

/** Up to this many sign patterns are all enumerated; beyond it they are drawn. */
const EXACT_PATTERNS = 2 ** 16;
export const DRAWN_PATTERNS = 100_000;

export interface SignFlipOptions {
  /** Seed of `d3.randomLcg`; 101009 unless told. */
  seed?: number;
  /** Patterns drawn where not all are enumerated; 100,000 unless told. */
  patterns?: number;
}

export interface SignFlipResult {
  /** Two-sided p value; `null` without clusters. */
  p: number | null;
  /** Whether every pattern was enumerated, or a sample of them drawn. */
  exact: boolean;
  /** Patterns behind p. */
  patterns: number;
}

/**
 * How often chance alone, deciding for each cluster which of two rows is called A, gives
 * a total difference at least as far from 0 as the one found (paired, two-sided).
 *
 * `clusterDifferences[g]` is the *sum* of a − b over the questions of cluster g: the
 * number of questions is the same in every pattern, so the order of sums is that of
 * means. Exact for up to 16 clusters that differ at all (a difference of 0 has no sign
 * to flip and changes no p); else (b + 1) / (m + 1) with m drawn patterns, 100,000 unless told. All
 * differences 0 give p = 1. Equality is judged to 1e-12 of the sum of magnitudes, or
 * patterns that tie with the one found would be lost to rounding.
 */
export function signFlipTest(
  clusterDifferences: ArrayLike<number>,
  options: SignFlipOptions = {},
): SignFlipResult {
  return signFlipTests([clusterDifferences], options)[0]!;
}

/** `signFlipTest` for several pairs over the same clusters, which share the drawn patterns; the same numbers as one by one. */
export function signFlipTests(
  pairs: readonly ArrayLike<number>[],
  { seed = STATISTICS_SEED, patterns = DRAWN_PATTERNS }: SignFlipOptions = {},
): SignFlipResult[] {
  if (!Number.isInteger(patterns) || patterns < 1)
    throw new RangeError(`patterns is ${patterns}, expected a whole number of at least 1`);
  const clusters = pairs[0]?.length ?? 0;
  const drawnFor: Drawn[] = [];
  const results = pairs.map((differences): SignFlipResult => {
    if (differences.length !== clusters)
      throw new RangeError(
        `a pair has ${differences.length} clusters, expected ${clusters} as in the first pair`,
      );
    const values = Float64Array.from(differences);
    values.forEach((value, g) => {
      if (!Number.isFinite(value))
        throw new RangeError(`difference of cluster ${g} is ${value}, expected a finite number`);
    });
    if (clusters === 0) return { p: null, exact: true, patterns: 0 };
    const differing = values.filter((value) => value !== 0);
    if (2 ** differing.length <= EXACT_PATTERNS) return exactTest(differing);
    const result: SignFlipResult = { p: null, exact: false, patterns };
    drawnFor.push({ values, threshold: thresholdOf(values), result });
    return result;
  });
  if (drawnFor.length > 0) drawPatterns(drawnFor, signsOf(patterns, clusters, seed), clusters);
  return results;
}

interface Drawn {
  values: Float64Array;
  threshold: number;
  result: SignFlipResult;
}

/** Sign patterns, one after the other: all of them (up to a common sign, which changes no size) for few clusters, else drawn ones. */
export function signPatterns(
  clusters: number,
  { seed = STATISTICS_SEED, patterns = DRAWN_PATTERNS }: SignFlipOptions = {},
): { signs: Int8Array; exact: boolean } {
  if (2 ** clusters > EXACT_PATTERNS) return { signs: signsOf(patterns, clusters, seed), exact: false };
  const signs = new Int8Array(clusters * 2 ** Math.max(0, clusters - 1)).fill(1);
  for (let i = 0; i < signs.length; i++) {
    const [pattern, cluster] = [Math.floor(i / clusters), i % clusters];
    if (cluster > 0 && (pattern >> (cluster - 1)) & 1) signs[i] = -1;
  }
  return { signs, exact: true };
}

/**
 * The smallest p that Holm's correction can leave to the clearest of so many pairs over so
 * many clusters: every cluster on one side. At 0.05 or above the comparison has no power:
 * whatever the figures are, nothing can be established.
 */
export function smallestReachableP(
  clusters: number,
  pairs: number,
  { patterns = DRAWN_PATTERNS }: SignFlipOptions = {},
): number {
  const alone = 2 ** clusters <= EXACT_PATTERNS ? Math.min(1, 2 / 2 ** clusters) : 1 / (patterns + 1);
  return Math.min(1, alone * pairs);
}

let lastSigns: { key: string; signs: WeakRef<Int8Array> } | undefined;

/** The drawn signs, pattern after pattern. A table tests many pairs over the same clusters, so the last ones are remembered while memory allows. */
function signsOf(patterns: number, clusters: number, seed: number): Int8Array {
  const key = `${patterns} ${clusters} ${seed}`;
  const known = lastSigns?.key === key ? lastSigns.signs.deref() : undefined;
  if (known) return known;
  const random = randomSource(seed);
  const signs = new Int8Array(patterns * clusters);
  for (let i = 0; i < signs.length; i++) signs[i] = random() < 0.5 ? -1 : 1;
  lastSigns = { key, signs: new WeakRef(signs) };
  return signs;
}

/** Four pairs at a time, so that the additions of one do not wait for each other. */
function drawPatterns(pairs: readonly Drawn[], signs: Int8Array, clusters: number): void {
  const patterns = signs.length / clusters;
  for (let first = 0; first < pairs.length; first += 4) {
    const lanes = pairs.slice(first, first + 4);
    const table = new Float64Array(4 * clusters);
    lanes.forEach(({ values }, lane) => values.forEach((value, g) => (table[4 * g + lane] = value)));
    const [t0 = 0, t1 = 0, t2 = 0, t3 = 0] = lanes.map(({ threshold }) => threshold);
    const asFar = [0, 0, 0, 0] as [number, number, number, number];
    for (let pattern = 0, p = 0; pattern < patterns; pattern++) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let at = 0; at < table.length; at += 4) {
        const sign = signs[p++]!;
        a += sign * table[at]!;
        b += sign * table[at + 1]!;
        c += sign * table[at + 2]!;
        d += sign * table[at + 3]!;
      }
      if (Math.abs(a) >= t0) asFar[0]++;
      if (Math.abs(b) >= t1) asFar[1]++;
      if (Math.abs(c) >= t2) asFar[2]++;
      if (Math.abs(d) >= t3) asFar[3]++;
    }
    lanes.forEach(({ result }, lane) => (result.p = (asFar[lane]! + 1) / (patterns + 1)));
  }
}

/** All patterns: the sums are built by doubling, and the first sign stays, since −pattern is as far from 0 as pattern. */
function exactTest(values: Float64Array): SignFlipResult {
  if (values.length === 0) return { p: 1, exact: true, patterns: 1 };
  let sums = Float64Array.of(values[0]!);
  for (const value of values.subarray(1)) {
    const next = new Float64Array(sums.length * 2);
    sums.forEach((sum, i) => {
      next[2 * i] = sum + value;
      next[2 * i + 1] = sum - value;
    });
    sums = next;
  }
  const threshold = thresholdOf(values);
  let asFar = 0;
  for (const sum of sums) if (Math.abs(sum) >= threshold) asFar++;
  return { p: asFar / sums.length, exact: true, patterns: 2 * sums.length };
}

function thresholdOf(values: Float64Array): number {
  let sum = 0;
  let size = 0;
  for (const value of values) {
    sum += value;
    size += Math.abs(value);
  }
  return Math.abs(sum) - 1e-12 * size;
}
