import { nothingFound } from '../analysis/finding';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chunkingFiles } from '../experiments/chunking/files';
import { runBenchmark } from '../experiments/chunking/measure/benchmark';
import { committedStrategies } from '../experiments/chunking/measure/strategyIndex';
import { sampleSquad, squadCorpus } from '../datasets/squad/sample';
import type { ExperimentEntry } from '../artifact/indexFile';
import { squadShapedArticles } from '../testing/squadShaped';
import type { NamedBytes, RunFiles } from './bundleProtocol';
import { createBundleTasks } from './bundleTasks';

const tasks = createBundleTasks();
const context = { signal: new AbortController().signal, emit: () => undefined };
const open = (files: NamedBytes[]) => tasks.open({ files }, context);
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const named = (name: string, value: unknown): NamedBytes => ({
  name,
  bytes: bytesOf(typeof value === 'string' ? value : JSON.stringify(value)),
});

async function madeRun(): Promise<RunFiles> {
  const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 2, questions: 9 }));
  const run = await runBenchmark(corpus, committedStrategies().slice(0, 2), undefined);
  const made = await chunkingFiles(run, {
    id: 'live-1',
    title: 'Mine',
    question: 'Which?',
    model: null,
    corpus: { name: 'mine', hash: '0', licence: 'own', text: 'included', source: null, sample: null },
    headline: () => 'so',
    draws: 50,
    switches: false,
  });
  const files = new Map(made.map(({ name, value }) => [name as string, bytesOf(JSON.stringify(value))]));
  const entry: ExperimentEntry = {
    id: 'live-1',
    kind: 'chunking',
    title: 'Mine',
    question: 'Which?',
    headline: 'so',
    finding: nothingFound('Nothing is established.'),
    data: '2 documents',
    badges: [],
    files: [...files].map(([name, bytes]) => ({ name, sha256: 'f00', bytes: bytes.length })),
    provenance: {
      program: 'p',
      command: 'c',
      startedAt: '2026-01-01T00:00:00Z',
      durationMs: 1,
      node: 'n',
      icu: 'i',
      packages: {},
    },
  };
  return { entry, files };
}

describe('a packed run', async () => {
  const run = await madeRun();

  it('comes back as it was, and the same run gives the same bytes', async () => {
    const zip = await tasks.pack({ run, withText: true }, context);
    expect(await tasks.pack({ run, withText: true }, context)).toEqual(zip);
    expect(await open([{ name: 'run.zip', bytes: zip }])).toEqual({ kind: 'runs', runs: [run] });
  });

  it('lies in the zip as in the published folder', async () => {
    const names = Object.keys(unzipSync(await tasks.pack({ run, withText: true }, context)));
    expect(names).toEqual(
      expect.arrayContaining([
        'index.json',
        'live-1/summary.json',
        'live-1/texts.json',
        'live-1/chunks/0.json',
        'live-1/rankings/fixed_size.json',
      ]),
    );
  });

  it('holds none of the text when that was left out, and says so', async () => {
    const zip = await tasks.pack({ run, withText: false }, context);
    const all = Object.values(unzipSync(zip))
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    for (const question of squadCorpus(sampleSquad(squadShapedArticles(), { articles: 2, questions: 9 }))
      .questions) {
      expect(all).not.toContain(question.text);
      for (const answer of question.answers.filter(({ length }) => length > 4))
        expect(all).not.toContain(JSON.stringify(answer));
    }
    const opened = await open([{ name: 'run.zip', bytes: zip }]);
    if (opened.kind === 'refused') throw new Error(opened.problem.found);
    const [{ entry, files }] = opened.runs as [RunFiles];
    expect(files.has('texts.json')).toBe(false);
    expect(entry.files.map(({ name }) => name)).toEqual([...files.keys()]);
    expect(JSON.parse(strFromU8(files.get('summary.json')!))).toMatchObject({
      corpus: { text: 'not included' },
    });
    expect(entry.files.find(({ name }) => name === 'questions.json')!.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('opens from its loose files under any names, by what they say of themselves', async () => {
    const loose = [...run.files].map(([, bytes], place) => ({ name: `download (${place}).json`, bytes }));
    const opened = await open(loose);
    expect(opened).toMatchObject({
      kind: 'runs',
      runs: [{ entry: { id: 'live-1', kind: 'chunking', title: 'Mine' } }],
    });
    if (opened.kind === 'runs')
      expect([...opened.runs[0]!.files.keys()].sort()).toEqual([...run.files.keys()].sort());
  });

  it('opens from its summary alone', async () => {
    expect(await open([{ name: 'summary.json', bytes: run.files.get('summary.json')! }])).toMatchObject({
      kind: 'runs',
      runs: [{ entry: { files: [{ name: 'summary.json' }] } }],
    });
  });

  it('is refused beside a second summary, which would replace the first unseen', async () => {
    const [first, second] = ['one.json', 'two.json'].map((name) => ({
      name,
      bytes: Uint8Array.from(run.files.get('summary.json')!),
    }));
    expect(await open([first!, second!])).toMatchObject({
      kind: 'refused',
      problem: {
        kind: 'wrong-kind',
        file: 'two.json',
        found: 'a second summary.json',
        expected: 'the files of one run',
      },
    });
  });

  it('opens beside a file whose id is no word, which is left under its own name', async () => {
    const opened = await open([
      { name: 'summary.json', bytes: Uint8Array.from(run.files.get('summary.json')!) },
      named('odd.json', { kind: 'chunking-rankings', row: { toString: 1 } }),
    ]);
    expect(opened).toMatchObject({
      kind: 'runs',
      runs: [{ entry: { files: [{ name: 'summary.json' }, { name: 'odd.json' }] } }],
    });
  });

  it('is refused when its summary does not fit its format, naming file and place', async () => {
    const broken = new Map(run.files).set(
      'summary.json',
      bytesOf(strFromU8(run.files.get('summary.json')!).replace('"n":9', '"n":"nine"')),
    );
    const zip = await tasks.pack({ run: { ...run, files: broken }, withText: true }, context);
    expect(await open([{ name: 'run.zip', bytes: zip }])).toMatchObject({
      kind: 'refused',
      problem: {
        kind: 'invalid',
        file: 'summary.json in run.zip',
        path: expect.stringMatching(/^\$\.rows\[0\]/),
        expected: 'number',
      },
    });
  });
});

describe('a packed run with widened hits', async () => {
  const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 2, questions: 9 }));
  const strategy = committedStrategies().find(({ id }) => id === 'fixed_size')!;
  const made = await chunkingFiles(await runBenchmark(corpus, [strategy], undefined), {
    id: 'live-2',
    title: 'Mine, widened',
    question: 'Does it help?',
    corpus: { name: 'mine', hash: '0', licence: 'own', text: 'included', source: null, sample: null },
    headline: () => 'so',
    model: null,
    draws: 50,
    switches: false,
  });
  const files = new Map(made.map(({ name, value }) => [name as string, bytesOf(JSON.stringify(value))]));
  const run: RunFiles = {
    entry: {
      ...(await madeRun()).entry,
      id: 'live-2',
      kind: 'chunking',
      title: 'Mine, widened',
      files: [...files].map(([name, bytes]) => ({ name, sha256: 'f00', bytes: bytes.length })),
    },
    files,
  };

  it('comes back as it was', async () => {
    const zip = await tasks.pack({ run, withText: true }, context);
    expect(await open([{ name: 'run.zip', bytes: zip }])).toEqual({ kind: 'runs', runs: [run] });
  });

  it('opens from its loose files under any names, neighbors in their place', async () => {
    const opened = await open(
      [...files].map(([, bytes], place) => ({
        name: `download (${place}).json`,
        bytes: Uint8Array.from(bytes),
      })),
    );
    if (opened.kind === 'refused') throw new Error(opened.problem.found);
    expect(opened.runs[0]!.entry).toMatchObject({
      id: 'live-2',
      kind: 'chunking',
      title: 'Mine, widened',
    });
    expect([...opened.runs[0]!.files.keys()].sort()).toEqual([
      'budgets/bm25.json',
      'chunks/0.json',
      'chunks/1.json',
      'neighbors/fixed_size.json',
      'questions.json',
      'rankings/fixed_size.json',
      'relevant/fixed_size.json',
      'summary.json',
      'texts.json',
    ]);
  });

  it('holds none of the text when that was left out, and says so', async () => {
    const zip = await tasks.pack({ run, withText: false }, context);
    const all = Object.values(unzipSync(zip))
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    for (const question of corpus.questions) {
      expect(all).not.toContain(question.text);
      for (const answer of question.answers.filter(({ length }) => length > 4))
        expect(all).not.toContain(JSON.stringify(answer));
    }
    const opened = await open([{ name: 'run.zip', bytes: zip }]);
    if (opened.kind === 'refused') throw new Error(opened.problem.found);
    expect(opened.runs[0]!.files.has('texts.json')).toBe(false);
    expect(JSON.parse(strFromU8(opened.runs[0]!.files.get('summary.json')!))).toMatchObject({
      corpus: { text: 'not included' },
    });
  });

  it('leaves a file of neighbors that names no strategy under its own name', async () => {
    const opened = await open([
      { name: 'summary.json', bytes: Uint8Array.from(files.get('summary.json')!) },
      named('odd.json', { kind: 'chunking-neighbors', strategy: null }),
    ]);
    expect(opened).toMatchObject({
      kind: 'runs',
      runs: [{ entry: { files: [{ name: 'summary.json' }, { name: 'odd.json' }] } }],
    });
  });
});

describe('what is no run', () => {
  it.each([
    ['nothing at all', named('a.json', ''), 'empty'],
    ['half a file', named('a.json', '{"formatVersion": 1, "kind": "chun'), 'truncated'],
    ['an empty object', named('a.json', {}), 'wrong-kind'],
    ['an empty list', named('a.json', []), 'wrong-kind'],
    [
      'a picture',
      { name: 'a.png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 255]) },
      'not-text',
    ],
    ['a web page', named('a.json', '<!doctype html><p>Not found'), 'wrong-kind'],
    ['a deep nest', named('a.json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'too-deep'],
    ['a newer summary', named('summary.json', { kind: 'chunking', formatVersion: 99 }), 'newer'],
    [
      'a summary of a kind that is none any more',
      named('summary.json', { kind: 'neighbor-expansion', formatVersion: 1 }),
      'wrong-kind',
    ],
    [
      'one part of a run',
      named('q.json', { kind: 'chunking-questions', formatVersion: 1, questions: [] }),
      'wrong-kind',
    ],
    [
      'a cut zip',
      { name: 'a.zip', bytes: zipSync({ 'index.json': bytesOf('{}') }).slice(0, 40) },
      'truncated',
    ],
    [
      'a zip of other things',
      { name: 'a.zip', bytes: zipSync({ 'notes.txt': bytesOf('hello') }) },
      'wrong-kind',
    ],
  ] as const)('%s is refused by name', async (_, file, kind) => {
    const { bytes, name } = file;
    const opened = await open([{ name, bytes: Uint8Array.from(bytes) }]);
    expect(opened).toMatchObject({
      kind: 'refused',
      problem: {
        kind,
        file: expect.stringContaining(name),
        found: expect.any(String),
        expected: expect.any(String),
      },
    });
  });

  it('many files without a summary are told by their number', async () => {
    const opened = await open(Array.from({ length: 300 }, (_, place) => named(`f${place}.json`, {})));
    expect(opened).toMatchObject({
      kind: 'refused',
      problem: { file: 'f0.json, f1.json, f2.json and 297 more', found: 'no summary.json' },
    });
  });
});
