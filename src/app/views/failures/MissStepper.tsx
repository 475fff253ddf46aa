import { useEffect, useState } from 'react';
import { Button } from '../../components/Button';
import styles from './MissStepper.module.css';

interface MissStepperProps {
  /** Ids of the list, in its order. */
  ids: readonly string[];
  /** The open one; null while the list is shown. */
  open: string | null;
  /** What the list holds, in the plural: misses, queries. */
  what: string;
  onStep: (id: string) => void;
}

/** The neighbours of the open miss in the list. An open miss that a filter hides has the whole list after it. */
export function neighbours(
  ids: readonly string[],
  open: string | null,
): { place: number; previous: string | undefined; next: string | undefined } {
  const place = open === null ? -1 : ids.indexOf(open);
  return { place, previous: place > 0 ? ids[place - 1] : undefined, next: ids[place + 1] };
}

/** Whether the keys act, for this visit: who dictates or types by accident must be able to turn them off. */
let keysWanted = true;

/** Previous and next miss, by button or by the keys k and j. */
export function MissStepper({ ids, open, what, onStep }: MissStepperProps) {
  const { place, previous, next } = neighbours(ids, open);
  const [keysOn, setKeysOn] = useState(keysWanted);
  useEffect(() => {
    if (!keysOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || typesText(event.target))
        return;
      const id = event.key === 'j' ? next : event.key === 'k' ? previous : undefined;
      if (id === undefined) return;
      event.preventDefault();
      onStep(id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keysOn, next, previous, onStep]);
  const setKeys = (on: boolean) => {
    keysWanted = on;
    setKeysOn(on);
  };

  if (open === null) return null;
  return (
    <div className="row gap-2 no-print" role="group" aria-label={`Move through the ${what}`}>
      <Button disabled={previous === undefined} onClick={() => previous !== undefined && onStep(previous)}>
        ‹ Previous <kbd aria-hidden="true">k</kbd>
      </Button>
      <Button disabled={next === undefined} onClick={() => next !== undefined && onStep(next)}>
        Next <kbd aria-hidden="true">j</kbd> ›
      </Button>
      <span className="soft small">
        {place < 0 ? `not among the ${ids.length} ${what} listed` : `${place + 1} of ${ids.length} ${what}`}
      </span>
      <label className={`soft small ${styles.keys}`}>
        <input type="checkbox" checked={keysOn} onChange={(event) => setKeys(event.target.checked)} /> keys j
        and k
      </label>
    </div>
  );
}

/** Where letters are typed, or pick an entry, they are not commands. */
function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['radio', 'checkbox', 'range', 'button'].includes(target.type);
  return (
    target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || target.isContentEditable
  );
}
