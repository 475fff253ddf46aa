import type { ExperimentEntry } from '../artifact/indexFile';
import type { ArtifactProblem } from '../artifact/errors';

export interface NamedBytes {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An experiment with its files, as one unit: what is downloaded, dropped in and kept. */
export interface RunFiles {
  entry: ExperimentEntry;
  /** By the names that the entry lists. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Runs that were read, or why there are none: error classes do not cross between threads. */
export type OpenAnswer = { kind: 'runs'; runs: RunFiles[] } | { kind: 'refused'; problem: ArtifactProblem };

/** What the bundle worker can be asked. */
export type BundleTasks = {
  /** One zip of a run, laid out as the published `artifacts/` folder. Without its text, documents, questions and answers stay out. */
  pack: { input: { run: RunFiles; withText: boolean }; event: never; result: Uint8Array<ArrayBuffer> };
  /** Reads what a reader dropped together: a zip, or the JSON files of one run. */
  open: { input: { files: NamedBytes[] }; event: never; result: OpenAnswer };
};
