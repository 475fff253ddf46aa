import type { ArtifactProblem } from '../artifact/errors';
import type { ExperimentEntry } from '../artifact/indexFile';
import type { NamedBytes } from './bundleProtocol';

/** An artifact made of TREC files, or why there is none: error classes do not cross between threads. */
export type ImportAnswer =
  | { kind: 'made'; entry: Omit<ExperimentEntry, 'provenance'>; files: Map<string, Uint8Array<ArrayBuffer>> }
  | { kind: 'refused'; problem: ArtifactProblem };

/** What the import worker can be asked. */
export type ImportTasks = {
  /** Reads runs and judgments of another program; judgments once for all runs, or once for each in their order. */
  trec: {
    input: { runs: NamedBytes[]; qrels: NamedBytes[]; families: NamedBytes | null };
    event: { step: string; done: number; total: number };
    result: ImportAnswer;
  };
};
