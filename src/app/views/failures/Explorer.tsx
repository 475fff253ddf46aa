import { useCallback, type ReactNode } from 'react';
import { HiddenNotice } from './HiddenNotice';
import { MissStepper } from './MissStepper';
import { useFocusOnMove } from './useFocusOnMove';
import type { OpenExperiment } from '../openExperiment';
import type { ReviewPrefill } from './review/reviewModel';
import { ReviewButton, ReviewSheet } from './review/ReviewSheet';
import type { Moves } from './useExplorer';

/** A filter that keeps what is open out of the list, in words, and the change that would let it in. */
export interface Hiding<V> {
  label: string;
  cleared: Partial<V>;
}

/** What is open, alone on the page. */
export interface OpenLine<V> {
  id: string;
  /** As a notice names it: “query bridge-strings-q1”. */
  name: string;
  hiding: readonly Hiding<V>[];
  /** Where the setup is changed. */
  setup?: ReactNode;
  /** What its line in the review sheet is filled in with; null where it is no miss of one experiment. */
  review: (() => ReviewPrefill | Promise<ReviewPrefill>) | null;
  page: ReactNode;
}

interface ExplorerProps<V> extends Moves<V> {
  /** Whose misses they are; null where there are several, which have no review sheet in common. */
  experiment: OpenExperiment | null;
  /** What the list holds, in the plural: misses, queries. */
  what: string;
  /** Ids of the list, in its order. */
  ids: readonly string[];
  /** The id that the address names, known or not. */
  asked: string | null;
  /** Opens a line. */
  opened: (id: string) => Partial<V>;
  /** Leaves the open line, and all that belongs to it alone. */
  closed: Partial<V>;
  open: OpenLine<V> | null;
  /** The list; `reveal` is the line opened last. */
  list: (reveal: string | null) => ReactNode;
}

/**
 * A list of outcomes, or one of them with the way back and to its neighbours. Keyboards
 * and screen readers follow from the one to the other.
 */
export function Explorer<V>({
  experiment,
  what,
  ids,
  asked,
  opened,
  closed,
  open,
  list,
  set,
  href,
}: ExplorerProps<V>) {
  // Moving on from an open line replaces it, so that Back returns to the list.
  const step = useCallback(
    (id: string) => set({ ...closed, ...opened(id) }, { replace: asked !== null }),
    [set, opened, closed, asked],
  );
  const { list: listBox, page: pageBox, wasOpen } = useFocusOnMove(asked);
  if (!open) {
    return (
      <div ref={listBox} className="stack">
        <MissStepper ids={ids} open={null} what={what} onStep={step} />
        {list(wasOpen)}
        {experiment ? <ReviewSheet experiment={experiment} /> : null}
      </div>
    );
  }
  return (
    <div ref={pageBox} className="stack">
      <div className="row no-print">
        <a href={href(closed)}>‹ All {what}</a>
        <MissStepper ids={ids} open={open.id} what={what} onStep={step} />
      </div>
      {open.setup}
      <HiddenNotice
        what={open.name}
        filters={open.hiding.map(({ label }) => label)}
        onClear={() => set(Object.assign({}, ...open.hiding.map(({ cleared }) => cleared)) as Partial<V>)}
      />
      {open.page}
      {experiment && open.review ? (
        <>
          <ReviewButton key={open.id} experiment={experiment} id={open.id} prefill={open.review} />
          <ReviewSheet experiment={experiment} />
        </>
      ) : null}
    </div>
  );
}
