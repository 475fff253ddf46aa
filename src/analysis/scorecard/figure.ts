import { count, formatValue, interval, isPresent, type Unit } from '../../core/stats/format';
import type { Estimate } from '../../artifact/common';

export const intervalKinds = ['bootstrap', 't', 'off'] as const;
/** Which interval the cells show. An exact bound stands in place of either where a share is 0 or 1. */
export type IntervalKind = (typeof intervalKinds)[number];
/** The high end is null where an interval has none: no amount of tokens is certain to be enough. */
type Bounds = readonly [low: number, high: number | null];

/** One number of a scorecard with all that is known about it. */
export interface Figure {
  value: number | null;
  unit: Unit;
  /** Questions behind it; null for a figure that rests on none, such as a number of contexts. */
  n: number | null;
  bootstrap: Bounds | null;
  t: Bounds | null;
  exact: Bounds | null;
  /** Said under the number, such as the cutoff that it was reached at. */
  note?: string;
  /** Said only where there is room for a sentence. */
  detail?: string;
}

export function estimateFigure(estimate: Estimate, unit: Unit): Figure {
  const { value, n, interval, tInterval, exactBound } = estimate;
  return { value, unit, n, bootstrap: interval, t: tInterval, exact: exactBound };
}

/** A figure without questions behind it, and so without an interval. */
export function plainFigure(value: number | null | undefined, unit: Unit, note?: string): Figure {
  return {
    value: value ?? null,
    unit,
    n: null,
    bootstrap: null,
    t: null,
    exact: null,
    ...(note === undefined ? {} : { note }),
  };
}

export function figureText({ value, unit, n }: Figure): string {
  return formatValue(value, unit, n ?? undefined);
}

/** The interval to show, and how it was made. */
export function shownInterval(
  figure: Figure,
  kind: IntervalKind,
): { bounds: Bounds; how: 'bootstrap' | 't' | 'exact' } | null {
  if (kind === 'off') return null;
  if (figure.exact) return { bounds: figure.exact, how: 'exact' };
  const bounds = figure[kind];
  return bounds && { bounds, how: kind };
}

/** Both ends of an interval in the unit of its figure: `[79.1, 92.4]`; ∞ for a high end that there is not. */
function show([low, high]: Bounds, unit: Unit): string {
  return interval(low, high ?? Infinity, (value) => formatValue(value, unit));
}

/** What stands under the number where an interval belongs: the interval, or why there is none. */
export function intervalText(figure: Figure, kind: IntervalKind): string {
  if (figure.n === null || kind === 'off') return '';
  if (figure.n === 0) return 'n = 0';
  if (!isPresent(figure.value)) return '';
  const shown = shownInterval(figure, kind);
  if (!shown && figure.bootstrap) return 'no t interval';
  if (!shown) return figure.n === 1 ? 'interval not defined (n = 1)' : 'interval not defined';
  return `${show(shown.bounds, figure.unit)}${shown.how === 'exact' ? ' exact' : ''}`;
}

/** Everything about a figure in sentences, for the line under the table. */
export function figureSentences(
  figure: Figure,
  basis: { questions: string; cluster: string; clusters: number; total: number | null },
): string[] {
  if (figure.n === null) return figure.note === undefined ? [] : [`${figure.note}.`];
  const plural = basis.cluster.endsWith('y') ? `${basis.cluster.slice(0, -1)}ies` : `${basis.cluster}s`;
  const sentences = [
    basis.total === null || basis.total === figure.n
      ? `n = ${count(figure.n)} ${basis.questions}.`
      : `n = ${count(figure.n)} of ${count(basis.total)} ${basis.questions}.`,
  ];
  if (figure.exact)
    sentences.push(
      `Exact bound over ${basis.clusters} ${plural}: ${show(figure.exact, figure.unit)}; a bootstrap of all or none would have no width.`,
    );
  if (figure.bootstrap)
    sentences.push(
      `95 % bootstrap interval over ${basis.clusters} ${plural}: ${show(figure.bootstrap, figure.unit)}.`,
    );
  if (figure.t) sentences.push(`95 % t interval: ${show(figure.t, figure.unit)}.`);
  if (figure.bootstrap && figure.bootstrap[0] === figure.bootstrap[1])
    sentences.push(`Every ${basis.cluster} has the same value, so resampling cannot vary it.`);
  if (!figure.exact && !figure.bootstrap && !figure.t && isPresent(figure.value))
    sentences.push(
      `An interval is not defined${figure.n === 1 ? ' with n = 1' : ` with fewer than two ${plural}`}.`,
    );
  for (const said of [figure.note, figure.detail]) if (said !== undefined) sentences.push(`${said}.`);
  return sentences;
}

/**
 * Shade of each row in a column, 0 for the worst and 1 for the best of all rows; null where
 * a figure is missing, where neither end is good, or where all are equal.
 */
export function columnShade(
  values: readonly (number | null)[],
  better: 'higher' | 'lower' | null,
): (value: number | null) => number | null {
  const present = values.filter(isPresent);
  const [low, high] = [Math.min(...present), Math.max(...present)];
  if (better === null || !(high > low)) return () => null;
  return (value) => {
    if (!isPresent(value)) return null;
    const share = (value - low) / (high - low);
    return better === 'higher' ? share : 1 - share;
  };
}
