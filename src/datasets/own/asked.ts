import type { ArtifactProblem } from '../../artifact/errors';
import type { GoldSpan } from '../corpus';

/** A document as the reader brought it. */
export interface HeldDocument {
  /** Unique; also what questions call it by. */
  id: string;
  text: string;
}

/** A gold span that the reader marked, or that a file states. */
export interface MarkedSpan {
  /** Id of its document. */
  document: string;
  start: number;
  end: number;
}

export interface AskedQuestion {
  id: string;
  text: string;
  /** Id of the document that it is about; null for any. */
  document: string | null;
  answers: readonly string[];
  marks: readonly MarkedSpan[];
  /** null where the reader gave none. */
  family: string | null;
  /** Whether its file says that the documents do not establish an answer. */
  open?: boolean;
}

/** Where the gold of a question stands. */
export interface LocatedQuestion {
  /**
   * `marked`: by the reader; `located`: in the documents; `elsewhere`: not in the document
   * that the question names, but in another; `not located`: nowhere; `no gold`: no answer given;
   * `not established`: its file says that the documents leave it open.
   */
  status: 'marked' | 'located' | 'elsewhere' | 'not located' | 'no gold' | 'not established';
  /** Required spans: the marked ones, or the first place of the first answer that has one. */
  gold: GoldSpan[];
  /** Places of that answer in the document of the gold span. */
  places: number;
  /** Answers that stand nowhere. */
  missing: string[];
  /** Every place of that answer is the middle of a longer word: `no` in `not`. */
  insideWord?: boolean;
  /** A document that the question names and that is not here. */
  unknownDocument: string | null;
}

/** Documents and questions of a file in a known form, or why it is none. */
export type DatasetAnswer =
  | { kind: 'read'; documents: HeldDocument[]; questions: AskedQuestion[]; notices: readonly string[] }
  | { kind: 'refused'; problem: ArtifactProblem };
