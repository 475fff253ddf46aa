/** SHA-256 in lower-case hex; null where the thread has no secure context to compute it in. */
export async function sha256Hex(bytes: Uint8Array): Promise<string | null> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return digest
    ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    : null;
}
