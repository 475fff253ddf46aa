import { createServer, type AddressInfo, type Socket } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChunkingRankings, ChunkingSummary } from '../../experiments/chunking/formats';
import { startHostileEndpoint, type HostileEndpoint } from '../../testing/hostileEndpoint';
import { startPglite, type PgliteServer } from '../../testing/pglite';
import { pseudoVector } from '../../testing/pseudoVector';
import { runBench } from '../bench';
import { vectorText } from './postgres';

async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

const questions = 24;
const rows = 700;
const dimensions = 16;
const questionOf = (at: number): string => `What stands in drawer ${at}?`;
const answerOf = (at: number): string => `lantern ${at} of brass`;

let folder: string;
let server: PgliteServer;
let endpoint: HostileEndpoint;
const inFolder = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-index-'));
  server = await startPglite();
  endpoint = await startHostileEndpoint({ dimensions });
  const { database } = server;
  await database.exec(
    `CREATE TABLE "my ""chunks" (key text PRIMARY KEY, words text, doc text, "from" int, "to" int, v vector(${dimensions}))`,
  );
  for (let at = 0; at < rows; at++) {
    const words = at < questions ? `In drawer ${at} stands ${answerOf(at)}.` : `Drawer ${at} is empty.`;
    // What a question asks for lies where the question lies, all else anywhere.
    const vector = pseudoVector(at < questions ? questionOf(at) : words, dimensions);
    await database.query(`INSERT INTO "my ""chunks" VALUES ($1, $2, $3, $4, $5, $6::vector)`, [
      `row-${at}`,
      words,
      `cabinet ${at % 7}`,
      100 * Math.floor(at / 7),
      100 * Math.floor(at / 7) + words.length,
      vectorText(vector),
    ]);
  }
  // So few links that neighbors cannot be reached, and a search that looks at few at a time.
  await database.exec(
    `CREATE INDEX ON "my ""chunks" USING hnsw (v vector_cosine_ops) WITH (m = 2, ef_construction = 4)`,
  );
  await database.exec('SET hnsw.ef_search = 12');
  await writeFile(
    inFolder('questions.csv'),
    `question,answer\n${Array.from({ length: questions }, (_, at) => `${questionOf(at)},${answerOf(at)}`).join('\n')}\n`,
  );
}, 120_000);
afterAll(async () => {
  await endpoint.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const call = (out: string, options: Readonly<Record<string, string>> = {}) =>
  bench(
    'run',
    ...Object.entries({
      index: server.address,
      table: 'my "chunks',
      id: 'key',
      text: 'words',
      vector: 'v',
      questions: inFolder('questions.csv'),
      embedder: endpoint.baseUrl,
      model: 'pseudo',
      cache: inFolder('cache'),
      out: inFolder(out),
      ...options,
    }).flatMap(([name, value]) => [`--${name}`, value]),
  );

const json = async <T>(...path: string[]): Promise<T> =>
  JSON.parse(await readFile(join(folder, ...path), 'utf8')) as T;

describe('an index that somebody runs', { timeout: 120_000 }, () => {
  it('loses at the stage of its own exactly what an exact search of the same table finds', async () => {
    const { code, err } = await call('out', { document: 'doc', start: 'from', end: 'to' });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('hnsw index by cosine distance') });
    const summary = await json<ChunkingSummary>('out', 'own-run', 'summary.json');
    const exact = summary.rows.find(({ retriever }) => retriever === 'embedding')!;
    const through = summary.rows.find(({ retriever }) => retriever === 'index')!;
    const ranks = async ({ row }: { row: string }) =>
      (await json<ChunkingRankings>('out', 'own-run', `rankings/${row}.json`)).answer.rank;
    const [exactRanks, indexRanks] = [await ranks(exact), await ranks(through)];
    expect(exactRanks).toEqual(Array(questions).fill(1));
    const lost = indexRanks.filter((rank) => rank === 0 || rank > 5).length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(questions);
    expect(through.losses).toEqual({
      source: 0,
      boundary: 0,
      evidence: 0,
      budget: 0,
      index: lost,
      ranking: 0,
    });
    expect(exact.losses).not.toHaveProperty('index');
    expect(summary.headline).toContain(`of which ${lost} an exact search of the same table finds`);
    // More is found the wider the index is searched.
    const { recall, method, value } = summary.index!;
    expect({ method, value }).toEqual({ method: 'HNSW', value: 12 });
    expect(recall.at(-1)!.recall).toBeGreaterThan(recall[0]!.recall);
    const verified = await bench('verify', '--artifacts', inFolder('out'));
    expect(verified.code, verified.out).toBe(0);
    const shown = await bench('show', 'own-run', '--artifacts', inFolder('out'));
    expect(shown.out).toContain('hnsw.ef_search');
  });

  it('is left as it was, and its password stands nowhere', async () => {
    const before = await server.database.query(`SELECT count(*)::int AS n FROM "my ""chunks"`);
    const { out, err } = await call('again');
    const texts = [out, err];
    for (const name of await readdir(inFolder('again'), { recursive: true }))
      texts.push(await readFile(join(inFolder('again'), name), 'utf8').catch(() => ''));
    for (const secret of [server.password, encodeURIComponent(server.password)])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    const tables = await server.database.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect(tables.rows).toEqual([{ relname: 'my "chunks' }]);
    expect(before.rows).toEqual([{ n: rows }]);
  });

  it('works for a user who may only read', async () => {
    const { database } = server;
    await database.exec(`CREATE ROLE reader; GRANT SELECT ON "my ""chunks" TO reader; SET ROLE reader`);
    try {
      expect(await call('reader')).toMatchObject({ code: 0 });
    } finally {
      await database.exec('RESET ROLE');
    }
  });

  it.each([
    [{ vector: 'vec' }, /--vector: table my "chunks has no column "vec"; it has key, words/],
    [{ vector: 'words' }, /column "words" is of type text, expected vector/],
    [{ table: 'others' }, /there is no table others/],
    [{ document: 'doc', start: 'to', end: 'from' }, /say -\d+ characters and its text has \d+/],
    [{ dimensions: '24' }, /holds vectors of 16 numbers and the model makes 24/],
    [{ index: 'postgres://u:salt@127.0.0.1:1/db' }, /…@127\.0\.0\.1:1\/db cannot be reached/],
  ])('%j is told', async (options, message) => {
    const { code, err } = await call('none', options as Record<string, string>);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(message) });
    expect(err).not.toContain('salt');
  });

  /** A message of PostgreSQL's protocol: its letter, its length, its body. */
  const message = (letter: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(letter), length, body]);
  };

  it.each([
    [
      'a wrong password',
      (socket: Socket) =>
        socket.end(
          message(
            'E',
            Buffer.from('SFATAL\0C28P01\0Mpassword "salt" is wrong for postgres://u:salt@host\0\0'),
          ),
        ),
      /refused the user or the password/,
    ],
    [
      'a connection that is lost',
      (socket: Socket) => {
        socket.once('data', () => socket.destroy());
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
      },
      /closed the connection/,
    ],
  ])('%s is told, with nothing secret', async (_, answer, expected) => {
    const fake = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((listening) => fake.listen(0, '127.0.0.1', listening));
    try {
      const { port } = fake.address() as AddressInfo;
      const { code, err } = await call('none', { index: `postgres://u:salt@127.0.0.1:${port}/db` });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(expected) });
      expect(err).not.toContain('salt');
    } finally {
      fake.close();
    }
  });
});
