import { zipSync, type Zippable } from 'fflate';
import type { ExperimentEntry } from './indexFile';
import { formatJson } from './jsonFormat';

/** Zip keeps local time; a fixed one makes archives of the same files the same bytes. */
const fixedTime = new Date(2000, 0, 1);

export const encodeJson = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(formatJson(value));

/** A run as one zip with an index of its own, as the page downloads and opens it. */
export function packRun({
  entry,
  files,
}: {
  entry: ExperimentEntry;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}): Uint8Array<ArrayBuffer> {
  const index = { formatVersion: 1, kind: 'index', experiments: [entry] };
  const tree: Zippable = { 'index.json': encodeJson(index) };
  for (const [name, bytes] of files) tree[`${entry.id}/${name}`] = bytes;
  return zipSync(tree, { level: 6, mtime: fixedTime });
}
