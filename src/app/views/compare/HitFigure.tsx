import { interval, percent } from '../../../core/stats/format';
import type { Estimate } from '../../../artifact/common';
import styles from './Compare.module.css';

/** A share of questions with a hit, its cutoff and its interval. */
export function HitFigure({
  estimate: { value, n, interval: bounds, exactBound },
  cutoff,
}: {
  estimate: Estimate;
  cutoff: number;
}) {
  const range = bounds ?? exactBound;
  return (
    <span className={styles.figure}>
      <span className="number">
        {percent(value, n)} <span className="soft small">@{cutoff}</span>
      </span>
      <span className={styles.under}>{range ? interval(range[0], range[1], percent) : 'interval n/a'}</span>
    </span>
  );
}
