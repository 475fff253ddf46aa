import { formatJson } from '../artifact/jsonFormat';
import { sha256Hex } from '../artifact/sha256';

export interface RunFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** `null` where the browser cannot compute one. */
  sha256: string | null;
}

/** A file of a run as it is kept and downloaded, with its hash where one can be computed. */
export async function runFile({ name, value }: { name: string; value: unknown }): Promise<RunFile> {
  const bytes = new TextEncoder().encode(formatJson(value));
  return { name, bytes, sha256: await sha256Hex(bytes) };
}
