import { barPlace, type WaterfallStep } from './waterfallModel';
import styles from './StepBars.module.css';

interface StepBarsProps {
  /** One bar per side, the target's first. */
  steps: readonly WaterfallStep[];
  domain: readonly [number, number];
  /** A sum starts at zero and is drawn full. */
  total?: boolean;
}

const sides = [styles.target, styles.other];

/** Bars of one step of two sums, one above the other on a shared scale. The numbers stand beside them. */
export function StepBars({ steps, domain, total = false }: StepBarsProps) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {steps.map((step, side) => {
        const { start, length } = barPlace(step, domain);
        const negative = step.to < step.from;
        return (
          <span key={side} className={styles.track}>
            {step.to === step.from ? null : (
              <span
                className={`${styles.bar} ${sides[side]} ${total ? styles.full : ''} ${negative ? styles.negative : ''}`}
                style={{ insetInlineStart: `${start.toFixed(2)}%`, width: `${length.toFixed(2)}%` }}
              />
            )}
          </span>
        );
      })}
    </span>
  );
}

/** Which bar is whose. */
export function SideKey({ target, other }: { target: string; other: string }) {
  return (
    <span className={styles.key}>
      <span>
        <span className={`${styles.swatch} ${styles.target}`} aria-hidden="true" /> {target}
      </span>
      <span>
        <span className={`${styles.swatch} ${styles.other}`} aria-hidden="true" /> {other}
      </span>
    </span>
  );
}
