import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsToEmbed, type BlendTexts } from '../experiments/blend/measure/similarity';
import { startHostileEndpoint } from '../testing/hostileEndpoint';
import { listFiles, publishedFolder } from './artifacts/store';
import { runBench } from './bench';
import { commands } from './commands/registry';
import { experimentIds } from './experiments';

async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    args,
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    new AbortController().signal,
  );
  return { code, out, err };
}

/** The committed controlled blend and the index, without what other experiments committed. */
async function copyBlend(to: string): Promise<void> {
  await cp(join(publishedFolder, 'contextual-blend'), join(to, 'contextual-blend'), { recursive: true });
  await cp(join(publishedFolder, 'index.json'), join(to, 'index.json'));
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-bench-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('help', () => {
  it('lists exactly the commands that work', async () => {
    const { code, out } = await bench('--help');
    expect(code).toBe(0);
    for (const name of commands.keys()) expect(out).toContain(`\n  ${name}`);
    expect(out).toMatch(/Exit codes: 0 done, 1 failed, 2 wrong usage/);
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(160);
    expect(await bench('help')).toEqual(await bench('-h'));
  });

  it.each([...commands.keys()])('explains %s and every option of it', async (name) => {
    const asked = await bench(name, '--help');
    expect(asked.code).toBe(0);
    expect(asked.out).toMatch(new RegExp(`^Usage: npm run bench -- ${name}`));
    for (const option of Object.keys(commands.get(name)!.options)) expect(asked.out).toContain(`--${option}`);
    expect(await bench('help', name)).toEqual(asked);
  });
});

describe('wrong usage', () => {
  it.each([
    [[], /^Usage: npm run bench/],
    [['frobnicate'], /there is no command or experiment "frobnicate"; the commands are contextual-blend, /],
    [['import'], /import needs a format: trec/],
    [['import', 'csv'], /import needs a format: trec; found "csv"/],
    [['import', 'trec', 'a.run'], /import trec takes files by --run and --qrels, found "a.run" as well/],
    [['import', 'trec'], /import trec needs --run FILE/],
    [['import', 'trec', '--run', 'a.run'], /import trec needs --qrels FILE/],
    [
      ['import', 'trec', '--run', 'a.run', '--qrels', 'a', '--qrels', 'b'],
      /--qrels is given 2 times and --run 1 times, expected one --qrels for all runs, or one for each/,
    ],
    [
      ['import', 'trec', '--run', 'a.run', '--qrels', 'a'],
      /import trec needs --out DIR, .* or --artifacts DIR/,
    ],
    [
      ['import', 'trec', '--run', 'a.run', '--qrels', 'a', '--out', 'x', '--artifacts', 'y'],
      /one of the two/,
    ],
    [
      ['import', 'trec', '--run', 'a.run', '--qrels', 'a', '--out', 'x', '--id', '../up'],
      /--id is "..\/up", expected lower-case letters/,
    ],
    [
      ['import', 'trec', '--run', 'a.run', '--qrels', 'a', '--out', 'x', '--id', 'chunking-squad'],
      /--id is "chunking-squad", which is an experiment that is built here/,
    ],
    [['show'], /show needs the name of an experiment; known: contextual-blend/],
    [['show', 'nope'], /no experiment is called "nope"; known: contextual-blend/],
    [['show', '__proto__'], /no experiment is called "__proto__"/],
    [['show', 'contextual-blend', 'more'], /show takes one experiment, found "more" as well/],
    [['show', 'contextual-blend', '--frob'], /Unknown option '--frob'/],
    [['verify', 'nope'], /no experiment is called "nope"/],
    [['contextual-blend', '--embedder', 'bert'], /--embedder is "bert", expected local or openai/],
    [['contextual-blend', 'extra'], /contextual-blend takes no further argument, found "extra"/],
    [['all', 'extra'], /all takes no further argument/],
    [['export'], /export needs a format: trec/],
    [['export', 'csv', 'contextual-blend'], /export needs a format: trec; found "csv"/],
    [['export', 'trec', 'contextual-blend'], /export trec needs --out DIR/],
  ] as const)('%j ends with 2 and says what is wrong', async (args, message) => {
    const { code, out, err } = await bench(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(out).toBe('');
  });
});

describe('show', () => {
  it('prints one JSON array with a row for every method, figures as numbers', async () => {
    const { code, out } = await bench('show', 'contextual-blend', '--json');
    expect(code).toBe(0);
    const rows = JSON.parse(out) as Record<string, unknown>[];
    const measured = rows.filter(({ reference }) => reference !== true);
    expect(measured).toHaveLength(16);
    for (const row of measured) {
      expect(row).toMatchObject({ n: 128, nGeneric: 16 });
      for (const metric of ['top1', 'familyFirst', 'withinFamily', 'reciprocalRank', 'coverageAt4']) {
        for (const condition of ['clean', 'stored', 'query', 'both']) {
          const value = (row[metric] as Record<string, number>)[condition]!;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          const [low, high] = (row[`${metric}Interval`] as Record<string, [number, number]>)[condition]!;
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
        }
      }
    }
    const reported = rows.find(({ row }) => row === 'reported-blend80');
    expect(reported).toMatchObject({
      reference: true,
      top1: { clean: 1, stored: 0.961, query: 0.719, both: 0.508 },
    });
    expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
  });

  it('prints a table for people', async () => {
    const { out } = await bench('show', 'contextual-blend');
    expect(out).toMatch(/^blend80 +\d+\.\d % \[/m);
    expect(out).toMatch(/^reported-whole +100 % +94\.5 % +57\.8 % +36\.7 %$/m);
    expect(out).toMatch(/^blend80 against whole +top1 +clean /m);
  });

  it('fails with 1 and names the file where artifacts are missing or broken', async () => {
    expect(await bench('show', 'contextual-blend', '--artifacts', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/index\.json: found no such file/),
    });
    const copy = join(folder, 'broken');
    await copyBlend(copy);
    const path = join(copy, 'contextual-blend', 'summary.json');
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, 5000));
    expect(await bench('show', 'contextual-blend', '--artifacts', copy)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/summary\.json: found a file that stops after 50\d\d bytes/),
    });
  });
});

describe('verify', () => {
  it('ends with 1 at a changed file, names it, and rebuilds nothing', async () => {
    const copy = join(folder, 'changed');
    await copyBlend(copy);
    const path = join(copy, 'contextual-blend', 'summary.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('0.', '1.'));
    await writeFile(join(copy, 'contextual-blend', 'stray.txt'), '');
    const { code, out } = await bench('verify', 'contextual-blend', '--artifacts', copy);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^FAILED {2}contextual-blend: summary\.json: SHA-256 is [0-9a-f]{64}, the index says [0-9a-f]{64}$/m,
    );
    expect(out).toMatch(
      /^FAILED {2}contextual-blend: contextual-blend\/: holds files that the index does not list: stray\.txt$/m,
    );
    expect(out).toMatch(
      /^ok {6}contextual-blend: similarities\.json: hash, \d+ bytes and format as listed$/m,
    );
    const json = await bench('verify', 'contextual-blend', '--artifacts', copy, '--json');
    expect((JSON.parse(json.out) as { ok: boolean }[]).filter(({ ok }) => !ok)).toHaveLength(2);
  });
});

describe('export trec', () => {
  it('says in words that a file stands where the folder should be', async () => {
    const taken = join(folder, 'taken');
    await writeFile(taken, '');
    expect(await bench('export', 'trec', 'contextual-blend', '--out', taken)).toMatchObject({
      code: 1,
      err: expect.stringContaining('taken is not a folder, and none can be made there: a file is in the way'),
    });
  });

  it('writes a run and its judgments for every row and condition, whose figures an outside reader can check', async () => {
    const out = join(folder, 'trec');
    const { code } = await bench('export', 'trec', 'contextual-blend', '--out', out);
    expect(code).toBe(0);
    expect(await listFiles(out)).toHaveLength(16 * 4 * 2 * 2);
    const lines = async (name: string) =>
      (await readFile(join(out, name), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split(' '));
    const relevant = new Set(
      (await lines('blend80-both.qrels')).map(([query, , record]) => `${query} ${record}`),
    );
    const first = (await lines('blend80-both.run')).filter(([, , , rank]) => rank === '1');
    expect(first).toHaveLength(128);
    const hits = first.filter(([query, , record]) => relevant.has(`${query} ${record}`)).length;
    const [row] = (
      JSON.parse((await bench('show', 'contextual-blend', '--json')).out) as {
        row: string;
        top1: { both: number };
      }[]
    ).filter((candidate) => candidate.row === 'blend80');
    expect(hits / 128).toBe(row!.top1.both);
  });
});

describe('interruption', () => {
  it('ends with 1 and says that nothing was lost', async () => {
    const controller = new AbortController();
    controller.abort();
    let err = '';
    const code = await runBench(
      ['contextual-blend', '--out', join(folder, 'stopped')],
      { out: () => undefined, err: (text) => void (err += text), isTerminal: false },
      controller.signal,
    );
    expect(code).toBe(1);
    expect(err).toMatch(/Interrupted\. What was built before is untouched\. Finished embeddings are kept/);
    expect(await listFiles(join(folder, 'stopped'))).toEqual([]);
  });
});

describe('the openai embedder', () => {
  it('says which variable it wants, and writes nothing', async () => {
    const key = process.env['OPENAI_API_KEY'];
    delete process.env['OPENAI_API_KEY'];
    try {
      const { code, err } = await bench(
        'contextual-blend',
        '--embedder',
        'openai',
        '--out',
        join(folder, 'openai'),
      );
      expect(code).toBe(1);
      expect(err).toMatch(/OPENAI_API_KEY/);
      expect(await listFiles(join(folder, 'openai'))).toEqual([]);
    } finally {
      if (key !== undefined) process.env['OPENAI_API_KEY'] = key;
    }
  });
});

describe('another endpoint', () => {
  it('gets each text once, never an id, and makes an artifact that verifies, away from the committed one', async () => {
    const endpoint = await startHostileEndpoint({ key: 'test-key' });
    const key = process.env['OPENAI_API_KEY'];
    process.env['OPENAI_API_KEY'] = 'test-key';
    try {
      const committed = await readFile(join(publishedFolder, 'index.json'), 'utf8');
      const out = join(folder, 'endpoint');
      const { code, err } = await bench(
        'contextual-blend',
        '--embedder',
        'openai',
        '--base-url',
        endpoint.baseUrl,
        '--out',
        out,
        '--fresh',
      );
      expect(err).not.toMatch(/test-key/);
      expect(code).toBe(0);
      expect(await readFile(join(publishedFolder, 'index.json'), 'utf8')).toBe(committed);
      const sent = endpoint.requests.flatMap(({ inputs }) => inputs);
      expect(new Set(sent).size).toBe(sent.length);
      expect(
        endpoint.requests.every(
          ({ body }) => body['model'] === 'text-embedding-3-small' && body['dimensions'] === 1024,
        ),
      ).toBe(true);
      const fixtures = (['context', 'intent'] as const).map((block) =>
        readFile(join(out, 'contextual-blend', `${block}-fixtures.json`), 'utf8').then(
          (text) => JSON.parse(text) as BlendTexts,
        ),
      );
      const texts = (await Promise.all(fixtures)).flatMap(textsToEmbed);
      expect([...sent].sort()).toEqual([...new Set(texts)].sort());
      const summary = await readFile(join(out, 'contextual-blend', 'summary.json'), 'utf8');
      expect(summary).toMatch(/"name":"text-embedding-3-small"/);
      expect(summary).not.toMatch(/127\.0\.0\.1|test-key/);
      const verified = await bench('verify', '--artifacts', out);
      expect(verified.code).toBe(0);
      expect(verified.out).toMatch(
        /^skipped contextual-blend: embedding again: not repeated: text-embedding-3-small/m,
      );
    } finally {
      if (key === undefined) delete process.env['OPENAI_API_KEY'];
      else process.env['OPENAI_API_KEY'] = key;
      await endpoint.close();
    }
  });
});

it('every experiment of the registry is committed or named as a command', () => {
  for (const id of experimentIds) expect(commands.has(id)).toBe(true);
});
