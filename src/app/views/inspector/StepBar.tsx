import { useCallback, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Span } from '../../../core/units';
import { Button } from '../../components/Button';
import { nextOffset } from './inspectorModel';
import type { useDrawnDocument } from './useDrawnDocument';
import styles from './Inspector.module.css';

const kinds = ['boundary', 'disagreement', 'gold'] as const;
type Kind = (typeof kinds)[number];

/** Keys forwards and backwards, and words. */
const steppers = {
  boundary: { keys: ['n', 'p'], word: 'boundary' },
  disagreement: { keys: ['d', 'D'], word: 'disagreement' },
  gold: { keys: ['g', 'G'], word: 'gold span' },
} as const;

interface Steps {
  /** Places to go to, by kind. */
  places: Readonly<Record<Kind, readonly number[]>>;
  step: (kind: Kind, direction: 1 | -1) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Keeps what is on the screen: steps begin there while no place is chosen. */
  sees: (span: Span) => void;
}

type Drawn = Pick<ReturnType<typeof useDrawnDocument>, 'lanes' | 'front' | 'zones' | 'shownZones' | 'gold'>;

/** The places of a document that a reader steps through, by button or key. */
export function useSteps(
  { lanes, front, zones, shownZones, gold }: Drawn,
  at: number | null,
  length: number,
  goTo: (offset: number) => void,
): Steps {
  const places = useMemo(() => {
    const inZones = (offset: number) =>
      !shownZones || shownZones.some(({ start, end }) => start <= offset && offset < end);
    return {
      boundary: Array.from(
        new Set(lanes[front]!.drawn.edges.filter((edge, place) => place % 2 === 0 && inZones(edge))),
      ),
      disagreement: zones.map(({ start, targets }) => targets[0]?.start ?? start),
      gold: [...new Set(gold.map(({ start }) => start))],
    };
  }, [lanes, front, zones, gold, shownZones]);
  const visible = useRef<Span>({ start: 0, end: length });
  const step = (kind: Kind, direction: 1 | -1) => {
    const to = nextOffset(places[kind], at ?? visible.current.start - (direction > 0 ? 1 : 0), direction);
    if (to !== null) goTo(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const kind = kinds.find((candidate) => steppers[candidate].keys.some((key) => key === event.key));
    if (!kind) return;
    event.preventDefault();
    step(kind, event.key === steppers[kind].keys[0] ? 1 : -1);
  };
  const sees = useCallback((span: Span) => {
    visible.current = span;
  }, []);
  return { places, step, onKeyDown, sees };
}

/** Buttons to the previous and the next place of each kind. */
export function StepBar({
  steps: { places, step },
  children,
}: {
  steps: Pick<Steps, 'places' | 'step'>;
  children: ReactNode;
}) {
  return (
    <div className={`${styles.steps} no-print`} role="group" aria-label="Go to the next place">
      {kinds.map((kind) => {
        const { keys, word } = steppers[kind];
        return (
          <span key={kind} className={styles.stepPair}>
            <Button
              className={styles.step}
              disabled={places[kind].length === 0}
              onClick={() => step(kind, -1)}
              aria-label={`Previous ${word}`}
            >
              ‹
            </Button>
            <span title={`With the focus in the text: ${keys.join(', ')}`}>
              {word} <kbd>{keys[0]}</kbd> <kbd>{keys[1]}</kbd>
            </span>
            <Button
              className={styles.step}
              disabled={places[kind].length === 0}
              onClick={() => step(kind, 1)}
              aria-label={`Next ${word}`}
            >
              ›
            </Button>
          </span>
        );
      })}
      {children}
    </div>
  );
}
