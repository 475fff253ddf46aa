import { kindOf } from '../experiments/kinds';
import { describe, expect, it } from 'vitest';
import { adjacentRuns, expandNeighbors, type NeighborCounts } from '../core/retrieval/neighbors';
import { comparableText } from '../core/text/findText';
import { estimateTokenizer } from '../core/chunking/tokens';
import { strategyIds } from '../core/chunking/registry';
import type { Expansion } from '../experiments/chunking/neighbors/formats';
import { expansionIn } from '../experiments/chunking/neighbors/stored';
import type { ChunkingChunks, ChunkingSummary } from '../experiments/chunking/formats';
import { chunkingKind } from '../experiments/chunking/kind';
import { fileOf } from '../analysis/kind';
import { CUTOFFS } from '../core/metrics/contextTokens';
import { decode } from '../artifact/decode';
import { examine } from '../analysis/doctor/examine';
import type { ExperimentEntry } from '../artifact/indexFile';
import { computePage, embedsBy, testEndpoint } from '../testing/computeTasks';
import type { AskedQuestion, HeldDocument } from '../datasets/own/asked';
import type { BenchmarkSetup } from '../experiments/chunking/own/setup';
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

async function finished(given: Partial<BenchmarkSetup> = {}, id = 'live-1', neighbors = at(0, 0)) {
  const { tasks, context: page } = computePage(embedsBy(letters));
  await tasks.hold({ documents }, context);
  const {
    files,
    entry: { headline, finding, question: asked },
  } = await tasks.runBenchmark(
    {
      spec: testEndpoint('letters'),
      probe: false,
      questions,
      setup: { ...setup, ...given },
      description: { id, title: 'Mine', corpusName: 'Own text', neighbors },
    },
    page,
  );
  const decoded = new Map<string, unknown>();
  for (const { name, bytes } of files) {
    const { format } = fileOf(chunkingKind, name)!;
    decoded.set(name, decode(format, name, JSON.parse(new TextDecoder().decode(bytes))));
  }
  return {
    tasks,
    files,
    headline,
    finding,
    asked,
    decoded,
    summary: decoded.get('summary.json') as ChunkingSummary,
  };
}

describe('neighbors of the hits of a finished run', async () => {
  const { tasks, summary, decoded } = await finished();
  const of = { run: 'live-1', strategy: variant.id };
  const [expansion] = summary.expansions as [Expansion];
  const rows = summary.rows.filter(({ strategy }) => strategy === variant.id);
  const searches = rows.map(({ row }) => expansionIn(decoded, { ...expansion, row })!);
  const spans = documents.map((_, document) => {
    const { contexts } = (decoded.get(`chunks/${document}.json`) as ChunkingChunks).strategies[variant.id]!;
    return Array.from({ length: contexts.length / 2 }, (_, i) => ({
      start: contexts[2 * i]!,
      end: contexts[2 * i + 1]!,
    }));
  });
  const { places, basis } = searches[0]!;
  const chunkTokens = basis.chunks.flatMap((own) => own.map((chunk) => chunk.tokens));
  const hitsIn = (search: number, q: number): number[] =>
    searches[search]!.basis.hits[q]!.map(({ index }) => index);

  it('are looked for in every search of those chunks, BM25 first, and in no other strategy', async () => {
    expect(rows.map(({ row, retriever }) => [row, retriever])).toEqual([
      ['fixed_size-5', 'bm25'],
      ['fixed_size-5-letters', 'embedding'],
      ['fixed_size-5-hybrid', 'hybrid'],
    ]);
    expect(spans.map(({ length }) => length)).toEqual([7, 2, 1]);
    expect(summary.expansions).toMatchObject([{ row: 'fixed_size-5', strategy: 'fixed_size-5' }]);
    expect([...decoded.keys()].filter((name) => name.startsWith('neighbors/'))).toEqual([
      'neighbors/fixed_size-5.json',
    ]);
    await expect(
      tasks.expand({ run: 'live-1', strategy: 'paragraph', width: at(1, 1) }, context),
    ).rejects.toThrow('neighbor expansion works on fixed_size, found paragraph');
  });

  it('cover the cases that are easy to get wrong', () => {
    const hitsOf = (id: string) =>
      hitsIn(
        0,
        questions.findIndex((asked) => asked.id === id),
      ).map((chunk) => places[chunk]!);
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
      expect(found.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
      for (const [place, { figures }] of found.entries()) {
        const wide = searches[place]!.outcomes(width);
        expect(figures.at(-1)).toMatchObject(width);
        expect(figures).toHaveLength(width.neighborPrev + width.neighborNext === 0 ? 1 : 2);
        questions.forEach(({ answers }, q) => {
          const hits = hitsIn(place, q);
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
          expect(wide[q]!.expanded.answer, questions[q]!.id).toBe(
            hits.findIndex((_, rank) => holds(rank + 1)) + 1,
          );
          const tokens = (list: readonly number[]) =>
            list.reduce((sum, chunk) => sum + chunkTokens[chunk]!, 0);
          CUTOFFS.forEach((k) =>
            expect([wide[q]!.tokensAt[k], wide[q]!.chunksAt[k]], `${questions[q]!.id} @${k}`).toEqual([
              tokens(flat(k)),
              flat(k).length,
            ]),
          );
        });
      }
    },
  );

  it('stand in both shapes: each chunk once and a hit where it is both, and a tree that keeps every neighbor', () => {
    const q = questions.findIndex(({ id }) => id === 'side by side');
    const hits = basis.hits[q]!.map(({ index, score }) => ({ ...places[index]!, score }));
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

  it('are rows of the run at the published widths and at the reader’s own, the same as a look at one width gives', async () => {
    const wider = await finished({}, 'live-3', at(1, 3));
    const [made] = wider.summary.expansions as [Expansion];
    expect(made.rows.map(({ row }) => row)).toEqual([
      'fixed_size-5',
      'fixed_size-5-1-0',
      'fixed_size-5-0-1',
      'fixed_size-5-1-1',
      'fixed_size-5-2-2',
      'fixed_size-5-1-3',
    ]);
    const [shown] = await wider.tasks.expand(
      { run: 'live-3', strategy: variant.id, width: at(1, 3) },
      context,
    );
    expect(JSON.parse(JSON.stringify(shown!.figures.at(-1)))).toMatchObject({
      rescuedAt: made.rows.at(-1)!.rescuedAt,
      metrics: { expandedHitAt: { 5: { value: made.rows.at(-1)!.metrics.expandedHitAt[5].value } } },
    });
    expect((await finished({}, 'live-4', at(2, 2))).summary.expansions[0]!.rows).toHaveLength(5);
  });

  it('leave nothing to the examination of artifacts', async () => {
    const { files, headline, finding, asked } = await finished({}, 'live-1-e', at(2, 0));
    const entry: ExperimentEntry = {
      id: 'live-1-e',
      kind: 'chunking',
      title: 'Mine',
      question: asked,
      headline,
      finding,
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
      {
        sha256: (bytes) => sha256Hex(Uint8Array.from(bytes)),
        tokenizer: async () => estimateTokenizer,
      },
    );
    expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    expect(checks.find(({ id }) => id === 'neighbors')).toMatchObject({
      outcome: 'holds',
      detail: expect.stringContaining('6 widths'),
    });
  });

  it('are those of the newest run alone', async () => {
    await expect(
      tasks.expand({ run: 'live-0', strategy: variant.id, width: at(1, 1) }, context),
    ).rejects.toThrow('the hits of the run live-0 are gone: the worker holds those of live-1');
    await expect(
      computePage(embedsBy(letters)).tasks.expand({ ...of, width: at(1, 1) }, context),
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
    const { tasks } = await finished(
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
      ['fixed_size', 6],
      ['fixed_size-1-1', 6],
    ]);
  });
});
