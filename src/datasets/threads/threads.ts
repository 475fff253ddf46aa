import type { Span } from '../../core/units';
import type { Turn } from '../../core/text/labelPieces';

/** A conversation that is searched by itself: no fact is looked for in another. */
export interface Thread {
  id: string;
  title: string;
  /** As BCP 47 names it; null where nobody said. */
  language: string | null;
  /** Sealed turns, each a section: a user's message and all that follows up to the next. */
  turns: readonly Turn[];
}

/** A sentence about what happened, and the turns in which it did. */
export interface ThreadFact {
  id: string;
  /** Position of its thread. */
  thread: number;
  text: string;
  /** Positions of its right turns in the thread. */
  turns: readonly number[];
  /** Asks for one detail of a large tool result. */
  probe?: boolean;
}

/** One of several things that a message asks about. */
export interface MixedSubject extends Span {
  about: string;
  turns: readonly number[];
}

/** A message of several subjects; the spans of its subjects count in its text. */
export interface MixedMessage {
  id: string;
  thread: number;
  text: string;
  subjects: readonly MixedSubject[];
}

export interface ThreadsCorpus {
  name: string;
  threads: readonly Thread[];
  facts: readonly ThreadFact[];
  mixed: readonly MixedMessage[];
}
