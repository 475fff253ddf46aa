import { isPresent } from '../../../core/stats/format';
import styles from './Compare.module.css';

interface Difference {
  mean: number | null;
  low: number | null;
  high: number | null;
}

/** The largest bound of some differences, so that their bars share one scale. */
export function domainOf(differences: readonly Difference[]): number {
  return Math.max(
    1e-9,
    ...differences
      .flatMap(({ mean, low, high }) => [mean, low, high])
      .filter(isPresent)
      .map(Math.abs),
  );
}

/** A difference and its interval around a line at 0; the numbers stand beside it. */
export function DifferenceBar({
  difference: { mean, low, high },
  domain,
}: {
  difference: Difference;
  domain: number;
}) {
  if (!isPresent(mean)) return null;
  const x = (value: number) => 60 + (value / domain) * 56;
  return (
    <svg viewBox="0 0 120 18" className={styles.difference} aria-hidden="true">
      <line className={styles.axis} x1="60" x2="60" y1="1" y2="17" />
      {isPresent(low) && isPresent(high) ? (
        <line className={styles.range} x1={x(low)} x2={x(high)} y1="9" y2="9" />
      ) : null}
      <rect className={styles.mean} x={x(mean) - 1.5} y="4" width="3" height="10" />
    </svg>
  );
}
