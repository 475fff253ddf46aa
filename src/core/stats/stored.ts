import type { Comparison } from './compare';
import type { Estimate } from './intervals';

/** Low and high end of an interval. */
export type Bounds = [number, number];

/** A paired comparison as artifacts store it. */
export interface PairedComparison {
  a: string;
  b: string;
  metric: string;
  difference: number | null;
  interval: Bounds | null;
  p: number | null;
  adjustedP: number | null;
  clusters: number;
  verdict: 'a beats b' | 'b beats a' | 'not established';
}

/** Ten decimals: enough for every use, few enough that engines agree on the last one. */
export function rounded(value: number): number;
export function rounded(value: number | null): number | null;
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e10) / 1e10;
}

export const bounds = (low: number | null, high: number | null): Bounds | null =>
  low === null || high === null ? null : [rounded(low), rounded(high)];

/** A figure with its interval, as artifacts store it: an exact bound stands in place of a bootstrap without width. */
export interface StoredEstimate {
  value: number | null;
  n: number;
  interval: Bounds | null;
  tInterval: Bounds | null;
  exactBound: Bounds | null;
}

export const storedEstimate = ({ mean, n, low, high, t, method }: Estimate): StoredEstimate => ({
  value: rounded(mean),
  n,
  interval: method === 'bootstrap' ? bounds(low, high) : null,
  tInterval: t && bounds(t.low, t.high),
  exactBound: method === 'binomial' ? bounds(low, high) : null,
});

/** What a comparison found, as it is stored; fields in the order of the files. */
export function storedFindings(
  { a, difference, p, adjustedP, verdict }: Comparison,
  clusters: number,
): Omit<PairedComparison, 'a' | 'b' | 'metric'> {
  return {
    difference: rounded(difference.mean),
    interval: bounds(difference.low, difference.high),
    p: rounded(p),
    adjustedP: rounded(adjustedP),
    clusters,
    verdict:
      verdict.kind === 'notEstablished'
        ? 'not established'
        : verdict.winner === a
          ? 'a beats b'
          : 'b beats a',
  };
}

/** The same with who was compared on what. */
export const storedComparison = (found: Comparison, metric: string, clusters: number): PairedComparison => ({
  a: found.a,
  b: found.b,
  metric,
  ...storedFindings(found, clusters),
});
