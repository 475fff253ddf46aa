import { kindOf } from '../experiments/kinds';
import { describe, expect, it } from 'vitest';
import { adjacentRuns, expandNeighbors, type NeighborCounts } from '../core/retrieval/neighbors';
import { comparableText } from '../core/text/findText';
import { estimateTokenizer } from '../core/chunking/tokens';
import { runNeighborExpansion } from '../experiments/chunking/neighbors/experiment';
import { strategyIds } from '../core/chunking/registry';
import {
  neighborChunksFormat,
  neighborHitsFormat,
  neighborQuestionsFormat,
  neighborRunFormat,
  neighborSummaryFormat,
} from '../experiments/chunking/neighbors/formats';
import { chunkingTextsFormat } from '../experiments/chunking/formats';
import { decode, type FileFormat } from '../artifact/decode';
import { examine } from '../analysis/doctor/examine';
import type { ExperimentEntry } from '../artifact/indexFile';
import { corpusOf } from './benchmarkCorpus';
import { createGoldFinder } from './benchmarkLocate';
import type { AskedQuestion, BenchmarkSetup, HeldDocument } from './benchmarkProtocol';
import { strategyOf } from './benchmarkStrategies';
import { createBenchmarkTasks } from './benchmarkTasks';
import { sha256Hex } from '../artifact/sha256';

const context = { signal: new AbortController().signal, emit: () => undefined };
const question = (id: string, text: string, answers: string[]): AskedQuestion => ({
  id,
  text,
  answers,
  document: null,
  marks: [],
  family: null,
});

/** Windows of five estimated tokens cut the first text into seven chunks, the second into two, the third into one. */
const documents: HeldDocument[] = [
  {
    id: 'mill.txt',
    text: 'The miller grinds rye in March. Flour is weighed twice before the cart leaves the yard. A red flag means the wheel must stop at once.',
  },
  { id: 'quay.txt', text: 'The ferry waits for the miller.' },
  { id: 'note.txt', text: 'Bring a lamp.' },
];
const questions: AskedQuestion[] = [
  question('edges', 'The stop at once', ['grinds rye']),
  question('side by side', 'miller grinds rye March flour', ['rye in March']),
  question('cut', 'cart leaves', ['before the cart leaves the yard']),
  question('short document', 'lamp', ['Bring a lamp']),
  question('nowhere', 'wheel', ['copper kettle']),
  question('no hit', 'zzz', ['red flag']),
];
const variant = {
  id: 'fixed_size-5',
  strategy: 'fixed_size' as const,
  label: 'Fixed windows 5',
  parameters: { chunkSize: 5 },
};
const setup: BenchmarkSetup = {
  variants: [variant, { id: 'paragraph', strategy: 'paragraph', label: 'Paragraphs', parameters: {} }],
  embedding: { name: 'letters', retrievers: ['embedding', 'hybrid'], focusWeight: 0.8 },
  keepWithoutGold: true,
};
const letters = (text: string): number[] =>
  Array.from({ length: 26 }, (_, i) => 0.1 + text.toLowerCase().split(String.fromCharCode(97 + i)).length);
const at = (neighborPrev: number, neighborNext: number): NeighborCounts => ({ neighborPrev, neighborNext });

async function finished(given: Partial<BenchmarkSetup> = {}, id = 'live-1') {
  const tasks = createBenchmarkTasks(async () => estimateTokenizer);
  await tasks.hold({ documents }, context);
  const chosen = { ...setup, ...given };
  await tasks.prepare({ questions, setup: chosen }, context);
  if (chosen.embedding) {
    const { texts } = await tasks.want({ stage: 'all' }, context);
    const listed = await tasks.texts({ from: 0, limit: texts }, context);
    await tasks.vectors(
      { from: 0, vectors: { dimensions: 26, values: Float32Array.from(listed.flatMap(letters)) } },
      context,
    );
  }
  await tasks.finish(
    {
      description: {
        id,
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
    context,
  );
  return tasks;
}

describe('neighbors of the hits of a finished run', async () => {
  const tasks = await finished();
  const of = { run: 'live-1', strategy: variant.id };
  const { summary, questions: stored, chunks, searches } = await tasks.expansionFoundation(of, context);
  const spans = chunks.documents.map(({ spans }) =>
    Array.from({ length: spans.length / 2 }, (_, i) => ({ start: spans[2 * i]!, end: spans[2 * i + 1]! })),
  );
  const places = spans.flatMap((own, document) => own.map((_, chunkIndex) => ({ document, chunkIndex })));

  it('are looked for in every search of those chunks, BM25 first, and in no other strategy', async () => {
    expect(searches.map(({ row, retriever }) => [row, retriever])).toEqual([
      ['fixed_size-5', 'bm25'],
      ['fixed_size-5-letters', 'embedding'],
      ['fixed_size-5-hybrid', 'hybrid'],
    ]);
    expect(spans.map(({ length }) => length)).toEqual([7, 2, 1]);
    expect(summary).toMatchObject({
      strategy: { id: 'fixed_size-5' },
      corpus: { text: 'included', questions: 6 },
      rows: [],
      comparisons: [],
    });
    await expect(
      tasks.expand({ run: 'live-1', strategy: 'paragraph', width: at(1, 1) }, context),
    ).rejects.toThrow('neighbor expansion works on fixed_size, found paragraph');
  });

  it('cover the cases that are easy to get wrong', () => {
    const hitsOf = (id: string) =>
      searches[0]!.hits.chunks[questions.findIndex((asked) => asked.id === id)]!.map(
        (chunk) => places[chunk]!,
      );
    const edges = hitsOf('edges')
      .filter(({ document }) => document === 0)
      .map(({ chunkIndex }) => chunkIndex);
    expect(edges).toEqual(expect.arrayContaining([0, 6]));
    const side = hitsOf('side by side')
      .filter(({ document }) => document === 0)
      .map(({ chunkIndex }) => chunkIndex);
    expect(side).toEqual(expect.arrayContaining([0, 1]));
    expect(hitsOf('short document')).toEqual([{ document: 2, chunkIndex: 0 }]);
    expect(hitsOf('no hit')).toEqual([]);
  });

  it.each([at(0, 0), at(1, 0), at(0, 1), at(1, 1), at(2, 3), at(5, 5)])(
    'give at ±$neighborPrev/$neighborNext what a search of the merged texts gives, hit by hit',
    async (width) => {
      const found = await tasks.expand({ ...of, width }, context);
      expect(found.map(({ row }) => row)).toEqual(searches.map(({ row }) => row));
      for (const [place, { runs, figures }] of found.entries()) {
        const wide = runs.at(-1)!;
        expect([wide.neighborPrev, wide.neighborNext, runs.length, figures.length]).toEqual([
          width.neighborPrev,
          width.neighborNext,
          ...(width.neighborPrev + width.neighborNext === 0 ? [1, 1] : [2, 2]),
        ]);
        questions.forEach(({ answers }, q) => {
          const hits = searches[place]!.hits.chunks[q]!;
          const flat = (k: number) => {
            const taken = new Set<number>();
            for (const chunk of hits.slice(0, k)) {
              const { document, chunkIndex } = places[chunk]!;
              for (let i = chunkIndex - width.neighborPrev; i <= chunkIndex + width.neighborNext; i++)
                if (i >= 0 && i < spans[document]!.length) taken.add(chunk - chunkIndex + i);
            }
            return [...taken].sort((a, b) => a - b);
          };
          const holds = (k: number) => {
            const taken = flat(k);
            const joined = taken.reduce<number[][]>(
              (all, chunk) =>
                all.length > 0 && all.at(-1)!.at(-1) === chunk - 1 && places[chunk]!.chunkIndex > 0
                  ? (all.at(-1)!.push(chunk), all)
                  : [...all, [chunk]],
              [],
            );
            return joined.some((run) => {
              const { document, chunkIndex } = places[run[0]!]!;
              const text = documents[document]!.text.slice(
                spans[document]![chunkIndex]!.start,
                spans[document]![chunkIndex + run.length - 1]!.end,
              );
              return answers.some((answer) => comparableText(text).includes(comparableText(answer)));
            });
          };
          expect(wide.answer[q], questions[q]!.id).toBe(hits.findIndex((_, rank) => holds(rank + 1)) + 1);
          const tokens = (list: readonly number[]) =>
            list.reduce(
              (sum, chunk) =>
                sum + chunks.documents[places[chunk]!.document]!.tokens[places[chunk]!.chunkIndex]!,
              0,
            );
          [1, 3, 5, 10].forEach((k, column) =>
            expect(
              [wide.tokensAt[q]![column], wide.chunksAt[q]![column]],
              `${questions[q]!.id} @${k}`,
            ).toEqual([tokens(flat(k)), flat(k).length]),
          );
        });
      }
    },
  );

  it('stand in both shapes: each chunk once and a hit where it is both, and a tree that keeps every neighbor', () => {
    const q = questions.findIndex(({ id }) => id === 'side by side');
    const hits = searches[0]!.hits.chunks[q]!.map((chunk, rank) => ({
      ...places[chunk]!,
      score: searches[0]!.hits.scores[q]![rank]!,
    }));
    const { retrievedChunks, expansionTree } = expandNeighbors(hits, spans, at(1, 1));
    const inMill = retrievedChunks.filter(({ document }) => document === 0);
    expect(inMill.map(({ chunkIndex }) => chunkIndex)).toEqual(
      [...inMill.map(({ chunkIndex }) => chunkIndex)].sort((a, b) => a - b),
    );
    expect(inMill.find(({ chunkIndex }) => chunkIndex === 1)!.role).toBe('hit');
    expect(
      expansionTree.find(({ document, chunkIndex }) => document === 0 && chunkIndex === 0),
    ).toMatchObject({ neighborsPrev: [], neighborsNext: [{ chunkIndex: 1 }] });
    const [first] = adjacentRuns(
      expandNeighbors(hits, spans).retrievedChunks.filter(({ document }) => document === 0),
    );
    expect(first).toMatchObject({ document: 0, first: 0 });
    expect(first!.last).toBeGreaterThanOrEqual(1);
  });

  it('become an artifact of neighbor expansion with two widths, text and all, as the core makes it', async () => {
    const { files, headline } = await tasks.expansionFiles(
      { ...of, width: at(1, 1), description: { id: 'live-1-e', title: 'Mine, ±1/1' } },
      context,
    );
    const read = <T>(name: string, format: FileFormat<T>): T =>
      decode(
        format,
        name,
        JSON.parse(new TextDecoder().decode(files.find((file) => file.name === name)!.bytes)),
      );
    expect(files.map(({ name }) => name)).toEqual([
      'summary.json',
      'questions.json',
      'chunks.json',
      'hits.json',
      'runs/0-0.json',
      'runs/1-1.json',
      'texts.json',
    ]);
    const made = read('summary.json', neighborSummaryFormat);
    expect(made).toMatchObject({
      id: 'live-1-e',
      title: 'Mine, ±1/1',
      headline,
      corpus: { text: 'included', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(made.rows.map(({ row }) => row)).toEqual(['0/0', '1/1']);
    expect(headline).toContain(
      'With one chunk before and one chunk after each, the first 5 hits of Fixed windows 5 hold the answer to',
    );
    expect(read('texts.json', chunkingTextsFormat).documents).toEqual(documents);
    expect(
      read('questions.json', neighborQuestionsFormat).questions.map(({ text, answers }) => [text, answers]),
    ).toEqual(questions.map(({ text, answers }) => [text, answers]));
    expect(read('questions.json', neighborQuestionsFormat)).toEqual(stored);
    expect(read('chunks.json', neighborChunksFormat)).toEqual(chunks);
    expect(read('hits.json', neighborHitsFormat)).toEqual(searches[0]!.hits);

    const finder = createGoldFinder(documents);
    const corpus = corpusOf(
      documents,
      questions,
      questions.map((asked) => finder.locate(asked)),
    );
    const slow = await runNeighborExpansion(
      corpus,
      { ...strategyOf(variant, estimateTokenizer), id: 'fixed_size' },
      estimateTokenizer,
      [at(0, 0), at(1, 1)],
    );
    const [shown] = await tasks.expand({ ...of, width: at(1, 1) }, context);
    expect(slow.runs.map(({ outcomes }) => outcomes.map(({ expanded }) => expanded.answer))).toEqual(
      shown!.runs.map(({ answer }) => answer),
    );
    expect(read('runs/1-1.json', neighborRunFormat)).toEqual(shown!.runs[1]);
    expect(made.rows).toEqual(JSON.parse(JSON.stringify(shown!.figures)));
  });

  it('leave nothing to the examination of artifacts', async () => {
    const {
      files,
      headline,
      question: asked,
    } = await tasks.expansionFiles(
      { ...of, width: at(2, 0), description: { id: 'live-1-e', title: 'Mine' } },
      context,
    );
    const entry: ExperimentEntry = {
      id: 'live-1-e',
      kind: 'neighbor-expansion',
      title: 'Mine',
      question: asked,
      headline,
      data: '',
      badges: [],
      files: files.map(({ name, bytes, sha256 }) => ({ name, bytes: bytes.length, sha256: sha256 ?? '' })),
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
    const checks = await examine(
      await kindOf(entry),
      { entry, files: new Map(files.map(({ name, bytes }) => [name, bytes])) },
      { sha256: (bytes) => sha256Hex(Uint8Array.from(bytes)) },
    );
    expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['files', 'formats', 'outcomes', 'figures']),
    );
  });

  it('are those of the newest run alone', async () => {
    await expect(
      tasks.expand({ run: 'live-0', strategy: variant.id, width: at(1, 1) }, context),
    ).rejects.toThrow('the hits of the run live-0 are gone: the worker holds those of live-1');
    await expect(
      createBenchmarkTasks(async () => estimateTokenizer).expansionFoundation(of, context),
    ).rejects.toThrow('the worker holds those of no run');
  });

  it('are at most five on a side', async () => {
    await expect(tasks.expand({ ...of, width: at(6, 0) }, context)).rejects.toThrow(
      'neighborPrev must be a whole number from 0 to 5, found 6',
    );
  });
});

describe('a run of every strategy', () => {
  it('widens the published windows under their own name, whatever else ran', async () => {
    const tasks = await finished(
      {
        variants: strategyIds.map((id) => ({ id, strategy: id, label: id, parameters: {} })),
        embedding: null,
      },
      'live-2',
    );
    const [only, ...others] = await tasks.expand(
      { run: 'live-2', strategy: 'fixed_size', width: at(1, 1) },
      context,
    );
    expect(others).toEqual([]);
    expect(only!.figures.map(({ row, n }) => [row, n])).toEqual([
      ['0/0', 6],
      ['1/1', 6],
    ]);
  });
});
