import type { StepOf } from '../../datasets/corpus';
import type { Tokenizer } from '../../core/chunking/tokens';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { DoctorCheck } from './findings';

/** Text of a corpus, in the order of the experiment's documents and questions. */
export interface CorpusTexts {
  documents: readonly string[];
  questions: readonly { text: string; answers: readonly string[] }[];
}

/** What the doctor is given: an entry of an index and the bytes of its files. */
export interface ExaminedArtifact {
  entry: ExperimentEntry;
  files: ReadonlyMap<string, Uint8Array>;
  /** Why a listed file could not be read, by name. */
  unread?: ReadonlyMap<string, string>;
  /** Text of a corpus that the artifact does not include and that the reader has loaded. */
  texts?: CorpusTexts;
}

export interface ExamineOptions {
  /** SHA-256 in lower-case hex; null where none can be computed. */
  sha256: (bytes: Uint8Array) => Promise<string | null>;
  /** Whether figures are computed again too, which takes most of the time; they are unless told. */
  figures?: boolean;
  /** A tokenizer by the name that an artifact gives; null for one that is not at hand. The estimate needs none. */
  tokenizer?: ((name: string) => Promise<Tokenizer | null>) | undefined;
  /** Told of every check as soon as it is made. */
  onCheck?: (check: DoctorCheck) => void;
  /** Awaited before each step; a rejection ends the examination. */
  step?: StepOf<string> | undefined;
}

/** Decoded files by name: what the checks of a kind of experiment read. */
export type DecodedFiles = ReadonlyMap<string, unknown>;

/** What the checks of a kind of experiment may use. */
export interface ContentOptions extends Pick<ExamineOptions, 'sha256' | 'tokenizer' | 'step'> {
  figures: boolean;
  texts?: CorpusTexts | undefined;
  /** Files as they were parsed, before they were brought up to date: what hashes are taken of. */
  parsed: ReadonlyMap<string, unknown>;
}
