import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threadsDefaults } from '../../experiments/threads/measure/measure';
import { computePage, embedsBy, testEndpoint } from '../../testing/computeTasks';
import { pseudoVector, startHostileEndpoint } from '../../testing/hostileEndpoint';
import { createBundleTasks } from '../../worker/bundleTasks';
import { runBench } from '../bench';
import { loadTokenizer } from '../tokenizer';

async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

const said = (role: string, content: string, minute: number) => ({
  role,
  content,
  time: `2026-01-05T08:0${minute}:00Z`,
});
const threads = JSON.stringify([
  {
    title: 'Mill',
    messages: [
      said('user', 'When does the mill grind rye?', 1),
      said('assistant', 'In March.', 2),
      said('user', 'And who keeps it?', 3),
      said('assistant', 'Oda Brenn keeps the mill.', 4),
    ],
  },
  { title: 'Broken', messages: [7] },
  { title: 'Ferry', messages: [said('user', 'The ferry waits for the ice.', 5)] },
]);
const facts =
  'fact,turn,thread\nRye is ground in spring.,1,Mill\nOda is the keeper.,2,Mill\nIce holds the ferry up.,1,Ferry\nNobody knows.,9,Mill\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-threads-'));
  await writeFile(join(folder, 'threads.json'), threads);
  await writeFile(join(folder, 'facts.csv'), facts);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const silent = { signal: new AbortController().signal, emit: () => undefined };

describe('bench -- run --threads', () => {
  it('makes the files that the page makes of the same threads and facts, and a zip that the page opens', async () => {
    const endpoint = await startHostileEndpoint();
    try {
      const out = join(folder, 'out');
      const call = await bench(
        ...['run', '--threads', join(folder, 'threads.json'), '--facts', join(folder, 'facts.csv')],
        ...['--embedder', endpoint.baseUrl, '--model', 'words', '--title', 'Ours', '--out', out],
        ...['--cache', join(folder, 'cache'), '--piece-bytes', '1200,400', '--json'],
      );
      expect(call.err, call.err).toMatch(/Broken|\$\[1\]/);
      expect(call.code, call.err).toBe(0);
      const shown = JSON.parse(call.out) as { notices: string[]; rows: { row: string; n?: number }[] };
      expect(shown.notices.join('\n')).toMatch(/\$\[1\]\.messages\[0\][\s\S]*row 5: found turn 9/);
      expect(shown.rows[0]).toMatchObject({ row: 'whole-turns', n: 3 });

      const { tasks, context } = computePage(
        embedsBy((text) => pseudoVector(text, 8)),
        loadTokenizer,
      );
      const held = await tasks.holdThreads({ files: [new Blob([threads])], names: ['threads.json'] }, silent);
      expect(held.kind === 'held' && held.threads.map(({ title }) => title)).toEqual(['Mill', 'Ferry']);
      const { files } = await tasks.runThreads(
        {
          spec: testEndpoint('words'),
          probe: false,
          facts,
          setup: { ...threadsDefaults, pieceBytes: [1200, 400] },
          id: 'own-run',
          title: 'Ours',
        },
        context,
      );
      for (const { name, bytes } of files) {
        const onPage = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
        const written = JSON.parse(await readFile(join(out, 'own-run', name), 'utf8')) as Record<
          string,
          unknown
        >;
        // Where a model is reached, and what a pasted text is called, is not the same.
        for (const file of [onPage, written]) {
          delete file['model'];
          delete file['notices'];
        }
        expect(written, name).toEqual(onPage);
      }
      const zip = Uint8Array.from(await readFile(join(out, 'own-run.zip')));
      const opened = await createBundleTasks().open({ files: [{ name: 'own-run.zip', bytes: zip }] }, silent);
      expect(opened.kind).toBe('runs');
    } finally {
      await endpoint.close();
    }
  });

  it('says what does not go together, and what is not there', async () => {
    const file = join(folder, 'threads.json');
    expect(await bench('run', '--threads', file, '--out', folder)).toMatchObject({ code: 2 });
    const both = await bench('run', '--threads', file, '--facts', file, '--docs', folder, '--out', folder);
    expect(both.code).toBe(2);
    expect(both.err).toContain('--docs is about documents and does not go with --threads');
    const size = await bench(
      'run',
      '--threads',
      file,
      '--facts',
      file,
      '--out',
      folder,
      '--piece-bytes',
      '5',
    );
    expect(size.err).toContain('whole numbers of bytes from 100 to 8000');
    expect((await bench('run', '--facts', file, '--docs', folder, '--out', folder)).err).toContain(
      '--facts goes with --threads',
    );
  });
});
