import type { CorpusTexts } from '../analysis/doctor/options';
import type { DoctorCheck } from '../analysis/doctor/findings';
import type { ExperimentEntry } from '../artifact/indexFile';

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
