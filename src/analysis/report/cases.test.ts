import { chunkingKind } from '../../experiments/chunking/kind';
import { itemsKind } from '../../experiments/items/kind';
import { describe, expect, it } from 'vitest';
import { runBenchmark } from '../../experiments/chunking/measure/benchmark';
import type { BenchmarkCorpus } from '../../datasets/corpus';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import type { CompareQuestion } from '../compare/compare';
import { entryFixture, hostileName } from '../../testing/summaryFixtures';
import { chunkingFiles } from '../../experiments/chunking/files';
import type { MeasuredRun } from '../compare/measuredRun';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { escapeText } from './html';
import { buildComparisonReport, buildReport } from './report';

const formula = '=HYPERLINK("http://x","y")';
const sentence = 'The lamp in the north hall burns all night.';
const corpus: BenchmarkCorpus = {
  documents: [
    {
      id: 'hall',
      title: hostileName,
      text: `${sentence} The gate closes at nine.\n\nNobody keeps bees here.`,
    },
    { id: 'garden', title: 'Garden', text: 'Bees live behind the shed. Their honey is sold in May.' },
  ],
  questions: [
    {
      id: formula,
      text: 'Which lamp burns all night?',
      document: 0,
      answers: ['lamp in the north hall'],
      gold: [{ document: 0, start: 4, end: 26 }],
      families: { topic: '__proto__' },
    },
    {
      id: hostileName,
      text: `What of ${hostileName}?`,
      document: 1,
      answers: ['honey'],
      gold: [{ document: 1, start: 33, end: 38 }],
      families: { topic: hostileName },
    },
  ],
  groupings: [{ id: 'topic', label: 'Topic' }],
  cluster: 'topic',
};

async function chunkingReport(
  asked: BenchmarkCorpus,
  text: 'included' | 'not included',
  families: readonly string[] = [],
): Promise<string> {
  const run = await runBenchmark(asked, committedStrategies().slice(0, 2), undefined);
  const made = await chunkingFiles(run, {
    id: 'mine',
    title: 'Mine',
    question: 'Which?',
    model: null,
    corpus: { name: 'my texts', hash: '0', licence: 'own', text: 'included', source: null, sample: null },
    headline: () => 'so',
    draws: 50,
    switches: false,
  });
  const files = new Map<string, unknown>(made.map(({ name, value }) => [name, value]));
  const summary = files.get('summary.json') as ChunkingSummary;
  files.set('summary.json', {
    ...summary,
    corpus: { ...summary.corpus, text },
    groupings: summary.groupings.map((grouping) => ({
      ...grouping,
      families: [...grouping.families, ...families],
    })),
  });
  return buildReport(
    chunkingKind,
    entryFixture(
      'chunking',
      'mine',
      made.map(({ name }) => ({ name, sha256: '', bytes: 1 })),
    ),
    files,
  );
}

/** Cells of one table by its id, row by row, as a reader sees them. */
function tableOf(page: string, id: string): string[][] {
  const [, table = ''] = new RegExp(`<table id="${id}"[^>]*>(.*?)</table>`, 's').exec(page) ?? [];
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell!.replace(/<small>.*?<\/small>/gs, '').replace(/<[^>]*>/g, ''),
    ),
  );
}

/** What is said, without the program in it. */
const wordsOf = (page: string): string => page.replace(/<script>.*?<\/script>/gs, '');
const dataOf = (page: string) =>
  JSON.parse(/id="inspected">(.*?)<\/script>/s.exec(page)![1]!) as {
    items: [string, number][];
    rows: { label: string; missed: string }[];
    words: string[];
    parts: { kind: string; texts: [number, string][]; of: ({ t?: string } | null)[] }[];
  };

describe('the report of a reader’s own run', () => {
  it('counts a family called __proto__, and says n = 0 of one without questions', async () => {
    const page = await chunkingReport(corpus, 'included', ['empty']);
    const rows = tableOf(page, 'families-0');
    expect(rows.map(([family, n]) => [family, n])).toEqual([
      ['Topic', 'n, questions'],
      ['__proto__', '1'],
      [escapeText(hostileName), '1'],
      ['empty', '0'],
    ]);
    expect(rows[1]![2]).toBe('0 %');
    expect(new Set(rows[3]!.slice(2))).toEqual(new Set(['n/a (n = 0)']));
  });

  it('shows hostile names as they are, in tables, drawings and data', async () => {
    const page = await chunkingReport(corpus, 'included');
    expect(page).not.toMatch(/<img/i);
    expect(page).toContain(escapeText(hostileName));
    const data = dataOf(page);
    expect(data.items.map(([id]) => id)).toEqual([formula, hostileName]);
    expect(data.words).toContain('__proto__');
    expect(JSON.stringify(data.parts)).toContain(JSON.stringify(hostileName));
  });

  it('holds text where the run holds it, once a document, and none where it may not', async () => {
    const open = await chunkingReport(corpus, 'included');
    expect(
      dataOf(open)
        .parts[0]!.texts.map(([document, text]) => [document, text.slice(0, 8)])
        .sort(),
    ).toEqual([
      [0, 'The lamp'],
      [1, 'Bees liv'],
    ]);
    expect(dataOf(open).parts[0]!.of[0]!.t).toBe('Which lamp burns all night?');
    expect(open.split(sentence)).toHaveLength(2);
    const closed = await chunkingReport(corpus, 'not included');
    expect(closed).not.toContain('The lamp');
    expect(closed).not.toContain('Which lamp');
    expect(dataOf(closed).parts[0]!.of[0]).not.toHaveProperty('t');
  });

  it('says of one question that no interval is defined, and of none that n = 0', async () => {
    const one = await chunkingReport({ ...corpus, questions: corpus.questions.slice(0, 1) }, 'included');
    expect(one).toContain('interval not defined (n = 1)');
    const none = await chunkingReport({ ...corpus, questions: [] }, 'included');
    expect(none).toContain('n = 0');
    expect(
      tableOf(none, 'main-0')
        .slice(1)
        .map((row) => row[1]),
    ).toEqual(['n/a', 'n/a']);
    expect(none).toContain('of 0 questions');
    expect(wordsOf(none)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

const question = (id: string, outcome: number, family = '__proto__'): CompareQuestion => ({
  id,
  cluster: family,
  families: { topic: family },
  outcome,
  reciprocalRank: outcome,
  rank: outcome ? 1 : null,
  loss: outcome ? null : 'ranking',
});

function comparison(
  sides: readonly (readonly [name: string, questions: readonly CompareQuestion[]])[],
): string {
  const entry = entryFixture('imported', 'mine', []);
  const runs = sides.map(([label, questions]): MeasuredRun => ({
    id: `mine~${label}`,
    name: { experiment: 'mine', row: label },
    label,
    experiment: 'mine',
    corpus: { name: 'my texts', hash: '0' },
    groupings: [{ id: 'topic', label: 'Topic' }],
    familyLabels: new Map(),
    hasHitRule: true,
    costs: [],
    facts: [
      { id: 'model', label: 'Embedding model', value: label, warns: true },
      { id: 'k', label: 'Depth', value: '10', warns: false },
    ],
    questions,
  }));
  return buildComparisonReport({
    runs: runs.map((run) => ({ run, entry, kind: itemsKind, files: new Map() })),
    rule: { k: 5, rule: 'answer' },
    metric: 'hit',
    pair: [0, 1],
    grouping: null,
    draws: 50,
  });
}

describe('the report of a comparison', () => {
  const some = [
    question('q1', 1),
    question('q2', 0, 'b'),
    question(formula, 1, hostileName),
    question('q4', 1, 'b'),
  ];
  const others = [
    question('q4', 1, 'b'),
    question('q1', 0),
    question('q2', 1, 'b'),
    question(hostileName, 1, 'b'),
  ];

  it('keeps runs called 10, 9 and constructor in their order, and pairs them all', () => {
    const page = comparison([
      ['10', some],
      ['9', some],
      ['constructor', others],
    ]);
    expect(
      tableOf(page, 'means')
        .slice(1)
        .map(([run]) => run),
    ).toEqual(['A: 10', 'B: 9', 'C: constructor']);
    expect(
      tableOf(page, 'pairs')
        .slice(1)
        .map(([pair]) => pair),
    ).toEqual(['A − B', 'A − C', 'B − C']);
    expect(page).toContain('≠ Embedding model');
    expect(page).not.toContain('≠ Depth');
    expect(page).toContain('Unlike setups. Embedding model: 10 in A; 9 in B; constructor in C');
  });

  it('counts shared questions by id, gives every flip its reason, and lists what is only in one', () => {
    const page = comparison([
      ['A run', some],
      [hostileName, others],
    ]);
    expect(tableOf(page, 'counts').slice(1)).toEqual([
      ['both hit', '1', '33.3 %'],
      ['only A', '1', '33.3 %'],
      ['only B', '1', '33.3 %'],
      ['neither', '0', '0 %'],
    ]);
    expect(
      tableOf(page, 'flips')
        .slice(1)
        .map(([id, family, by, , , why]) => [id, family, by, why]),
    ).toEqual([
      ['q1', '__proto__', 'only A', 'A has it at rank 1; B did not retrieve it, though a context holds it'],
      ['q2', 'b', 'only B', 'B has it at rank 1; A did not retrieve it, though a context holds it'],
    ]);
    expect(
      tableOf(page, 'partial')
        .slice(1)
        .map((cells) => cells.slice(0, 2)),
    ).toEqual([
      [escapeText(formula), 'only in A'],
      [escapeText(hostileName), 'only in B'],
    ]);
    expect(page).not.toMatch(/<img/i);
    expect(dataOf(page).items.map(([id]) => id)).toEqual(['q1', 'q2', 'q4', formula, hostileName]);
  });

  it('says n = 0 where nothing is shared, and that n = 1 has no interval', () => {
    const none = comparison([
      ['A', some],
      ['B', []],
    ]);
    expect(none).toContain('No question was asked in every run, so there is nothing to compare (n = 0).');
    expect(
      tableOf(none, 'means')
        .slice(1)
        .map((cells) => cells.slice(1)),
    ).toEqual([
      ['n/a', 'n/a (n = 0)', '0'],
      ['n/a', 'n/a (n = 0)', '0'],
    ]);
    expect(tableOf(none, 'counts')[1]).toEqual(['both hit', '0', 'n/a']);
    const one = comparison([
      ['A', [question('q1', 1)]],
      ['B', [question('q1', 0)]],
    ]);
    expect(tableOf(one, 'means')[1]).toEqual(['A: A', '100 %', 'not defined (n = 1)', '1']);
    expect(tableOf(one, 'pairs')[1]!.slice(1, 3)).toEqual(['+100 points', 'not defined (n = 1)']);
    expect(wordsOf(none + one)).not.toMatch(/NaN|Infinity|undefined/);
  });
});
