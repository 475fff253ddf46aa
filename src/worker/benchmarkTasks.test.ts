import { sampleSquad, squadCorpus } from '../datasets/squad/sample';
import { describe, expect, it } from 'vitest';
import { committedStrategies } from '../experiments/chunking/measure/strategyIndex';
import { estimateTokenizer } from '../core/chunking/tokens';
import { rowFigures } from '../experiments/chunking/measure/figures';
import { runBenchmark } from '../experiments/chunking/measure/benchmark';
import { strategyIds } from '../core/chunking/registry';
import { utf8Length } from '../core/text/sizes';
import {
  chunkingQuestionsFormat,
  chunkingSummaryFormat,
  chunkingTextsFormat,
} from '../experiments/chunking/formats';
import { decode, type FileFormat } from '../artifact/decode';
import { nastyTexts } from '../testing/nastyTexts';
import { squadShaped, squadShapedArticles } from '../testing/squadShaped';
import { createGoldFinder } from './benchmarkLocate';
import type {
  AskedQuestion,
  BenchmarkResult,
  BenchmarkSetup,
  HeldDocument,
  StepEvent,
} from './benchmarkProtocol';
import { createBenchmarkTasks } from './benchmarkTasks';

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

const context = (signal = new AbortController().signal, events: StepEvent[] = []) => ({
  signal,
  emit: (event: StepEvent) => void events.push(event),
});
const plain = { signal: new AbortController().signal, emit: () => undefined };

async function run(
  given: { documents?: HeldDocument[]; questions?: AskedQuestion[]; setup?: BenchmarkSetup } = {},
): Promise<BenchmarkResult> {
  const tasks = createBenchmarkTasks(async () => estimateTokenizer);
  await tasks.hold({ documents: given.documents ?? documents }, plain);
  const chosen = given.setup ?? setup;
  await tasks.prepare({ questions: given.questions ?? questions, setup: chosen }, context());
  if (chosen.embedding) {
    for (const stage of ['sentences', 'all'] as const) {
      const { texts } = await tasks.want({ stage }, context());
      for (let from = 0; from < texts; from += 4) {
        const slice = await tasks.texts({ from, limit: 4 }, plain);
        await tasks.vectors(
          { from, vectors: { dimensions: 26, values: Float32Array.from(slice.flatMap(letters)) } },
          plain,
        );
      }
    }
  }
  return tasks.finish(
    {
      description: {
        neighbors: { neighborPrev: 0, neighborNext: 0 },
        id: 'live-1',
        title: 'Mine',
        corpusName: 'Own text',
        model: chosen.embedding && {
          provider: 'test',
          name: 'letters',
          revision: '1',
          dimensions: 26,
          windowing: 'none',
        },
      },
    },
    context(),
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
    expect(result.headline).toBe(summary.headline);
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
    const tasks = createBenchmarkTasks(async () => estimateTokenizer);
    const read = await tasks.readDataset(
      { file: 'dev.json', text: JSON.stringify(squadShaped()), reader: 'squad' },
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
      await tasks.readDataset({ file: 'dev.json', text: '{"data": 7}', reader: 'squad' }, plain),
    ).toMatchObject({
      kind: 'refused',
      problem: { file: 'dev.json' },
    });
  });

  it('leaves questions without gold out when told, and only those', async () => {
    const summary = readSummary(await run({ setup: { ...setup, keepWithoutGold: false } }));
    expect(summary.corpus.questions).toBe(4);
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
    const tasks = createBenchmarkTasks(async () => estimateTokenizer);
    await tasks.hold({ documents }, plain);
    await tasks.prepare({ questions, setup }, context());
    const { texts, bytes } = await tasks.want({ stage: 'plan' }, context());
    const listed = await tasks.texts({ from: 0, limit: texts }, plain);
    expect(new Set(listed).size).toBe(texts);
    expect(listed).toEqual(expect.arrayContaining(questions.map(({ text }) => text)));
    expect(bytes).toBe(listed.reduce((sum, text) => sum + utf8Length(text), 0));
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
    expect(result.headline).toContain(
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
    const tasks = createBenchmarkTasks(async () => estimateTokenizer);
    await tasks.hold(
      { documents: [{ id: 'long', text: 'A sentence of some words. '.repeat(20_000) }] },
      plain,
    );
    const controller = new AbortController();
    const events: StepEvent[] = [];
    const prepared = tasks.prepare(
      { questions, setup },
      { signal: controller.signal, emit: (event) => (events.push(event), controller.abort()) },
    );
    await expect(prepared).rejects.toMatchObject({ name: 'AbortError' });
    expect(events[0]).toEqual({ step: 'counting tokens', done: 0, total: 1 });
    await expect(
      tasks.finish(
        {
          description: {
            id: 'x',
            title: 'x',
            corpusName: 'x',
            model: null,
            neighbors: { neighborPrev: 0, neighborNext: 0 },
          },
        },
        context(),
      ),
    ).rejects.toThrow(/before it was prepared/);
  });
});
