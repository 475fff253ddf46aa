import { isPresent } from '../../../core/stats/format';
import styles from './Scorecard.module.css';

interface DifferenceBarProps {
  difference: number | null;
  bounds: readonly [number, number] | null;
  /** The same for all bars of a table: differences from −domain to +domain. */
  domain: number;
}

/** The largest bound in a table, so that all its bars share one scale. */
export function differenceDomain(
  comparisons: readonly { difference: number | null; interval: readonly [number, number] | null }[],
): number {
  const sizes = comparisons
    .flatMap(({ difference, interval }) => [difference, ...(interval ?? [])])
    .filter(isPresent)
    .map(Math.abs);
  return Math.max(1e-9, ...sizes);
}

/** A difference and its interval around a line at 0; the numbers stand beside it. */
export function DifferenceBar({ difference, bounds, domain }: DifferenceBarProps) {
  if (!isPresent(difference)) return null;
  const x = (value: number) => 100 + (value / domain) * 96;
  return (
    <svg viewBox="0 0 200 24" preserveAspectRatio="none" aria-hidden="true">
      <line className={styles.axis} x1="100" x2="100" y1="1" y2="23" />
      {bounds ? <line className={styles.range} x1={x(bounds[0])} x2={x(bounds[1])} y1="12" y2="12" /> : null}
      <rect className={styles.mean} x={x(difference) - 1.8} y="7" width="3.6" height="10" />
    </svg>
  );
}
