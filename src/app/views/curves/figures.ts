import { decimal, percent, score, type Unit } from '../../../core/stats/format';
import type { Estimate } from '../../../artifact/common';
import { zoomedDomain } from '../../charts/axisModel';
import type { VerticalAxis } from '../../charts/lineChartModel';
import type { ChartPoint } from '../../charts/series';

/** A figure at a place of the horizontal axis. A figure at 0 or 1 shows its exact bound: a bootstrap of all or none has no width. */
export function estimatePoint(x: number, estimate: Estimate | undefined): ChartPoint {
  const [low, high] = estimate?.exactBound ?? estimate?.interval ?? [null, null];
  return { x, y: estimate && estimate.n > 0 ? estimate.value : null, low, high, n: estimate?.n ?? null };
}

/** The vertical axis of a figure between 0 and 1: fixed, so that charts can be compared, unless it is zoomed to what there is. */
export function shareAxis(title: string, unit: Unit, zoomTo: readonly ChartPoint[] | null): VerticalAxis {
  const domain = zoomTo
    ? zoomedDomain(
        zoomTo.flatMap(({ y, low, high }) => [y, low, high]),
        [0, 1],
      )
    : ([0, 1] as const);
  return {
    title,
    domain,
    broken: domain[0] > 0,
    ...(zoomTo ? {} : { ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] }),
    format: (value) => (unit === 'share' ? percent(value) : score(value)),
    tickFormat: (value) => (unit === 'share' ? `${shortest(value * 100)} %` : shortest(value)),
  };
}

/** A round number with as few decimals as it needs: 0.8, not 0.800. */
function shortest(value: number): string {
  const digits =
    [0, 1, 2, 3].find(
      (candidate) => Math.abs(value * 10 ** candidate - Math.round(value * 10 ** candidate)) < 1e-6,
    ) ?? 3;
  return decimal(digits === 0 ? Math.round(value) : value, digits);
}

/** What must be said about an axis that is not the full one. */
export function cutAxisNote({ domain, tickFormat, format }: VerticalAxis): string[] {
  const show = tickFormat ?? format;
  return domain[0] === 0 && domain[1] === 1
    ? []
    : [
        `The vertical axis is cut: it runs from ${show(domain[0])} to ${show(domain[1])}, not from ${show(0)} to ${show(1)}.`,
      ];
}

/** A text as the beginning of a title: `span recall` → `Span recall`, but `nDCG` stays. */
export function titled(text: string): string {
  return /^[a-z][a-z ]/.test(text) ? `${text[0]!.toUpperCase()}${text.slice(1)}` : text;
}
