import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packVectors } from '../../core/vectors/matrix';
import { createKernelEngine } from '../../experiments/chunking/measure/engine';
import { startHostileEndpoint } from '../../testing/hostileEndpoint';
import { startPglite, type PgliteServer } from '../../testing/pglite';
import { pseudoVector } from '../../testing/pseudoVector';
import { squadShaped } from '../../testing/squadShaped';
import { runBench } from '../bench';
import { safeMessage, shownArgument, withoutPasswords } from './address';
import { connect } from './client';
import { createPostgresEngine } from './postgres';

async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

let folder: string;
let server: PgliteServer;
const inFolder = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-engine-'));
  server = await startPglite();
  await writeFile(inFolder('vell.json'), JSON.stringify(squadShaped()));
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const chunksOf = (vectors: readonly ArrayLike<number>[]) =>
  vectors.map((_, at) => ({ document: 'd', start: at, end: at + 1, text: `chunk ${at}` }));

/** Vectors with near and exact duplicates and one of zeros. */
const stored = (() => {
  const vectors: ArrayLike<number>[] = Array.from({ length: 1300 }, (_, at) =>
    pseudoVector(`chunk ${at % 1250}`, 24),
  );
  vectors[7] = new Float32Array(24);
  return vectors;
})();
const parts = ['one', 'two', 'chunk 3'].map((text) => pseudoVector(text, 24));

/** The rows that a run left in the artifact folder, numbers and lists. */
async function filesOf(out: string): Promise<Map<string, unknown>> {
  const names = (await readdir(join(out, 'own-run'), { recursive: true })).filter((name) =>
    name.endsWith('.json'),
  );
  return new Map(
    await Promise.all(
      names
        .sort()
        .map(async (name): Promise<[string, unknown]> => [
          name,
          JSON.parse(await readFile(join(out, 'own-run', name), 'utf8')),
        ]),
    ),
  );
}

/** A value with every number that is one of `like` to float32 rounding replaced by that. */
function snapped(value: unknown, like: unknown): unknown {
  if (typeof value === 'number' && typeof like === 'number')
    return Math.abs(value - like) < 2e-6 ? like : value;
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value;
  const others = like as Record<string, unknown>;
  if (Array.isArray(value)) return value.map((part: unknown, at) => snapped(part, others[at]));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, snapped(part, others[key])]));
}

describe('PostgreSQL with pgvector', { timeout: 120_000 }, () => {
  it('finds what the kernel finds in every group, equal cosines in stored order, cosines to float32 rounding', async () => {
    const vectors = packVectors(stored);
    const kernel = createKernelEngine();
    const engine = await createPostgresEngine((await connect(server.address))!, 'test');
    const [ours, theirs] = [
      await kernel.write(chunksOf(stored), vectors),
      await engine.write(chunksOf(stored), vectors),
    ];
    for (const [limit, threshold] of [
      [5, 0.35],
      [60, -Infinity],
      [Infinity, 0],
    ] as const) {
      const expected = await kernel.search(ours, parts, limit, threshold);
      const found = await engine.search(theirs, parts, limit, threshold);
      expect(found.map((hits) => hits.map(({ index }) => index))).toEqual(
        expected.map((hits) => hits.map(({ index }) => index)),
      );
      found.forEach((hits, part) =>
        hits.forEach(({ score }, at) =>
          expect(Math.abs(score - expected[part]![at]!.score)).toBeLessThan(1e-6),
        ),
      );
    }
    await engine.close();
  });

  it('makes the same files of a SQuAD-shaped corpus as the kernel: hits, ranks and figures', async () => {
    const endpoint = await startHostileEndpoint({});
    const call = (out: string, ...engine: string[]) =>
      bench(
        ...['run', '--docs', inFolder('vell.json'), '--strategies', 'paragraph,recursive:chunkSize=60'],
        ...['--embedder', endpoint.baseUrl, '--model', 'pseudo', '--cache', inFolder('cache')],
        ...['--out', inFolder(out), ...engine],
      );
    try {
      const kernel = await call('kernel');
      const postgres = await call('postgres', '--engine', server.address);
      expect({ code: postgres.code, err: postgres.err.includes('salt') }).toEqual({ code: 0, err: false });
      expect(kernel.code).toBe(0);
      const [expected, found] = [await filesOf(inFolder('kernel')), await filesOf(inFolder('postgres'))];
      expect([...found.keys()]).toEqual([...expected.keys()]);
      for (const [name, value] of expected) expect(snapped(found.get(name), value), name).toEqual(value);
      // Nothing of the address but its host, in any file or output.
      const kept = [postgres.out, postgres.err];
      for (const name of await readdir(inFolder('postgres'), { recursive: true }))
        kept.push(await readFile(join(inFolder('postgres'), name), 'utf8').catch(() => ''));
      for (const secret of [server.password, encodeURIComponent(server.password)])
        expect(kept.filter((text) => text.includes(secret))).toEqual([]);
      expect(kept.join('')).toContain('--engine postgres://…@127.0.0.1');
    } finally {
      await endpoint.close();
    }
  });

  it('goes on where a run was killed in the middle of writing, without a row twice', async () => {
    const data = inFolder('killed');
    const script = inFolder('write.mts');
    const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).pathname);
    await writeFile(
      script,
      `import { packVectors } from ${here('../../core/vectors/matrix.ts')};
       import { pseudoVector } from ${here('../../testing/pseudoVector.ts')};
       import { connect } from ${here('./client.ts')};
       import { createPostgresEngine } from ${here('./postgres.ts')};
       const vectors = Array.from({ length: 1300 }, (_, at) => pseudoVector('chunk ' + (at % 1250), 24));
       vectors[7] = new Float32Array(24);
       const chunks = vectors.map((_, at) => ({ document: 'd', start: at, end: at + 1, text: 'chunk ' + at }));
       const engine = await createPostgresEngine(await connect(${JSON.stringify(`pglite:${data}`)}), 'test');
       await engine.write(chunks, packVectors(vectors), (done) => {
         if (done === 1000) process.kill(process.pid, 'SIGKILL');
       });`,
    );
    const killed = spawnSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    const client = (await connect(`pglite:${data}`))!;
    const engine = await createPostgresEngine(client, 'test');
    const begun: number[] = [];
    const collection = await engine.write(
      chunksOf(stored),
      packVectors(stored),
      (done) => void begun.push(done),
    );
    expect(begun).toEqual([1000, 1300]);
    expect(
      await client.query(
        'SELECT count(*)::int AS rows, count(DISTINCT ordinal)::int AS different FROM chunkscope_chunks',
      ),
    ).toEqual([{ rows: 1300, different: 1300 }]);
    expect((await engine.search(collection, parts, 3))[0]).toHaveLength(3);
    await engine.close();
  });
});

describe('an address', () => {
  it.each([
    ['postgres://u:p@ss/w?d@host:5432/db?password=x', 'postgres://…@host:5432/db'],
    ['--engine=postgresql://u:a b"c@host/db', '--engine=postgresql://…@host/db'],
    ['postgres://host/db?password=secret', 'postgres://host/db'],
  ])('%j is shown as %j', (given, shown) => {
    expect(shownArgument(given)).toBe(shown);
  });

  it('leaves no secret in a message, escaped or not', () => {
    const address = 'postgres://u:s%40lt@host/db';
    expect(safeMessage(`no route to ${address}, tried "s@lt" and s%40lt`, address)).toBe(
      'no route to postgres://…@host/db, tried "…" and …',
    );
    expect(withoutPasswords('at postgres://u:pw@host/db, twice')).toBe('at postgres://…@host/db, twice');
  });

  it('of no server is told without its password', async () => {
    const endpoint = await startHostileEndpoint({});
    try {
      const { code, err } = await bench(
        ...[
          'run',
          '--docs',
          inFolder('vell.json'),
          '--out',
          inFolder('none'),
          '--engine',
          'postgres://u:secret@127.0.0.1:1/db',
        ],
        ...['--embedder', endpoint.baseUrl, '--model', 'pseudo'],
      );
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining('postgres://…@127.0.0.1:1/db cannot be reached (ECONNREFUSED)'),
      });
      expect(err).not.toContain('secret');
    } finally {
      await endpoint.close();
    }
  });
});
