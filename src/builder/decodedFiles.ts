import { decode } from '../artifact/decode';
import { ArtifactError } from '../artifact/errors';
import type { ExperimentEntry } from '../artifact/indexFile';
import { parseJsonText } from '../artifact/jsonText';
import { fileOf, type ExperimentKind } from '../analysis/kind';
import { readArtifact, sha256 } from './artifacts/store';

/** Files of an experiment, each checked against the hash in the index and decoded. */
export async function decodedFiles(
  root: string,
  kind: ExperimentKind,
  entry: ExperimentEntry,
  names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const files = new Map<string, unknown>();
  for (const name of names) {
    const content = await readArtifact(root, entry.id, name);
    const listed = entry.files.find((file) => file.name === name)!.sha256;
    const found = sha256(content);
    if (found !== listed)
      throw new ArtifactError({
        kind: 'hash-mismatch',
        file: `${entry.id}/${name}`,
        found: `SHA-256 ${found}`,
        expected: `${listed}, as the index lists`,
      });
    files.set(name, decode(fileOf(kind, name)!.format, name, parseJsonText(name, content).value));
  }
  return files;
}
