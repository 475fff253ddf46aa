import { randomSource, STATISTICS_SEED } from './rng';

/** Up to this many sign patterns are all enumerated; beyond it they are drawn. */
const EXACT_PATTERNS = 2 ** 16;
const DRAWN_PATTERNS = 100_000;

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
 * to flip and changes no p); else (b + 1) / (m + 1) with m = 100,000 drawn patterns. All
 * differences 0 give p = 1. Equality is judged to 1e-12 of the sum of magnitudes, or
 * patterns that tie with the one found would be lost to rounding.
 */
export function signFlipTest(clusterDifferences: ArrayLike<number>, { seed = STATISTICS_SEED }: { seed?: number } = {}): SignFlipResult {
  return signFlipTests([clusterDifferences], { seed })[0]!;
}

/** `signFlipTest` for several pairs over the same clusters, which share the drawn patterns; the same numbers as one by one. */
export function signFlipTests(pairs: readonly ArrayLike<number>[], { seed = STATISTICS_SEED }: { seed?: number } = {}): SignFlipResult[] {
  const clusters = pairs[0]?.length ?? 0;
  const drawnFor: Drawn[] = [];
  const results = pairs.map((differences): SignFlipResult => {
    if (differences.length !== clusters) throw new RangeError(`a pair has ${differences.length} clusters, expected ${clusters} as in the first pair`);
    const values = Float64Array.from(differences);
    values.forEach((value, g) => {
      if (!Number.isFinite(value)) throw new RangeError(`difference of cluster ${g} is ${value}, expected a finite number`);
    });
    if (clusters === 0) return { p: null, exact: true, patterns: 0 };
    const differing = values.filter((value) => value !== 0);
    if (2 ** differing.length <= EXACT_PATTERNS) return exactTest(differing);
    const result: SignFlipResult = { p: null, exact: false, patterns: DRAWN_PATTERNS };
    drawnFor.push({ values, threshold: thresholdOf(values), asFar: 0, result });
    return result;
  });
  if (drawnFor.length > 0) drawPatterns(drawnFor, clusters, seed);
  return results;
}

interface Drawn {
  values: Float64Array;
  threshold: number;
  asFar: number;
  result: SignFlipResult;
}

function drawPatterns(pairs: readonly Drawn[], clusters: number, seed: number): void {
  const random = randomSource(seed);
  const signs = new Float64Array(clusters);
  for (let pattern = 0; pattern < DRAWN_PATTERNS; pattern++) {
    for (let g = 0; g < clusters; g++) signs[g] = random() < 0.5 ? -1 : 1;
    for (const pair of pairs) {
      let sum = 0;
      for (let g = 0; g < clusters; g++) sum += signs[g]! * pair.values[g]!;
      if (Math.abs(sum) >= pair.threshold) pair.asFar++;
    }
  }
  for (const { result, asFar } of pairs) result.p = (asFar + 1) / (DRAWN_PATTERNS + 1);
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
