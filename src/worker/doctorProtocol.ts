import type { CorpusTexts } from '../schema/doctor/chunkingChecks';
import type { DoctorCheck } from '../schema/doctor/findings';
import type { ExperimentEntry } from '../schema/indexFile';

/** What the doctor's worker tells on the way: a step that begins, or a check that is made. */
export type DoctorEvent =
  { kind: 'step'; name: string; done: number; total: number } | { kind: 'check'; check: DoctorCheck };

/** What the doctor's worker can be asked. */
export type DoctorTasks = {
  examine: {
    input: {
      entry: ExperimentEntry;
      files: Map<string, Uint8Array<ArrayBuffer>>;
      unread: Map<string, string>;
      texts: CorpusTexts | null;
    };
    event: DoctorEvent;
    result: DoctorCheck[];
  };
};
