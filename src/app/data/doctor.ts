import { ArtifactError } from '../../artifact/errors';
import type { CorpusTexts } from '../../analysis/doctor/options';
import type { DoctorCheck } from '../../analysis/doctor/findings';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { DoctorEvent } from '../../worker/protocol';
import type { ArtifactSource } from './artifactSource';

export type { DoctorCheck, Finding } from '../../analysis/doctor/findings';

export interface Examination {
  source: ArtifactSource;
  entry: ExperimentEntry;
  /** Text that the artifact does not include and that the reader has loaded. */
  texts: CorpusTexts | null;
}

/**
 * Reads every file of an artifact and has it examined in a worker of its own. A file that
 * cannot be read is a finding, not a failure. Cancelling ends the worker.
 */
export async function examineArtifact(
  { source, entry, texts }: Examination,
  { signal, onEvent }: { signal: AbortSignal; onEvent: (event: DoctorEvent) => void },
): Promise<DoctorCheck[]> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const unread = new Map<string, string>();
  onEvent({ kind: 'step', name: `reading ${entry.files.length} files`, done: 0, total: 1 });
  await Promise.all(
    entry.files.map(async ({ name, sha256 }) => {
      try {
        const content = await source.read(`${entry.id}/${name}`, { sha256, signal });
        // Copied, since a source may hand out the bytes that it keeps.
        files.set(
          name,
          typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
        );
      } catch (error) {
        if (!(error instanceof ArtifactError)) throw error;
        unread.set(name, error.found);
      }
    }),
  );
  signal.throwIfAborted();
  const { startDoctorWorker } = await import('../../worker/client');
  const { tasks, end } = startDoctorWorker();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await tasks.run(
      'examine',
      { entry, files, unread, texts },
      { signal, onEvent, transfer: [...files.values()].map(({ buffer }) => buffer) },
    );
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
