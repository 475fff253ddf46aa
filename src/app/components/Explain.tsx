import { useId, type ReactNode } from 'react';
import styles from './controls.module.css';

/** A small “?” that opens an explanation: by click, touch or keyboard, never by hover alone. */
export function Explain({ about, children }: { about: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className={styles.explain}>
      <button type="button" className={styles.explainButton} popoverTarget={id} aria-label={`About ${about}`}>
        ?
      </button>
      <div id={id} popover="auto" className={styles.popover}>
        {children}
      </div>
    </span>
  );
}

/** A button that opens a panel of controls or links. */
export function PopoverMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className={styles.explain}>
      <button type="button" className={`${styles.button} ${styles.plain}`} popoverTarget={id}>
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div id={id} popover="auto" className={styles.popover}>
        {children}
      </div>
    </span>
  );
}
