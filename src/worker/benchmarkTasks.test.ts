import { sampleSquad, squadCorpus } from '../datasets/squad/sample';
import { describe, expect, it } from 'vitest';
import { committedStrategies } from '../experiments/chunking/measure/strategyIndex';
import { estimateTokenizer } from '../core/chunking/tokens';
import { rowFigures } from '../experiments/chunking/measure/figures';
import { runBenchmark } from '../experiments/chunking/measure/benchmark';
import { strategyIds } from '../core/chunking/registry';
import { textAt } from '../core/text/packedTexts';
import { utf8Length } from '../core/text/sizes';
import {
  chunkingQuestionsFormat,
  chunkingSummaryFormat,
  chunkingTextsFormat,
} from '../experiments/chunking/formats';
import { decode, type FileFormat } from '../artifact/decode';
import { computePage, embedsBy, testEndpoint } from '../testing/computeTasks';
import { nastyTexts } from '../testing/nastyTexts';
import { squadShaped, squadShapedArticles } from '../testing/squadShaped';
import { createGoldFinder } from '../datasets/own/locate';
import type { AskedQuestion, HeldDocument } from '../datasets/own/asked';
import type { BenchmarkSetup } from '../experiments/chunking/own/setup';
import type { BenchmarkResult } from './benchmarkProtocol';

const question = (
  id: string,
  text: string,
  answers: string[] = [],
  rest: Partial<AskedQuestion> = {},
): AskedQuestion => ({ id, text, answers, document: null, marks: [], family: null, ...rest });

describe('the gold of a question', () => {
  const documents: HeldDocument[] = [
    { id: 'a.md', text: 'We often wait.\r\nIt takes ten\n days. Ten days are long.' },
    { id: 'b.md', text: 'İrfan said yes. The window is 30 days, 300 at most.' },
  ];
  const { locate } = createGoldFinder(documents);
  const textAt = ({ gold }: ReturnType<typeof locate>) =>
    gold.map(({ document, start, end }) => documents[document]!.text.slice(start, end));

  it('is a whole word in its own letters where there is one', () => {
    expect(textAt(locate(question('q', 'How long?', ['Ten'])))).toEqual(['Ten']);
    expect(locate(question('q', 'How long?', ['ten'])).gold).toEqual([{ document: 0, start: 25, end: 28 }]);
    expect(textAt(locate(question('q', 'How many?', ['30'])))).toEqual(['30']);
    expect(locate(question('q', 'Part of a word', ['ofte'])).status).toBe('located');
  });

  it('ignores case and the kind of white space, as the answer rule does', () => {
    expect(textAt(locate(question('q', 'How long?', ['TEN DAYS'])))).toEqual(['ten\n days']);
    expect(locate(question('q', 'Who?', ['said']))).toMatchObject({
      status: 'located',
      gold: [{ document: 1, start: 6, end: 10 }],
    });
  });

  it('is looked for in its own document first, by any of its answers', () => {
    expect(locate(question('q', 'How long?', ['ten', '30 days'], { document: 'b.md' }))).toMatchObject({
      status: 'located',
      gold: [{ document: 1 }],
    });
    expect(locate(question('q', 'How long?', ['ten'], { document: 'b.md' }))).toMatchObject({
      status: 'elsewhere',
      gold: [{ document: 0 }],
    });
    expect(locate(question('q', 'How long?', ['ten'], { document: 'gone.md' }))).toMatchObject({
      status: 'located',
      unknownDocument: 'gone.md',
    });
  });

  it('is called not located, or no gold, and what is missing is named', () => {
    expect(locate(question('q', 'How long?', ['eleven days', 'ten']))).toMatchObject({
      status: 'located',
      missing: ['eleven days'],
    });
    expect(locate(question('q', 'How long?', ['eleven days']))).toEqual({
      status: 'not located',
      gold: [],
      places: 0,
      missing: ['eleven days'],
      unknownDocument: null,
    });
    expect(locate(question('q', 'How long?', ['  ']))).toMatchObject({ status: 'no gold', missing: [] });
  });

  it('is what the reader marked, whatever else is given', () => {
    const marks = [
      { document: 'b.md', start: 0, end: 5 },
      { document: 'a.md', start: 3, end: 8 },
    ];
    expect(locate(question('q', 'Who waits how often?', ['ten'], { marks }))).toMatchObject({
      status: 'marked',
      gold: [
        { document: 1, start: 0, end: 5 },
        { document: 0, start: 3, end: 8 },
      ],
    });
  });
});

/** Many marks on one letter: one character, as long as a chunk. */
const crowded = '\u0301'.repeat(20);

const documents: HeldDocument[] = [
  {
    id: 'policy.md',
    text: 'Trials may export for 7 days. Paid plans may export for 30 days.\n\nGuests cannot export at all. Ask an owner instead.',
  },
  {
    id: 'notes.txt',
    text: 'Ana will write the runbook by Friday. Ben disagrees about the price. The price stays at 12 euros until June.',
  },
];
const questions = [
  question('q1', 'How long may trials export?', ['7 days']),
  question('q2', 'Who cannot export?', ['Guests'], { document: 'policy.md' }),
  question('q3', 'What does it cost until June?', ['12 euros']),
  question('q4', 'Who is the director?', ['Carla']),
  question('q5', 'Is there a logo?'),
];
const setup: BenchmarkSetup = {
  variants: strategyIds.map((id) => ({ id, strategy: id, label: id, parameters: {} })),
  embedding: null,
  keepWithoutGold: true,
};
const letters = (text: string): number[] =>
  Array.from({ length: 26 }, (_, i) => 0.1 + text.toLowerCase().split(String.fromCharCode(97 + i)).length);

const plain = { signal: new AbortController().signal, emit: () => undefined };
const page = () => computePage(embedsBy(letters));
const inputOf = (chosen: BenchmarkSetup, asked: readonly AskedQuestion[] = questions) => ({
  spec: testEndpoint('letters', 4),
  probe: false,
  questions: [...asked],
  setup: chosen,
});

const description = {
  id: 'live-1',
  title: 'Mine',
  corpusName: 'Own text',
  neighbors: { neighborPrev: 0, neighborNext: 0 },
};

async function run(
  given: { documents?: HeldDocument[]; questions?: AskedQuestion[]; setup?: BenchmarkSetup } = {},
): Promise<BenchmarkResult> {
  const { tasks, context } = page();
  await tasks.hold({ documents: given.documents ?? documents }, plain);
  return tasks.runBenchmark(
    {
      ...inputOf(given.setup ?? setup, given.questions),
      description,
    },
    context,
  );
}

const readSummary = (result: BenchmarkResult) => read(result, 'summary.json', chunkingSummaryFormat);

function read<T>({ files }: BenchmarkResult, name: string, format: FileFormat<T>): T {
  return decode(
    format,
    name,
    JSON.parse(new TextDecoder().decode(files.find((file) => file.name === name)!.bytes)),
  );
}

describe('a benchmark on a reader’s text', () => {
  it('makes the files of a chunking experiment, text and all', async () => {
    const result = await run();
    const summary = readSummary(result);
    expect(summary).toMatchObject({
      id: 'live-1',
      model: null,
      corpus: { text: 'included', questions: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      bootstrap: { cluster: 'document', clusters: 3 },
    });
    expect(summary.rows.map(({ row }) => row)).toEqual(strategyIds);
    expect(result.entry.headline).toBe(summary.headline);
    expect(Object.keys(result.buildMs)).toEqual(strategyIds);
    expect(read(result, 'texts.json', chunkingTextsFormat).documents).toEqual(documents);
    const stored = read(result, 'questions.json', chunkingQuestionsFormat).questions;
    expect(
      stored.map(({ families, document, gold }) => [
        families['document'],
        families['questionWord'],
        document,
        gold.length,
      ]),
    ).toEqual([
      ['policy.md', 'how', 0, 1],
      ['policy.md', 'who', 0, 1],
      ['notes.txt', 'what', 1, 1],
      ['no document', 'who', null, 0],
      ['no document', 'other', null, 0],
    ]);
    for (const row of summary.rows) expect(row.losses.source).toBe(2);
  });

  it('makes of a SQuAD-shaped file what the published benchmark makes of it', async () => {
    const { tasks } = page();
    const read = await tasks.readDataset(
      { files: [{ name: 'dev.json', text: JSON.stringify(squadShaped()) }], reader: 'squad' },
      plain,
    );
    if (read.kind === 'refused') throw new Error(read.problem.found);
    const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 40, questions: 800 }));
    const summary = readSummary(await run({ documents: read.documents, questions: read.questions }));
    const published = rowFigures(
      await runBenchmark(corpus, committedStrategies(estimateTokenizer), estimateTokenizer),
    );
    expect(summary.rows.map(({ metrics }) => metrics)).toEqual(published.map(({ metrics }) => metrics));
    expect(
      await tasks.readDataset({ files: [{ name: 'dev.json', text: '{"data": 7}' }], reader: 'squad' }, plain),
    ).toMatchObject({
      kind: 'refused',
      problem: { file: 'dev.json' },
    });
  });

  it('leaves questions without gold out when told, and only those', async () => {
    const summary = readSummary(await run({ setup: { ...setup, keepWithoutGold: false } }));
    expect(summary.corpus.questions).toBe(4);
  });

  it('names no best row where no row found anything', async () => {
    const lost = questions.map((asked) => ({ ...asked, answers: ['nowhere at all'], marks: [] }));
    const summary = readSummary(await run({ questions: lost }));
    expect(summary.best).toBeNull();
    expect(summary.headline).toMatch(
      /^No row found an answer to any of \d+ questions, so none is better than another\./,
    );
  });

  it('counts questions that the documents leave open apart', async () => {
    const open = { ...questions[0]!, id: 'open', answers: [], marks: [], open: true };
    const summary = readSummary(await run({ questions: [...questions, open] }));
    expect(summary.corpus.questions).toBe(questions.length);
    expect(summary.headline).toContain('1 question that the documents do not establish is counted apart');
    expect(readSummary(await run()).headline).not.toContain('counted apart');
  });

  it('draws the reader’s families where there are any', async () => {
    const own = questions.map((asked, place) => ({ ...asked, family: place < 3 ? `f${place}` : null }));
    const summary = readSummary(await run({ questions: own }));
    expect(summary.bootstrap).toMatchObject({ cluster: 'family', clusters: 4 });
    expect(summary.groupings.map(({ id, families }) => [id, families.length])).toEqual([
      ['family', 4],
      ['document', 3],
      ['questionWord', 4],
    ]);
  });

  it('has the rows of the model that were asked for, the semantic cuts by its vectors, and every text once', async () => {
    const result = await run({
      setup: {
        ...setup,
        embedding: { name: 'letters', retrievers: ['embedding', 'hybrid'], focusWeight: 0.8 },
      },
    });
    const summary = readSummary(result);
    expect(summary.rows).toHaveLength(8 * 3);
    expect(summary.model).toMatchObject({ name: 'letters' });
    expect(summary.strategies.find(({ id }) => id === 'semantic')!.parameters['distances']).toBe('letters');
    expect(summary.strategies.find(({ id }) => id === 'paragraph')!.parameters['distances']).toBeUndefined();
  });

  it('plans what it will embed: as many semantic blocks as there will be', async () => {
    const { tasks, events, context } = page();
    await tasks.hold({ documents }, plain);
    const { inputs, cached, bytes, listed } = await tasks.planBenchmark(inputOf(setup), context);
    const texts = Array.from(listed.ends, (_, index) => textAt(listed, index));
    expect([inputs, cached, new Set(texts).size]).toEqual([texts.length, 0, texts.length]);
    expect(texts).toEqual(expect.arrayContaining(questions.map(({ text }) => text)));
    expect(bytes).toBe(texts.reduce((sum, text) => sum + utf8Length(text), 0));
    expect(events.every(({ kind }) => kind === 'step')).toBe(true);
  });

  it('sends every text once, no more of them than were planned, and none again in the next run', async () => {
    const { tasks, events, context } = page();
    await tasks.hold({ documents }, plain);
    const input = inputOf({
      ...setup,
      embedding: { name: 'letters', retrievers: ['embedding'], focusWeight: 0.8 },
    });
    const plan = await tasks.planBenchmark(input, context);
    // What the semantic strategy cuts by vectors is known by its bounds.
    expect(plan.atMost).toBe(true);
    await tasks.runBenchmark({ ...input, description, ticket: plan.ticket }, context);
    const sent = () => events.flatMap((event) => (event.kind === 'send' ? event.inputs : []));
    const first = sent();
    expect(new Set(first).size).toBe(first.length);
    expect(first.length).toBeLessThanOrEqual(plan.inputs);
    await tasks.runBenchmark({ ...input, description }, context);
    expect(sent()).toEqual(first);
    expect(events.findLast(({ kind }) => kind === 'embed')).toMatchObject({ stage: 'all' });
  });

  it('takes several sizes of one strategy', async () => {
    const variants = [20, 60].map((chunkSize) => ({
      id: `recursive-${chunkSize}`,
      strategy: 'recursive' as const,
      label: `Recursive ${chunkSize}`,
      parameters: { chunkSize },
    }));
    const summary = readSummary(await run({ setup: { ...setup, variants } }));
    expect(summary.rows.map(({ row, label }) => [row, label])).toEqual([
      ['recursive-20', 'Recursive 20'],
      ['recursive-60', 'Recursive 60'],
    ]);
    expect(summary.rows[0]!.contexts).toBeGreaterThan(summary.rows[1]!.contexts);
    expect(summary.strategies.map(({ parameters }) => parameters['chunkSize'])).toEqual([20, 60]);
  });

  it('says of one document that nothing is compared', async () => {
    const result = await run({ documents: documents.slice(0, 1), questions: questions.slice(0, 2) });
    expect(result.entry.headline).toContain(
      'All questions belong to one document, so no interval and no comparison is defined.',
    );
    expect(readSummary(result).rows[0]!.metrics.ndcgAt10.interval).toBeNull();
  });

  it('comes to an end on any text', async () => {
    const odd = [
      ...nastyTexts
        .filter((text) => !text.includes(crowded))
        .map((text, place) => ({ id: `odd ${place}`, text })),
      { id: 'one word', text: 'word' },
      { id: 'emoji', text: '🙂👋🏻👨‍👩‍👧' },
      { id: 'long', text: 'x'.repeat(50_000) },
    ];
    const asked = [
      question('q1', '🙂', ['👋🏻']),
      question('q2', 'word?', ['word']),
      question('q3', '???', ['xxx']),
    ];
    const summary = readSummary(await run({ documents: odd, questions: asked }));
    expect(summary.corpus.documents).toHaveLength(odd.length);
    expect(summary.rows.every(({ n }) => n === 3)).toBe(true);
  });

  it('names the strategy and the document of a character that no chunk can hold', async () => {
    await expect(run({ documents: [{ id: 'crowd.txt', text: `a${crowded.repeat(20)}` }] })).rejects.toThrow(
      /^parent_document, in “crowd.txt”: the character .* takes \d+ characters, more than childSize 250$/,
    );
  });

  it('tells its steps and stops at a cancel', async () => {
    const { tasks, controller, events, context } = page();
    await tasks.hold(
      { documents: [{ id: 'long', text: 'A sentence of some words. '.repeat(20_000) }] },
      plain,
    );
    const ended = tasks.runBenchmark(
      { ...inputOf(setup), description },
      { ...context, emit: (event) => (context.emit(event), controller.abort()) },
    );
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(events[0]).toEqual({ kind: 'step', step: { kind: 'counting tokens' }, done: 0, total: 1 });
  });
});
