import { columnDifference, type ClusterColumn } from './aggregate';
import { bootstrapCells, type BootstrapOptions, type Interval } from './bootstrap';
import { signFlipTests, type SignFlipOptions } from './signFlip';

/** Which end of a metric is the good one. */
export type Direction = 'higher' | 'lower';

/** What the data say about two rows. `text` is the sentence for the reader. */
export type Verdict =
  { kind: 'beats'; winner: string; loser: string; text: string } | { kind: 'notEstablished'; text: string };

/** Two rows on the same questions: the paired difference a − b, its p values, and the verdict. */
export interface Comparison {
  a: string;
  b: string;
  difference: Interval;
  /** Two-sided sign-flip p over clusters; `null` without clusters. */
  p: number | null;
  /** Whether p comes from all sign patterns or from a drawn sample. */
  exact: boolean;
  /** p after Holm's correction over all pairs compared in this call. */
  adjustedP: number | null;
  verdict: Verdict;
}

export interface CompareOptions extends BootstrapOptions, SignFlipOptions {
  /** `higher` unless told. */
  direction?: Direction;
}

/**
 * Holm's step-down correction: each p value made so large that comparing all of them
 * with 0.05 keeps the chance of any false claim below 0.05. In the order given; `null`
 * stays `null` and does not count as a comparison.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const order = pValues
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((x, y) => x.p - y.p || x.index - y.index);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let floor = 0;
  order.forEach(({ p, index }, i) => {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p value ${index} is ${p}, expected 0 to 1`);
    floor = Math.max(floor, Math.min(1, p * (order.length - i)));
    adjusted[index] = floor;
  });
  return adjusted;
}

/**
 * "X beats Y" only when the Holm-adjusted p is below 0.05 *and* the 95 % paired interval
 * of a − b excludes 0; everything else is "not established", also where the interval or
 * p is undefined.
 */
export function verdict(
  a: string,
  b: string,
  found: { difference: Interval; adjustedP: number | null },
  direction: Direction = 'higher',
): Verdict {
  const { low, high } = found.difference;
  const excludesZero = low !== null && high !== null && (low > 0 || high < 0);
  if (!excludesZero || found.adjustedP === null || !(found.adjustedP < 0.05))
    return { kind: 'notEstablished', text: 'not established' };
  const [winner, loser] = low > 0 === (direction === 'higher') ? [a, b] : [b, a];
  return { kind: 'beats', winner, loser, text: `${winner} beats ${loser}` };
}

/**
 * Every declared pair of rows with its paired interval, p values and verdict. The pairs
 * of one call are the family that Holm's correction covers.
 *
 * Rows are columns over the same questions; unlike counts or an unknown row are a RangeError.
 */
export function comparePairs(
  rows: ReadonlyMap<string, ClusterColumn>,
  pairs: readonly (readonly [string, string])[],
  options: CompareOptions = {},
): Comparison[] {
  const columnOf = (id: string): ClusterColumn => {
    const column = rows.get(id);
    if (!column) throw new RangeError(`no row "${id}" among ${[...rows.keys()].join(', ')}`);
    return column;
  };
  const differences = pairs.map(([a, b]) => columnDifference(columnOf(a), columnOf(b)));
  const intervals = bootstrapCells(differences, options);
  const tests = signFlipTests(
    differences.map(({ sums }) => sums),
    options,
  );
  const adjusted = holm(tests.map(({ p }) => p));
  return pairs.map(([a, b], i) => {
    const { p, exact } = tests[i]!;
    const found = { difference: intervals[i]!, adjustedP: adjusted[i]! };
    return { a, b, ...found, p, exact, verdict: verdict(a, b, found, options.direction) };
  });
}
