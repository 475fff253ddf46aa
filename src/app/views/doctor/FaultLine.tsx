import type { ReactNode } from 'react';
import type { Finding } from '../../data/doctor';
import styles from './FaultLine.module.css';

/** A figure with the doctor's red line beside it where it does not hold, and what it should be. */
export function FaultLine({ fault, children }: { fault: Finding | undefined; children: ReactNode }) {
  if (!fault) return children;
  return (
    <span
      className={styles.fault}
      title={`Check of figures: ${fault.path} is ${fault.found}; expected ${fault.expected}`}
    >
      {children}
      <span className={styles.note}>does not hold</span>
    </span>
  );
}
