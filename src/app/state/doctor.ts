import { create } from 'zustand';
import { examineArtifact, type DoctorCheck, type Examination } from '../data/doctor';

/** What is known of the health of an artifact in this tab. */
export type Diagnosis =
  | { status: 'running'; step: ExaminationStep; checks: readonly DoctorCheck[]; stop: () => void }
  | { status: 'done'; checks: readonly DoctorCheck[]; withText: boolean; durationMs: number }
  | { status: 'failed'; error: Error };

/** What is being done; `total` is 1 for what has no parts. */
export interface ExaminationStep {
  name: string;
  done: number;
  total: number;
}

/** By source and experiment, so that a run opened again starts unexamined. */
export const useDiagnoses = create<{ byArtifact: Readonly<Record<string, Diagnosis>> }>()(() => ({
  byArtifact: {},
}));

export const diagnosisKey = ({ source, entry }: Pick<Examination, 'source' | 'entry'>): string =>
  `${source.id}\n${entry.id}`;

/** Examines an artifact, unless that is under way. */
export async function startExamination(examination: Examination): Promise<void> {
  const key = diagnosisKey(examination);
  if (useDiagnoses.getState().byArtifact[key]?.status === 'running') return;
  const controller = new AbortController();
  const set = (diagnosis: Diagnosis | undefined) =>
    useDiagnoses.setState(({ byArtifact: { [key]: _, ...others } }) => ({
      byArtifact: diagnosis ? { ...others, [key]: diagnosis } : others,
    }));
  let running: Diagnosis & { status: 'running' } = {
    status: 'running',
    step: { name: 'starting', done: 0, total: 1 },
    checks: [],
    stop: () => controller.abort(),
  };
  set(running);
  const started = performance.now();
  try {
    const checks = await examineArtifact(examination, {
      signal: controller.signal,
      onEvent: (event) => {
        if (controller.signal.aborted) return;
        running =
          event.kind === 'step'
            ? { ...running, step: { name: event.name, done: event.done, total: event.total } }
            : { ...running, checks: [...running.checks, event.check] };
        set(running);
      },
    });
    set({
      status: 'done',
      checks,
      withText: examination.texts !== null,
      durationMs: performance.now() - started,
    });
  } catch (error) {
    if (controller.signal.aborted) set(undefined);
    else set({ status: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
  }
}
