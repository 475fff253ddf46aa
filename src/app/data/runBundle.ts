import { ArtifactError } from '../../artifact/errors';
import type { TaskClient } from '../../worker/client';
import type { BundleTasks, RunFiles } from '../../worker/protocol';

export type { RunFiles } from '../../worker/protocol';

let worker: Promise<TaskClient<BundleTasks>> | undefined;

/** Started with the first run that is packed or opened; a page that does neither loads nothing for it. */
const tasks = (): Promise<TaskClient<BundleTasks>> =>
  (worker ??= import('../../worker/client').then(({ startBundleWorker }) => startBundleWorker()));

/** Files larger than this are refused unread. */
const maxFileBytes = 256 * 1024 * 1024;

/** Reads what a reader dropped together: a zip of runs, or the JSON files of one. Rejects with an `ArtifactError` in words. */
export async function readRuns(
  given: readonly Pick<File, 'name' | 'size' | 'arrayBuffer'>[],
): Promise<RunFiles[]> {
  for (const { name, size } of given) {
    if (size > maxFileBytes)
      throw new ArtifactError({
        kind: 'too-large',
        file: name,
        found: `${size} bytes`,
        expected: `at most ${maxFileBytes} bytes`,
      });
  }
  const files = await Promise.all(
    given.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await readWhole(file)) })),
  );
  const answer = await (
    await tasks()
  ).run('open', { files }, { transfer: [...new Set(files.map(({ bytes }) => bytes.buffer))] });
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return answer.runs;
}

/** A run as one zip. Without its text nobody’s words are in it. */
export async function packRun(
  { entry, files }: RunFiles,
  withText: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  // Only these two: an open run has a source beside them, whose functions cannot be posted.
  return (await tasks()).run('pack', { run: { entry, files }, withText });
}

async function readWhole(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new ArtifactError({
      kind: 'network',
      file: file.name,
      found:
        'a file that the browser cannot read: a folder, or one that was moved or changed since it was picked',
      expected: 'a file',
    });
  }
}
