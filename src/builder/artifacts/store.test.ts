import { nothingFound } from '../../analysis/finding';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { listFiles, publishExperiment, readArtifact, readIndex, sha256, type ArtifactFile } from './store';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'chunkscope-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A process id that nobody has: larger than Linux and macOS hand out. */
const deadProcess = 2 ** 22 + 7;

const entryOf = (id: string): Omit<ExperimentEntry, 'files'> => ({
  id,
  kind: 'contextual-blend',
  title: id,
  question: 'Why?',
  headline: 'Because.',
 finding: nothingFound('Nothing is established.'),
  data: 'none',
  badges: [],
  provenance: { program: 'p', command: 'c', startedAt: 't', durationMs: 1, node: 'n', icu: 'i', packages: {} },
});
const filesOf = (text: string): ArtifactFile[] => [
  { name: 'a.json', text: `"${text}"\n` },
  { name: 'shards/b.json', text: `"ü ${text}"\n` },
];
const publish = (id: string, text: string, order = ['first', 'second']) => publishExperiment(root, entryOf(id), filesOf(text), order);
const names = async () => (await readdir(root)).sort();

describe('publishExperiment', () => {
  it('writes the files, lists them with hash and bytes, and leaves nothing else', async () => {
    const entry = await publish('first', 'one');
    expect(entry.files).toEqual([
      { name: 'a.json', sha256: sha256('"one"\n'), bytes: 6 },
      { name: 'shards/b.json', sha256: sha256('"ü one"\n'), bytes: 9 },
    ]);
    expect(await names()).toEqual(['first', 'index.json']);
    expect(await listFiles(join(root, 'first'))).toEqual(['a.json', 'shards/b.json']);
    expect((await readIndex(root)).experiments).toEqual([entry]);
  });

  it('replaces an experiment whole and keeps the others, in the order of the registry', async () => {
    await publish('second', 'two');
    await publish('unknown', 'x');
    await writeFile(join(root, 'second', 'stray.json'), '1');
    await publish('first', 'one');
    await publish('second', 'three');
    expect((await readIndex(root)).experiments.map(({ id }) => id)).toEqual(['first', 'second', 'unknown']);
    expect(await listFiles(join(root, 'second'))).toEqual(['a.json', 'shards/b.json']);
    expect(Buffer.from(await readArtifact(root, 'second', 'a.json')).toString()).toBe('"three"\n');
  });

  it('keeps two runs at once apart', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => publish('first', text)));
    const [entry] = (await readIndex(root)).experiments;
    for (const { name, sha256: hash } of entry!.files) expect(sha256(await readArtifact(root, 'first', name))).toBe(hash);
    expect(await names()).toEqual(['first', 'index.json']);
  });

  it('leaves what was there when it cannot finish', async () => {
    await publish('first', 'one');
    const index = await readFile(join(root, 'index.json'), 'utf8');
    await expect(publishExperiment(root, entryOf('first'), [...filesOf('two'), { name: 'a.json/below-a-file.json', text: '' }], [])).rejects.toThrow();
    expect(await readFile(join(root, 'index.json'), 'utf8')).toBe(index);
    expect(Buffer.from(await readArtifact(root, 'first', 'a.json')).toString()).toBe('"one"\n');
    expect(await names()).toEqual(['first', 'index.json']);
  });

  it('does not touch an index that it cannot read', async () => {
    await writeFile(join(root, 'index.json'), '{"formatVersion": 99, "kind": "index"}');
    await expect(publish('first', 'one')).rejects.toThrow(/format version 99/);
    expect(await names()).toEqual(['index.json']);
  });

  it('clears up after a run that died, and gives back what that had moved away', async () => {
    const dead = join(root, `.building-${deadProcess}-xyz`);
    await mkdir(join(dead, 'old', 'second'), { recursive: true });
    await writeFile(join(dead, 'old', 'second', 'a.json'), '"kept"\n');
    await writeFile(join(root, '.lock'), String(deadProcess));
    await publish('first', 'one');
    expect(await names()).toEqual(['first', 'index.json', 'second']);
    expect(Buffer.from(await readArtifact(root, 'second', 'a.json')).toString()).toBe('"kept"\n');
  });
});

describe('reading', () => {
  it('says what is missing and what to do', async () => {
    await expect(readIndex(root)).rejects.toThrow(/index\.json: found no such file; expected a list of experiments; "npm run bench -- all" builds them/);
    await expect(readArtifact(root, 'first', 'a.json')).rejects.toThrow(/first\/a\.json: found no such file/);
    expect(await listFiles(join(root, 'nowhere'))).toEqual([]);
  });
});
