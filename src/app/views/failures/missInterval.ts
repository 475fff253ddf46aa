import { interval, percent } from '../../../core/stats/format';
import type { Estimate } from '../../../artifact/common';

/** The 95 % interval of a share missed, from the estimate of the share found; empty where there is none. */
export function missedInterval(found: Estimate | undefined): string {
  const bounds = found?.interval ?? found?.exactBound;
  return bounds ? `95 % interval ${interval(1 - bounds[1], 1 - bounds[0], percent)}` : '';
}
