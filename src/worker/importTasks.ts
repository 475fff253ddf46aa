import { ArtifactError } from '../artifact/errors';
import { importedText, importTrec } from '../experiments/items/files';
import type { ImportTasks } from './importProtocol';
import { sha256Hex } from '../artifact/sha256';
import type { TaskHandlers } from './taskChannel';

/** The handlers of the import worker; tests run them without one. */
export function createImportTasks(): TaskHandlers<ImportTasks> {
  const hashOf = async (bytes: Uint8Array): Promise<string> => (await sha256Hex(bytes)) ?? '';
  return {
    trec: async ({ runs, qrels, families }, { emit, signal }) => {
      try {
        const { entry, files } = await importTrec(
          { runs, qrels, families: families ?? undefined },
          {
            sha256: hashOf,
            step: (step, done, total) => {
              signal.throwIfAborted();
              emit({ step, done, total });
            },
          },
        );
        const written = new Map(
          files.map(importedText).map(({ name, text }) => [name, new TextEncoder().encode(text)] as const),
        );
        const listed = await Promise.all(
          [...written].map(async ([name, bytes]) => ({
            name,
            sha256: await hashOf(bytes),
            bytes: bytes.byteLength,
          })),
        );
        return { kind: 'made', entry: { ...entry, files: listed }, files: written };
      } catch (error) {
        if (!(error instanceof ArtifactError)) throw error;
        const { kind, file, path, found, expected } = error;
        return { kind: 'refused', problem: { kind, file, path, found, expected } };
      }
    },
  };
}
