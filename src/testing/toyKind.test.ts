import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { examine } from '../analysis/doctor/examine';
import { openCheck } from '../analysis/doctor/findings';
import { nothingFound } from '../analysis/finding';
import { namesOf, type ExperimentKind } from '../analysis/kind';
import { formatRunId } from '../analysis/compare/runId';
import type { FileFormat } from '../artifact/decode';
import { formatJson } from '../artifact/jsonFormat';
import { publishExperiment, readIndex } from '../builder/artifacts/store';
import { runBench } from '../builder/bench';
import { kindIds, kindOf, kinds, type KindId } from '../experiments/kinds';
import { createBundleTasks } from '../worker/bundleTasks';

const summarySchema = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('toy'),
  id: z.string(),
  question: z.string(),
  headline: z.string(),
  rows: z.array(z.object({ row: z.string(), found: z.number() })),
});
type ToySummary = z.infer<typeof summarySchema>;
const notesSchema = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('toy-notes'),
  questions: z.array(z.object({ id: z.string(), text: z.string(), foundBy: z.array(z.string()) })),
});
type ToyNotes = z.infer<typeof notesSchema>;
const summaryFormat: FileFormat<ToySummary> = {
  kind: 'toy',
  title: 'the summary of a toy',
  version: 1,
  schema: summarySchema,
};
const notesFormat: FileFormat<ToyNotes> = {
  kind: 'toy-notes',
  title: 'the questions of a toy',
  version: 1,
  schema: notesSchema,
};

/** A kind as its folder would export it. */
const toyKind: ExperimentKind = {
  id: 'toy',
  files: {
    'summary.json': { format: summaryFormat, withoutText: 'has none' },
    'notes.json': {
      format: notesFormat,
      withoutText: ({ questions, ...rest }: ToyNotes) => ({
        ...rest,
        questions: questions.map((question) => ({ ...question, text: '' })),
      }),
    },
  },
  fileName: namesOf({}, { 'toy-notes': 'notes.json' }),
  async *checks(files) {
    const { rows } = files.get('summary.json') as ToySummary;
    const { questions } = files.get('notes.json') as ToyNotes;
    const check = openCheck('figures', 'Toys are counted');
    rows.forEach(({ row, found }, index) => {
      check.looked(1);
      const counted = questions.filter(({ foundBy }) => foundBy.includes(row)).length;
      if (counted !== found)
        check.add({
          file: 'summary.json',
          path: `$.rows[${index}].found`,
          found: `${found}`,
          expected: `${counted}`,
        });
    });
    yield check.close(`${rows.length} rows`);
  },
  across: null,
  finding: {
    reads: (name) => name === 'summary.json',
    of: (files) => nothingFound((files.get('summary.json') as ToySummary).headline),
  },
  report: {
    reads: () => true,
    contents: (entry, files) => ({
      what: [entry.question],
      soWhat: [entry.headline],
      howSure: ['Not at all: it is a toy.'],
      cost: ['Nothing.'],
      limits: [{ lead: 'A toy', text: 'It measures nothing.' }],
      setup: (files.get('summary.json') as ToySummary).rows.map(({ row, found }) => [row, `${found} found`]),
      tables: [],
      comparisons: [],
      curves: [],
      trees: [],
      inspected: null,
    }),
  },
  compare: {
    reads: () => true,
    run(entry, files, name) {
      const { rows } = files.get('summary.json') as ToySummary;
      if (!rows.some(({ row }) => row === name.row)) return null;
      return {
        id: formatRunId(name),
        name,
        label: `Toy ${name.row}`,
        experiment: entry.id,
        corpus: { name: 'toy box', hash: 'h' },
        groupings: [],
        familyLabels: new Map(),
        hasHitRule: false,
        costs: [],
        facts: [{ id: 'toy', label: 'Toy part', value: name.row, warns: false }],
        questions: (files.get('notes.json') as ToyNotes).questions.map(({ id, foundBy }) => {
          const found = foundBy.includes(name.row);
          return {
            id,
            cluster: id,
            families: {},
            outcome: found ? 1 : 0,
            reciprocalRank: found ? 1 : 0,
            rank: found ? 1 : null,
            loss: null,
          };
        }),
      };
    },
    details: () => null,
  },
};

const toy = 'toy' as KindId;
const summary: ToySummary = {
  formatVersion: 1,
  kind: 'toy',
  id: 'toy-box',
  question: 'Which toy is found?',
  headline: 'The ball is found more often.',
  rows: [
    { row: 'ball', found: 2 },
    { row: 'kite', found: 1 },
  ],
};
const notes: ToyNotes = {
  formatVersion: 1,
  kind: 'toy-notes',
  questions: [
    { id: 'q1', text: 'Whereabouts underneath staircases?', foundBy: ['ball'] },
    { id: 'q2', text: 'Somewhere beyond chimneys?', foundBy: ['ball', 'kite'] },
  ],
};
const texts = { 'summary.json': formatJson(summary), 'notes.json': formatJson(notes) };
const bytesOf = (value: string) => Uint8Array.from(new TextEncoder().encode(value));
const given = Object.entries(texts).map(([name, text]) => ({ name, bytes: bytesOf(text) }));
const hex = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bundle = createBundleTasks();
const context = { signal: new AbortController().signal, emit: () => undefined };

async function openToy(files = given) {
  const opened = await bundle.open({ files }, context);
  if (opened.kind === 'refused') throw new Error(opened.problem.found);
  return opened.runs[0]!;
}

let folder: string;
async function bench(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runBench(
    [...args, '--artifacts', folder],
    { out: (text) => void (out += text), err: (text) => void (err += text), isTerminal: false },
    context.signal,
  );
  return { code, out, err };
}

/**
 * The line in the registry, for this file alone (its process ends with it): everything
 * below must find the kind without being told of it anywhere else.
 */
beforeAll(async () => {
  Object.assign(kinds, { [toy]: async () => toyKind });
  kindIds.push(toy);
  folder = await mkdtemp(join(tmpdir(), 'chunkscope-toy-'));
  const { entry } = await openToy();
  await publishExperiment(
    folder,
    { ...entry, title: 'Toy box' },
    Object.entries(texts).map(([name, text]) => ({ name, text })),
    ['toy-box'],
  );
});
afterAll(async () => {
  kindIds.pop();
  delete (kinds as Record<string, unknown>)[toy];
  await rm(folder, { recursive: true, force: true });
});

describe('a kind that is one record and one line', () => {
  it('is opened from loose files, whatever they are called, and loses its words in a download', async () => {
    const run = await openToy(given.map(({ bytes }, i) => ({ name: `download (${i}).json`, bytes })));
    expect([...run.files.keys()].sort()).toEqual(['notes.json', 'summary.json']);
    expect(run.entry).toMatchObject({ id: 'toy-box', kind: 'toy', headline: summary.headline });
    const zip = await bundle.pack({ run, withText: false }, context);
    const left = Object.values(unzipSync(zip))
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    for (const word of notes.questions.flatMap(({ text }) => text.match(/\w{4,}/g)!))
      expect(left).not.toContain(word);
    expect((await openToy([{ name: 'toy.zip', bytes: zip }])).files.size).toBe(2);
  });

  it('is examined: a figure that does not follow is found at its place', async () => {
    const outcomes = async (files: ReadonlyMap<string, Uint8Array>) => {
      const { entry } = await openToy();
      const checks = await examine(await kindOf(entry), { entry, files }, { sha256: hex });
      return checks.flatMap(({ findings }) => findings.map(({ path, found }) => `${path} ${found}`));
    };
    const { files } = await openToy();
    expect(await outcomes(files)).toEqual([]);
    const wrong = formatJson({
      ...summary,
      rows: [
        { row: 'ball', found: 2 },
        { row: 'kite', found: 2 },
      ],
    });
    expect(await outcomes(new Map(files).set('summary.json', bytesOf(wrong)))).toContain('$.rows[1].found 2');
  });

  it('is verified, reported and compared by the command line', async () => {
    expect((await readIndex(folder)).experiments.map(({ kind }) => kind)).toEqual(['toy']);
    const { code, out } = await bench('verify');
    expect(code).toBe(0);
    expect(out).toContain('Toys are counted: 2 rows');
    const file = join(folder, 'report.html');
    expect(await bench('report', 'toy-box', '--out', file)).toMatchObject({ code: 0, err: '' });
    const report = await readFile(file, 'utf8');
    for (const words of [summary.question, summary.headline, 'Not at all: it is a toy.', '2 found'])
      expect(report).toContain(words);
    const compared = await bench('report', '--compare', 'toy-box~ball', 'toy-box~kite', '--out', file);
    expect(compared).toMatchObject({ code: 0, err: '' });
    const comparison = await readFile(file, 'utf8');
    for (const words of ['Toy ball', 'Toy kite', 'Toy part']) expect(comparison).toContain(words);
    expect((await bench('report', '--compare', 'toy-box~ball', 'toy-box~top', '--out', file)).err).toContain(
      'toy-box has no row “top”',
    );
  });
});

it('no file but those of a kind and the two records asks which kind an experiment is of', () => {
  const src = fileURLToPath(new URL('..', import.meta.url));
  const names = kindIds.filter((id) => id !== toy).join('|');
  const asks = new RegExp(`\\bkind\\b\\)?\\s*[!=]==\\s*'(${names})'|case '(${names})':`);
  const asking = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\/|^experiments\//.test(file))
    .filter((file) => asks.test(readFileSync(join(src, file), 'utf8')));
  expect(asking).toEqual([]);
});
