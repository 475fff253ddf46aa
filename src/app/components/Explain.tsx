import type { ReactNode } from 'react';
import { Popover } from './Popover';
import styles from './controls.module.css';

/** A small “?” that opens an explanation: by click, touch or keyboard, never by hover alone. */
export function Explain({ about, children }: { about: string; children: ReactNode }) {
  return (
    <Popover button={{ className: styles.explainButton, 'aria-label': `About ${about}`, children: '?' }}>
      {children}
    </Popover>
  );
}

/** A button that opens a panel of controls or links. */
export function PopoverMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover
      button={{
        className: `${styles.button} ${styles.plain}`,
        children: (
          <>
            {label} <span aria-hidden="true">▾</span>
          </>
        ),
      }}
    >
      {children}
    </Popover>
  );
}
