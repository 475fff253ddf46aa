import { Zip, ZipDeflate } from 'fflate';
import { joinBytes } from '../../../core/bytes';

const pieceBytes = 128 * 1024;
/** Archives of the same files are the same bytes, whenever and wherever they are made: zip stores local time. */
const fixedTime = new Date(2000, 0, 1);

/** A zip of the files, made piece by piece so that the page stays quick; no worker, which the page's policy would have to allow. */
export async function zipFiles(files: readonly { name: string; content: Uint8Array }[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, part) => {
    if (error) failure = error;
    else parts.push(part);
  });
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = fixedTime;
    zip.add(entry);
    for (let start = 0; start < content.length || start === 0; start += pieceBytes) {
      const end = Math.min(content.length, start + pieceBytes);
      entry.push(content.subarray(start, end), end === content.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  zip.end();
  if (failure) throw failure as Error;
  return joinBytes(parts);
}
