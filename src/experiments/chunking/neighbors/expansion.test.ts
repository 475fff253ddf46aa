import { describe, expect, it } from 'vitest';
import { squadShapedArticles } from '../../../testing/squadShaped';
import { plainChunk } from '../../../core/chunking/strategy';
import { comparableText } from '../../../core/text/findText';
import { adjacentRuns } from '../../../core/retrieval/neighbors';
import type { BenchmarkCorpus, BenchmarkQuestion } from '../../../datasets/corpus';
import { columnOf } from '../measure/figures';
import type { BenchmarkStrategy } from '../measure/strategyIndex';
import { sampleSquad, squadCorpus } from '../../../datasets/squad/sample';
import { runBenchmark } from '../measure/benchmark';
import { expandBenchmark, expansionGround, expansionRuns } from './measure';
import { expansionComparisons, expansionFigures } from './figures';
import { chunkPlaces, expandQuestion, expansionOutcomes, type ExpansionBasis } from './outcomes';
import { neighborRowId, neighborWidths } from './widths';

/** Windows of a fixed number of code units, under the one name that is expanded. */
const windows = (size: number): BenchmarkStrategy => ({
  id: 'fixed_size',
  label: 'Windows',
  description: `${size} code units`,
  parameters: { size },
  chunk: ({ text }) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      plainChunk(i * size, Math.min(text.length, (i + 1) * size)),
    ),
});

const question = (id: string, text: string, document: number, ...answers: string[]): BenchmarkQuestion => ({
  id,
  text,
  document,
  answers,
  gold: [],
  families: { article: String(document) },
});

/** A corpus searched once, its hits widened. */
async function expanded(corpus: BenchmarkCorpus, strategy: BenchmarkStrategy) {
  const benchmark = await runBenchmark(corpus, [strategy], undefined);
  const ground = await expansionGround(corpus, benchmark.strategies[0]!);
  const basis: ExpansionBasis = { ...ground, hits: benchmark.rows[0]!.rankings };
  return { benchmark, basis, runs: await expansionRuns('fixed_size', basis) };
}

/** Windows of ten: `the bell w|as cast by| Oda Brenn| in the fog`, and one short document. */
const worked: BenchmarkCorpus = {
  documents: [
    { id: 'd0', title: 'd0', text: 'the bell was cast by Oda Brenn in the fog' },
    { id: 'd1', title: 'd1', text: 'salt wool' },
  ],
  questions: [
    question('whole', 'salt', 1, 'wool'),
    question('cut', 'bell', 0, 'cast by Oda'),
    question('next', 'fog', 0, 'the bell'),
    question('nowhere', 'bell', 0, 'copper'),
  ],
  groupings: [{ id: 'article', label: 'article' }],
  cluster: 'article',
};

describe('expansion of the worked corpus', async () => {
  const { basis, runs } = await expanded(worked, windows(10));

  it('knows the smallest runs of chunks that hold an answer, cut ones too', () => {
    // Chunks 0 "the bell w", 1 "as cast by", 2 " Oda Brenn", 3 " in the fo", 4 "g", 5 "salt wool".
    expect(basis.chunks.map((own) => own.map(({ number }) => number))).toEqual([[0, 1, 2, 3, 4], [5]]);
    expect(basis.relevant.answer).toEqual([[[5, 5]], [[1, 2]], [[0, 0]], []]);
  });

  it('finds a cut answer once both its chunks are returned, whichever of them was hit', () => {
    const ranks = (q: number): number[] => runs.map(({ outcomes }) => outcomes[q]!.expanded.answer);
    expect(runs.map(({ row }) => row)).toEqual([
      'fixed_size',
      'fixed_size-1-0',
      'fixed_size-0-1',
      'fixed_size-1-1',
      'fixed_size-2-2',
    ]);
    // "bell" finds chunk 0 alone: chunks 1 and 2 come with it only at 2/2.
    expect(basis.hits[1]!.map(({ index }) => index)).toEqual([0]);
    expect(ranks(0)).toEqual([1, 1, 1, 1, 1]);
    expect(ranks(1)).toEqual([0, 0, 0, 0, 1]);
    expect(ranks(3)).toEqual([0, 0, 0, 0, 0]);
  });

  it('leaves hit-only figures as they are, whatever the width', () => {
    const hitOnly = runs.map(({ outcomes }) =>
      outcomes.map(({ hit, hitTokensAt }) => ({ hit, hitTokensAt })),
    );
    for (const other of hitOnly) expect(other).toEqual(hitOnly[0]);
  });
});

/** One document of five chunks of ten tokens, the last of three; the answer lies across chunks 3 and 4. */
const basis: ExpansionBasis = {
  chunks: [[10, 10, 10, 10, 3].map((tokens, number) => ({ number, tokens }))],
  hits: [
    [
      { index: 2, score: 5 },
      { index: 3, score: 4 },
      { index: 0, score: 1 },
    ],
  ],
  relevant: { answer: [[[3, 4]]], evidence: [[[4, 4]]] },
};
const outcome = (neighborPrev: number, neighborNext: number) =>
  expansionOutcomes(basis, { neighborPrev, neighborNext })[0]!;

describe('tokens and ranks of one question', () => {
  it('counts a chunk once however many hits bring it', () => {
    expect(outcome(0, 0)).toMatchObject({
      tokensAt: { 1: 10, 3: 30, 5: 30, 10: 30 },
      chunksAt: { 1: 1, 3: 3, 5: 3, 10: 3 },
    });
    // Hits 2, 3 and 0 with one on each side are 1–3, 2–4, 0–1: the whole document once.
    expect(outcome(1, 1)).toMatchObject({
      hitTokensAt: { 1: 10, 3: 30 },
      tokensAt: { 1: 30, 3: 43, 5: 43, 10: 43 },
      chunksAt: { 1: 3, 3: 5, 5: 5, 10: 5 },
    });
  });

  it('ranks by the fewest hits whose expansion holds the answer in one run', () => {
    expect(outcome(0, 0).expanded).toEqual({ answer: 0, evidence: 0 });
    expect(outcome(1, 0).expanded).toEqual({ answer: 0, evidence: 0 });
    expect(outcome(0, 1)).toMatchObject({
      expanded: { answer: 2, evidence: 2 },
      hit: { answer: 0, evidence: 0 },
      tokensToHit: { answer: 23, evidence: 23 },
    });
    expect(outcome(2, 2)).toMatchObject({
      expanded: { answer: 1, evidence: 1 },
      tokensToHit: { answer: 43, evidence: 43 },
    });
  });

  it('joins two hits side by side also without neighbors', () => {
    const joined: ExpansionBasis = {
      ...basis,
      hits: [
        [
          { index: 4, score: 2 },
          { index: 3, score: 1 },
        ],
      ],
    };
    expect(expansionOutcomes(joined, { neighborPrev: 0, neighborNext: 0 })[0]).toMatchObject({
      hit: { answer: 0, evidence: 1 },
      expanded: { answer: 2, evidence: 1 },
      tokensToHit: { answer: 13, evidence: 3 },
    });
  });

  it('has a question without hits find and cost nothing', () => {
    expect(expansionOutcomes({ ...basis, hits: [[]] }, { neighborPrev: 1, neighborNext: 1 })[0]).toEqual({
      hit: { answer: 0, evidence: 0 },
      expanded: { answer: 0, evidence: 0 },
      tokensToHit: { answer: null, evidence: null },
      hitTokensAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
      tokensAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
      chunksAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
    });
  });
});

describe('figures of an authored benchmark', async () => {
  const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
  const { benchmark, basis, runs } = await expanded(corpus, windows(60));
  const figures = expansionFigures(runs, benchmark.clusters, { draws: 200 });

  it('are hit-only those of the plain benchmark, in every row', () => {
    const row = benchmark.rows[0]!;
    for (const { metrics } of figures) {
      for (const [ours, theirs] of [
        [metrics.hitAt[1], 'hitAt.1'],
        [metrics.hitAt[5], 'hitAt.5'],
        [metrics.mrrAt10, 'mrrAt10'],
        [metrics.evidenceHitAt[3], 'evidenceHitAt.3'],
        [metrics.evidenceMrrAt10, 'evidenceMrrAt10'],
      ] as const) {
        const { sums, counts } = columnOf(row, theirs, benchmark.clusters)!;
        expect(ours.value).toBeCloseTo(
          sums.reduce((a, b) => a + b, 0) / counts.reduce((a, b) => a + b, 0),
          9,
        );
      }
    }
  });

  it('say of every question what a search of the merged texts says', () => {
    const places = chunkPlaces(basis.chunks);
    const { chunks } = benchmark.strategies[0]!.index;
    for (const { neighborPrev, neighborNext, outcomes } of runs) {
      corpus.questions.forEach(({ answers }, q) => {
        const found = basis.hits[q]!.findIndex((_, place) => {
          const { retrievedChunks } = expandQuestion(basis, places, q, place + 1, {
            neighborPrev,
            neighborNext,
          });
          return adjacentRuns(retrievedChunks).some(({ document, first, last }) => {
            const spanOf = (chunkIndex: number) => chunks[basis.chunks[document]![chunkIndex]!.number]!;
            const text = comparableText(
              corpus.documents[document]!.text.slice(spanOf(first).start, spanOf(last).end),
            );
            return answers.some((answer) => text.includes(comparableText(answer)));
          });
        });
        expect(outcomes[q]!.expanded.answer, `${neighborPrev}/${neighborNext} ${q}`).toBe(found + 1);
      });
    }
  });

  it('never fall as hits are widened, and extra tokens are the flat list without the hits', () => {
    const [none, , , one, two] = figures;
    for (const k of [1, 3, 5, 10] as const) {
      expect(one!.metrics.expandedHitAt[k].value).toBeGreaterThanOrEqual(
        none!.metrics.expandedHitAt[k].value!,
      );
      expect(two!.metrics.expandedHitAt[k].value).toBeGreaterThanOrEqual(
        one!.metrics.expandedHitAt[k].value!,
      );
      expect(none!.metrics.extraTokensAt[k].value).toBe(0);
      expect(one!.metrics.extraTokensAt[k].value).toBeCloseTo(
        one!.metrics.expandedTokensAt[k].value! - one!.metrics.hitTokensAt[k].value!,
        8,
      );
      expect(one!.rescuedAt[k] / corpus.questions.length).toBeCloseTo(
        one!.metrics.expandedHitAt[k].value! - one!.metrics.hitAt[k].value!,
        8,
      );
    }
  });

  it('compare every width with none on each metric, the widths of one call corrected together', () => {
    const found = expansionComparisons(runs, benchmark.clusters, { draws: 200 });
    expect(found.map(({ a, b, metric }) => `${a} ${b} ${metric}`)).toEqual(
      ['expandedHitAt.5', 'expandedMrrAt10', 'hitRate.2048'].flatMap((metric) =>
        neighborWidths.slice(1).map((width) => `${neighborRowId('fixed_size', width)} fixed_size ${metric}`),
      ),
    );
    const mrr = found.find(({ a, metric }) => a === 'fixed_size-2-2' && metric === 'expandedMrrAt10')!;
    expect(mrr.difference).toBeCloseTo(
      figures[4]!.metrics.expandedMrrAt10.value! - figures[0]!.metrics.expandedMrrAt10.value!,
      9,
    );
  });

  it('count in one pass what both shapes of every prefix of the hits hold', () => {
    const places = chunkPlaces(basis.chunks);
    for (const { neighborPrev, neighborNext, outcomes } of runs)
      basis.hits.forEach((_, q) => {
        for (const k of [1, 3, 5, 10] as const) {
          const shapes = expandQuestion(basis, places, q, k, { neighborPrev, neighborNext });
          const tokens = (list: readonly { chunk: { tokens: number } }[]): number =>
            list.reduce((sum, { chunk }) => sum + chunk.tokens, 0);
          expect([outcomes[q]!.hitTokensAt[k], outcomes[q]!.tokensAt[k], outcomes[q]!.chunksAt[k]]).toEqual([
            tokens(shapes.expansionTree),
            tokens(shapes.retrievedChunks),
            shapes.retrievedChunks.length,
          ]);
        }
      });
  });

  it('are made for fixed_size alone, with one whole example a width', async () => {
    const run = await runBenchmark(corpus, [windows(60), { ...windows(60), id: 'paragraph' }], undefined);
    const { expansions, files } = await expandBenchmark(run, { draws: 200 });
    expect(expansions.map(({ row, strategy }) => [row, strategy])).toEqual([['fixed_size', 'fixed_size']]);
    expect(expansions[0]!.rows).toEqual(figures);
    const [file] = files;
    expect(file!.examples.map(({ row }) => row)).toEqual(runs.map(({ row }) => row));
    for (const { neighborPrev, neighborNext, retrievedChunks, expansionTree } of file!.examples) {
      expect(expansionTree).toHaveLength(5);
      for (const { neighborsPrev, neighborsNext } of expansionTree) {
        expect(neighborsPrev.length).toBeLessThanOrEqual(neighborPrev);
        expect(neighborsNext.length).toBeLessThanOrEqual(neighborNext);
      }
      const names = retrievedChunks.map(({ document, chunkIndex }) => `${document} ${chunkIndex}`);
      expect(new Set(names).size).toBe(names.length);
      expect(retrievedChunks.filter(({ role }) => role === 'hit')).toHaveLength(5);
    }
  });
});
