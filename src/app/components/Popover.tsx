import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './Popover.module.css';

interface PopoverProps {
  button: Omit<ComponentProps<'button'>, 'ref' | 'type' | 'popoverTarget'>;
  /** `span` where the button stands in a sentence. */
  as?: 'div' | 'span';
  children: ReactNode;
}

/** A button and what it opens above the page, beside the button. Escape, the button or a press elsewhere closes it. */
export function Popover({ button, as: Panel = 'div', children }: PopoverProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    return () => release.current?.();
  }, []);
  return (
    <span className={styles.anchor}>
      <button {...button} ref={opener} type="button" popoverTarget={id} />
      <Panel
        id={id}
        popover="auto"
        className={styles.popover}
        onToggle={({ currentTarget, newState }) => {
          release.current?.();
          release.current = newState === 'open' ? hold(opener.current!, currentTarget) : undefined;
        }}
      >
        {children}
      </Panel>
    </span>
  );
}

/**
 * Shows an open panel beside its button until the function that it returns is called.
 * What places it is fetched when a first one opens; where that cannot be had, the panel
 * stands in the middle of the window.
 */
function hold(button: HTMLElement, panel: HTMLElement): () => void {
  let isHeld = true;
  let stop: (() => void) | undefined;
  void import('./keepBeside').then(
    ({ keepBeside }) => {
      if (isHeld) stop = keepBeside(button, panel);
    },
    () => {
      if (isHeld) panel.dataset['placed'] = 'centred';
    },
  );
  return () => {
    isHeld = false;
    stop?.();
    delete panel.dataset['placed'];
  };
}
