/** What a body gives part by part; the reader of a `ReadableStream` is one. */
export interface PartReader {
  read(): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

/**
 * The parts of a body as they came, `[]` for none.
 *
 * `onPart` hears after each part the bytes so far, and those of the part. When it throws, the rest is
 * not read: a server may send more than it announced, and without end.
 */
export async function readParts(
  reader: PartReader | undefined,
  onPart: (loaded: number, part: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let loaded = 0; reader;) {
    const { done, value } = await reader.read();
    if (done || !value) break;
    parts.push(value);
    loaded += value.byteLength;
    try {
      onPart(loaded, value.byteLength);
    } catch (refusal) {
      await reader.cancel();
      throw refusal;
    }
  }
  return parts;
}

/** All parts in one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
