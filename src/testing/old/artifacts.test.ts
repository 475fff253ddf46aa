import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactFormat, formatsOf } from '../../experiments/artifactFormats';
import { decode, type FileFormat } from '../../artifact/decode';
import { examine } from '../../analysis/doctor/examine';
import { experimentKinds, indexFormat } from '../../artifact/indexFile';
import { parseJsonText } from '../../artifact/jsonText';

const root = join(import.meta.dirname, 'artifacts');
const what = 'This file was valid when it was written and must be read for ever. Do not change it: raise the version of its format and add an upgrader (src/README.md, “Changing a file format”).';

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** An old file as the program reads it; fails in words. */
function readOld<T>(format: FileFormat<T>, path: string): { value: T; stored: unknown; notices: number } {
  const { value: stored, notices } = parseJsonText(path, new Uint8Array(readFileSync(join(root, path))));
  try {
    return { value: decode(format, path, stored), stored, notices: notices.length };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${what}`, { cause: error });
  }
}

const folders = readdirSync(root).sort();
const versionOf = (folder: string): number => Number.parseInt(folder, 10);
const experiments = folders.flatMap((folder) => readOld(indexFormat, `${folder}/index.json`).value.experiments.map((entry) => ({ folder, entry })));
const filesOf = experiments.flatMap(({ folder, entry }) => entry.files.map(({ name }) => ({ path: `${folder}/${entry.id}/${name}`, format: artifactFormat(entry.kind, name) })));

describe('old artifacts', () => {
  it.each(filesOf.map(({ path, format }) => [path, format] as const))('%s is read without a notice, and nothing in it is lost', (path, format) => {
    if (!format) throw new Error(`no format reads ${path} any more. ${what}`);
    const { value, stored, notices } = readOld(format, path);
    expect(notices).toBe(0);
    // An older version is another shape; one of today comes out as it went in.
    if ((stored as { formatVersion: number }).formatVersion === format.version) expect(value, `${path} lost something. ${what}`).toEqual(stored);
    else expect(value).toMatchObject({ formatVersion: format.version });
  });

  it.each(experiments.map(({ folder, entry }) => [`${folder}/${entry.id}`, entry] as const))('%s contents the doctor', async (path, entry) => {
    const files = new Map(entry.files.map(({ name }) => [name, new Uint8Array(readFileSync(join(root, path, name)))]));
    const checks = await examine({ entry, files }, { sha256 });
    expect(checks.length).toBeGreaterThan(4);
    expect(checks.filter(({ outcome }) => outcome === 'fails'), `${path} was whole when it was written. ${what}`).toEqual([]);
  });

  const kinds = experimentKinds;
  it.each([['index', [indexFormat], folders.map((folder) => `${folder}/index.json`)] as const, ...kinds.map((kind) => [kind, formatsOf(kind), null] as const)])('there is one for every version of every format of %s', (_, formats, paths) => {
    for (const format of formats) {
      const stored = (paths ?? filesOf.filter((file) => file.format === format).map(({ path }) => path)).map((path) => (JSON.parse(readFileSync(join(root, path), 'utf8')) as { formatVersion: number }).formatVersion);
      const versions = Array.from({ length: format.version }, (__, index) => index + 1);
      expect([...new Set(stored)].sort((a, b) => a - b), `${format.title}: a version has no old file. Make a folder for it: npx tsx src/testing/old/make.ts ${format.version}`).toEqual(versions);
    }
  });

  it('lie in folders that begin with a version', () => {
    for (const folder of folders) expect(versionOf(folder), folder).toBeGreaterThan(0);
  });
});
