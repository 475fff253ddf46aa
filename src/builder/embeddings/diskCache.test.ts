import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localModelDescription } from '../../providers/local/description';
import { vectorKeys, type CachedVector } from '../../providers/shared/vectorCache';
import { cutVectorRules, localVectorRules } from '../../providers/shared/vectorRules';
import { createDiskCache } from './diskCache';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const keyOf = (name: string | number) => `0123abcd${createHash('sha256').update(String(name)).digest('hex')}`;
const entry = (seed: number, dimensions = 5): [string, CachedVector] => [
  keyOf(seed),
  {
    vector: Float32Array.from({ length: dimensions }, (_, i) => Math.sin(seed + i)),
    tokens: seed,
    windows: 1 + (seed % 3),
  },
];

async function kept(seeds: number[]): Promise<(CachedVector | undefined)[]> {
  return createDiskCache(folder).get(seeds.map(keyOf));
}

describe('createDiskCache', () => {
  it('gives back what an earlier run kept, bit by bit', async () => {
    const first = createDiskCache(folder);
    await first.set([entry(1), entry(2)]);
    await first.set([[keyOf('unknown'), { ...entry(3)[1], tokens: null }]]);
    await first.close();
    const second = createDiskCache(folder);
    expect(await second.get([keyOf(2), keyOf(9), keyOf('unknown')])).toEqual([
      entry(2)[1],
      undefined,
      { ...entry(3)[1], tokens: null },
    ]);
    expect((await second.size()).entries).toBe(3);
  });

  it.each([
    ['the built-in model', localVectorRules],
    ['endpoints', cutVectorRules],
  ])('finds nothing that was kept under another rule of %s', async (_, rules) => {
    const keysUnder = async (changed: Record<string, string>) =>
      (await vectorKeys({ ...localModelDescription, rules: changed }, 5, ['text']))!;
    const first = createDiskCache(folder);
    await first.set([[(await keysUnder(rules))[0]!, entry(1)[1]]]);
    await first.close();
    const second = createDiskCache(folder);
    for (const part of Object.keys(rules))
      expect(await second.get(await keysUnder({ ...rules, [part]: 'other' })), part).toEqual([undefined]);
    expect(await second.get(await keysUnder(rules))).toEqual([entry(1)[1]]);
  });

  it('leaves a file alone whose keys had no rules in them', async () => {
    const words = Uint32Array.of(0x31564b43, 5, ...new Array<number>(16).fill(0));
    await writeFile(join(folder, '5-old.vectors'), words);
    expect(await createDiskCache(folder).size()).toEqual({ entries: 0, bytes: 0 });
  });

  it('holds vectors of several lengths', async () => {
    const cache = createDiskCache(folder);
    await cache.set([entry(1, 5), entry(2, 7), entry(3, 5)]);
    await cache.close();
    expect((await kept([1, 2, 3])).map((value) => value?.vector.length)).toEqual([5, 7, 5]);
  });

  it('loses at most the torn record of an interrupted run', async () => {
    const cache = createDiskCache(folder);
    await cache.set([entry(1), entry(2), entry(3)]);
    await cache.close();
    const [name] = await readdir(folder);
    const path = join(folder, name!);
    await truncate(path, (await readFile(path)).byteLength - 7);
    expect(await kept([1, 2, 3])).toEqual([entry(1)[1], entry(2)[1], undefined]);
    const next = createDiskCache(folder);
    await next.set([entry(3)]);
    await next.close();
    expect(await kept([1, 2, 3])).toEqual([entry(1)[1], entry(2)[1], entry(3)[1]]);
  });

  it('ignores a damaged record and files that are not its own', async () => {
    const cache = createDiskCache(folder);
    await cache.set([entry(1), entry(2)]);
    await cache.close();
    const [name] = await readdir(folder);
    const path = join(folder, name!);
    const bytes = await readFile(path);
    bytes[60]! ^= 1;
    await writeFile(path, bytes);
    await writeFile(join(folder, 'notes.vectors'), 'nothing of ours, but long enough for a header');
    await writeFile(join(folder, 'empty.vectors'), '');
    await appendFile(join(folder, 'other.txt'), 'x');
    expect(await kept([1, 2])).toEqual([undefined, entry(2)[1]]);
  });

  it('keeps the work of runs that write at the same time', async () => {
    const runs = [0, 1, 2].map(() => createDiskCache(folder));
    await Promise.all(
      runs.flatMap((run, at) => Array.from({ length: 20 }, (_, i) => run.set([entry(100 * at + i)]))),
    );
    await Promise.all(runs.map((run) => run.close()));
    const seeds = [0, 1, 2].flatMap((at) => Array.from({ length: 20 }, (_, i) => 100 * at + i));
    expect(await kept(seeds)).toEqual(seeds.map((seed) => entry(seed)[1]));
  });

  it('writes no file for a run that adds nothing, and none twice', async () => {
    const cache = createDiskCache(folder);
    await cache.get([keyOf(1)]);
    expect(await readdir(folder)).toEqual([]);
    await cache.set([entry(1)]);
    await cache.set([entry(1)]);
    await cache.close();
    expect((await createDiskCache(folder).size()).bytes).toBe(
      (await readFile(join(folder, (await readdir(folder))[0]!))).byteLength - 8,
    );
  });

  it('can be cleared and used again', async () => {
    const cache = createDiskCache(folder);
    await cache.set([entry(1)]);
    await cache.clear();
    expect(await cache.size()).toEqual({ entries: 0, bytes: 0 });
    await cache.set([entry(2)]);
    await cache.close();
    expect(await kept([1, 2])).toEqual([undefined, entry(2)[1]]);
  });
});
