import { describe, expect, it } from 'vitest';
import { squadShapedArticles } from '../../../testing/squadShaped';
import { contextTokensAt90, uniqueContextTokensAt90 } from '../../../core/metrics/contextTokens';
import { prefixesWithinBudgets, BUDGETS } from '../../../core/metrics/budget';
import { ndcgAt } from '../../../core/metrics/ndcg';
import { recallAt } from '../../../core/metrics/ranks';
import { spanPrecision, spanRecall } from '../../../core/metrics/spanMetrics';
import { buildBm25 } from '../../../core/retrieval/bm25';
import { rankContexts } from '../../../core/retrieval/contexts';
import { reciprocalRankFusion } from '../../../core/retrieval/fusion';
import { plainChunk } from '../../../core/chunking/strategy';
import { cosine, chunkSearchVector, meanVector } from '../../../core/vectors/vectors';
import { sampleSquad, squadCorpus } from '../../../datasets/squad/sample';
import { runBenchmark, benchmarkTexts, type BenchmarkRun } from './benchmark';
import { corpusHashInput, type BenchmarkCorpus } from '../../../datasets/corpus';
import { rowFigures } from './figures';
import { keyAt } from './metricKeys';
import type { BenchmarkEmbedding } from './setups';
import { committedStrategies, indexedTexts, type BenchmarkStrategy } from './strategyIndex';
import { runSwitches } from './switches';
import { verdicts } from './verdicts';

const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
/** Small enough that short documents have several chunks. */
const sentences: BenchmarkStrategy = { ...committedStrategies()[6]!, id: 'sentences' };
const windows: BenchmarkStrategy = {
  id: 'windows',
  label: 'Windows',
  description: '80 code units',
  parameters: { size: 80 },
  chunk: ({ text }) =>
    Array.from({ length: text.trim() === '' ? 0 : Math.ceil(text.length / 80) }, (_, i) =>
      plainChunk(i * 80, Math.min(text.length, (i + 1) * 80)),
    ),
};
const strategies = [windows, sentences];
/** Counts of letters: a vector for any text, alike for like texts. */
const letters = (text: string): number[] =>
  Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length - 1);
const embedding: BenchmarkEmbedding = {
  name: 'local',
  focusWeight: 0.8,
  embed: async (texts) => texts.map(letters),
};
const runWith = (options = {}) => runBenchmark(corpus, strategies, undefined, options);
const strategyOf = (run: BenchmarkRun, id: string) =>
  run.strategies.find(({ index }) => index.strategy.id === id)!;

describe('a benchmark with BM25', async () => {
  const run = await runWith();

  it('ranks contexts as a plain search of the indexed texts does', () => {
    for (const row of run.rows) {
      const { index } = strategyOf(run, row.strategy);
      const bm25 = buildBm25(indexedTexts(corpus, index));
      corpus.questions.forEach(({ text }, q) => {
        const plain = rankContexts(bm25.searchPlain(text, Infinity), index.contextOf, Infinity);
        expect(row.rankings[q]!.map(({ index }) => index)).toEqual(
          plain.slice(0, row.depth).map(({ index }) => index),
        );
      });
    }
  });

  it('gives each question the metrics of its ranking', () => {
    for (const row of run.rows) {
      const { index, relevant, tokens } = strategyOf(run, row.strategy);
      const column = (key: string): Float64Array => row.columns.get(key)!;
      corpus.questions.forEach(({ gold }, q) => {
        const isRelevant = row.rankings[q]!.slice(0, 10).map(({ index }) =>
          relevant.answer[q]!.includes(index),
        );
        const spans = row.rankings[q]!.map(({ index: context }) => index.contexts[context]!);
        expect(column('ndcgAt10')[q]).toBe(ndcgAt(10, isRelevant, relevant.answer[q]!.length));
        expect(column(keyAt('recallAt', 3))[q]).toBe(recallAt(3, isRelevant, relevant.answer[q]!.length));
        expect(column(keyAt('hitAt', 1))[q]).toBe(Number(isRelevant[0] ?? false));
        expect(column(keyAt('spanRecallAt', 5))[q]).toBe(spanRecall(spans.slice(0, 5), gold));
        expect(column(keyAt('spanPrecisionAt', 3))[q]).toBe(spanPrecision(spans.slice(0, 3), gold));
        const deep = rankContexts(
          buildBm25(indexedTexts(corpus, index)).search(corpus.questions[q]!.text, Infinity),
          index.contextOf,
          Infinity,
        );
        const contexts = deep.map(({ index: context }) => index.contexts[context]!);
        const prefixes = prefixesWithinBudgets(
          contexts,
          (span) => tokens[span.document!]!.count(span.start, span.end),
          BUDGETS,
        );
        BUDGETS.forEach((budget, b) => {
          const found = deep.slice(0, prefixes[b]!).some(({ index }) => relevant.answer[q]!.includes(index));
          expect(column(keyAt('hitRate', budget))[q], `${row.row} ${q} ${budget}`).toBe(Number(found));
          expect(column(keyAt('spanRecall', budget))[q]).toBe(
            spanRecall(contexts.slice(0, prefixes[b]!), gold),
          );
        });
      });
    }
  });

  it('puts the costs of the first cutoff above 90 % into the row', () => {
    const figures = rowFigures(run, { draws: 200 });
    run.rows.forEach((row, place) => {
      const { index, tokens } = strategyOf(run, row.strategy);
      const questions = row.rankings.map((hits, q) => ({
        firstRelevantRank: row.outcomes[q]!.answer.rank || null,
        tokensByRank: hits.map(({ index: context }) => index.contextTokens[context]!),
        spansByRank: hits.map(({ index: context }) => index.contexts[context]!),
      }));
      const { contextTokensAt90: raw, uniqueContextTokensAt90: unique } = figures[place]!.metrics;
      expect(raw?.tokens ?? null).toBeCloseTo(contextTokensAt90(questions)!, 9);
      expect(unique?.tokens ?? null).toBeCloseTo(
        uniqueContextTokensAt90(questions, (run) => tokens[run.document!]!.count(run.start, run.end))!,
        9,
      );
    });
    const sum = (key: string) => run.rows[1]!.columns.get(key)!.reduce((total, tokens) => total + tokens, 0);
    expect(sum(keyAt('uniqueContextTokens', 5)), 'windows of sentences overlap').toBeLessThan(
      sum(keyAt('contextTokens', 5)),
    );
  });

  it('finds a target sentence, and says what lost the others', () => {
    const row = run.rows.find(({ row }) => row === 'windows')!;
    const { index } = strategyOf(run, 'windows');
    row.outcomes.forEach(({ answer, loss }, q) => {
      if (answer.rank > 0 && answer.rank <= 5) expect(loss).toBeNull();
      else {
        const { gold } = corpus.questions[q]!;
        const whole = index.contexts.some(
          ({ document, start, end }) =>
            document === gold[0]!.document && start <= gold[0]!.start && gold[0]!.end <= end,
        );
        expect(loss).toBe(whole ? 'ranking' : 'boundary');
      }
    });
    expect(
      row.outcomes.some(({ loss }) => loss === 'boundary'),
      'windows of 80 cut an answer',
    ).toBe(true);
  });

  it('has figures with the fixed denominator, a baseline and losses that add up', () => {
    for (const figures of rowFigures(run, { draws: 200 })) {
      expect(figures.metrics.hitAt['5'].n).toBe(corpus.questions.length);
      const misses = Object.values(figures.losses).reduce((sum, n) => sum + n, 0);
      expect(misses).toBe(Math.round((1 - figures.metrics.hitAt['5'].value!) * corpus.questions.length));
      expect(figures.baseline.hitAt['10']).toBeLessThan(figures.metrics.hitAt['10'].value!);
      expect(figures.baseline.hitAt['10']).toBeGreaterThan(figures.baseline.hitAt['1']!);
    }
  });

  it('repeats its default setting among the switches', async () => {
    const [first] = await runSwitches(run);
    expect(first!.setting).toEqual({ idf: 'lucene', k1: 1.2, b: 0.75, tokenRule: 'unicode' });
    for (const row of run.rows) {
      const { answerMask, tokensToHit } = first!.strategies.get(row.strategy)!;
      expect(tokensToHit).toEqual(row.outcomes.map(({ budget }) => budget.answer));
      const { relevant } = strategyOf(run, row.strategy);
      expect(answerMask).toEqual(
        row.rankings.map((hits, q) =>
          hits
            .slice(0, 10)
            .reduce((mask, { index }, i) => mask + (relevant.answer[q]!.includes(index) ? 2 ** i : 0), 0),
        ),
      );
    }
  });
});

describe('a benchmark with a model', async () => {
  const run = await runWith({ embedding });
  const row = (id: string) => run.rows.find(({ row }) => row === id)!;

  it('has five rows a strategy, those with the model in a table of their own', () => {
    expect(run.rows.map(({ row, table }) => `${row} ${table}`)).toEqual([
      'windows main',
      'sentences main',
      ...['windows', 'sentences'].flatMap((id) => [
        `${id}-local second`,
        `${id}-local-blend second`,
        `${id}-hybrid second`,
        `${id}-hybrid-blend second`,
      ]),
    ]);
  });

  it('ranks by cosine, of the chunk alone or blended with the mean of its document', () => {
    const { index } = strategyOf(run, 'windows');
    const vectors = indexedTexts(corpus, index).map(letters);
    const means = corpus.documents.map((_, document) =>
      meanVector(vectors.filter((_, i) => index.chunks[i]!.document === document)),
    );
    corpus.questions.forEach(({ text }, q) => {
      const plain = vectors.map((vector) => cosine(vector, letters(text)));
      const blended = vectors.map((vector, i) =>
        cosine(chunkSearchVector(vector, means[index.chunks[i]!.document]!, 0.8), letters(text)),
      );
      for (const [id, scores] of [
        ['windows-local', plain],
        ['windows-local-blend', blended],
      ] as const) {
        const best = row(id).rankings[q]!;
        expect(best).toHaveLength(10);
        expect(best[0]!.score).toBeCloseTo(Math.max(...scores), 6);
        for (const { index: context, score } of best) expect(score).toBeCloseTo(scores[context]!, 6);
      }
    });
  });

  it('fuses the rankings of contexts of BM25 and of the model', () => {
    const { index } = strategyOf(run, 'sentences');
    const bm25 = buildBm25(indexedTexts(corpus, index));
    corpus.questions.forEach(({ text }, q) => {
      const lexical = rankContexts(bm25.search(text, Infinity), index.contextOf, 100);
      // The corpus has fewer than a hundred contexts, so the stored ten are compared by their fused scores.
      const model = row('sentences-local').rankings[q]!;
      const fused = new Map(
        reciprocalRankFusion([lexical, model]).map(({ index, score, ranks }) => [index, { score, ranks }]),
      );
      for (const { index: context, score } of row('sentences-hybrid').rankings[q]!) {
        const found = fused.get(context);
        if (typeof found?.ranks[1] === 'number') expect(score).toBeCloseTo(found.score, 12);
      }
    });
  });

  it('has only the rows that are asked for, with the figures that they have among all', async () => {
    const some = await runWith({ embedding, retrievers: ['hybrid-blend'] });
    expect(some.rows.map(({ row }) => row)).toEqual([
      'windows',
      'sentences',
      'windows-hybrid-blend',
      'sentences-hybrid-blend',
    ]);
    for (const row of some.rows)
      expect(row.rankings).toEqual(run.rows.find((other) => other.row === row.row)!.rankings);
    expect((await verdicts(some, { draws: 50 })).comparisons.map(({ a, b }) => `${a} ${b}`)).toContain(
      'windows-hybrid-blend windows',
    );
  });

  it('asks for every distinct text once', async () => {
    const asked: string[][] = [];
    await runWith({
      embedding: {
        ...embedding,
        embed: async (texts: readonly string[]) => (asked.push([...texts]), texts.map(letters)),
      },
    });
    expect(asked).toEqual([benchmarkTexts(run)]);
    expect(new Set(asked[0]).size).toBe(asked[0]!.length);
  });

  it('refuses a chunk without a vector by name', async () => {
    await expect(
      runWith({
        embedding: {
          ...embedding,
          embed: async (texts: readonly string[]) =>
            texts.map((text, i) => (i === texts.length - 1 ? null : letters(text))),
        },
      }),
    ).rejects.toThrow(/sentences: chunk \d+ has no vector/);
  });

  it('compares blends with their twins and hybrids with BM25, in a family of their own', async () => {
    const { comparisons, tieGroups, best } = await verdicts(run, { draws: 200 });
    const pairs = comparisons.map(({ a, b }) => `${a} ${b}`);
    expect(pairs).toEqual([
      best!.row === 'windows' ? 'windows sentences' : 'sentences windows',
      ...['windows', 'sentences'].flatMap((id) => [
        `${id}-local-blend ${id}-local`,
        `${id}-hybrid ${id}`,
        `${id}-hybrid-blend ${id}-hybrid`,
        `${id}-hybrid-blend ${id}`,
      ]),
    ]);
    const second = comparisons.slice(1);
    expect(
      Math.max(...second.map(({ p, adjustedP }) => adjustedP! - Math.min(1, p! * second.length))),
    ).toBeLessThanOrEqual(1e-9);
    const group = tieGroups.find(({ table, metric }) => table === 'second' && metric === 'ndcgAt10')!;
    expect(group.groups.flat().sort()).toEqual(
      run.rows
        .filter(({ table }) => table === 'second')
        .map(({ row }) => row)
        .sort(),
    );
  });
});

describe('what a benchmark runs on', () => {
  it('says that its tokens are an estimate where no tokenizer is given', async () => {
    expect((await runWith()).tokenizer).toBeUndefined();
  });

  it('can be stopped between questions', async () => {
    let steps = 0;
    const stopped = new Error('stopped');
    await expect(
      runBenchmark(corpus, strategies, undefined, {}, ({ kind }) => {
        if (kind === 'searching' && ++steps === 2) throw stopped;
      }),
    ).rejects.toBe(stopped);
  });

  it('may hold questions without answers or gold, blank documents, and no questions at all', async () => {
    const odd: BenchmarkCorpus = {
      documents: [
        { id: 'blank', title: 'blank', text: ' \n' },
        { id: 'full', title: 'full', text: 'One word here. Another there.' },
      ],
      questions: [
        { id: 'a', text: 'word', document: 1, answers: [], gold: [], families: { kind: '__proto__' } },
        {
          id: 'b',
          text: '???',
          document: null,
          answers: ['nowhere'],
          gold: [],
          families: { kind: 'constructor' },
        },
      ],
      groupings: [{ id: 'kind', label: 'Kind' }],
      cluster: 'kind',
    };
    const run = await runBenchmark(odd, strategies, undefined, { embedding });
    const [first] = rowFigures(run, { draws: 100 });
    expect(first!.metrics.hitAt['10']).toMatchObject({ value: 0, n: 2, interval: null });
    expect(first!.metrics.spanRecallAt['10']).toMatchObject({ value: null, n: 0 });
    expect(first!.losses.source).toBe(2);
    const none = await runBenchmark({ ...odd, questions: [] }, strategies, undefined, { embedding });
    // By chance nothing is found of nothing: that is no share of 0.
    for (const { baseline, metrics } of rowFigures(none))
      expect([baseline.hitAt['1'], baseline.mrrAt10, metrics.hitAt['1'].value]).toEqual([null, null, null]);
    expect(rowFigures(none, { draws: 100 })[0]!.metrics.ndcgAt10).toMatchObject({ value: null, n: 0 });
    expect((await verdicts(none, { draws: 100 })).best).toBeNull();
  });

  it('is recognised by its texts and answers, whatever its families and spans', () => {
    const other = {
      ...corpus,
      questions: corpus.questions.map((question) => ({
        ...question,
        families: { article: 'one' },
        gold: [],
      })),
    };
    expect(corpusHashInput(other)).toBe(corpusHashInput(corpus));
    expect(corpusHashInput({ ...corpus, documents: corpus.documents.slice(1) })).not.toBe(
      corpusHashInput(corpus),
    );
  });

  it('must be whole: an id twice, a span outside its document and an unknown cluster are refused', async () => {
    const run = (spoiled: Partial<BenchmarkCorpus>) =>
      runBenchmark({ ...corpus, ...spoiled }, strategies, undefined);
    await expect(run({ questions: [corpus.questions[0]!, corpus.questions[0]!] })).rejects.toThrow(
      /question id "q01" occurs twice/,
    );
    await expect(
      run({ questions: [{ ...corpus.questions[0]!, gold: [{ document: 0, start: 5, end: 9_999 }] }] }),
    ).rejects.toThrow(/gold span 5–9999/);
    await expect(run({ cluster: 'author' })).rejects.toThrow(/author/);
  });
});

describe('a benchmark whose documents are judged whole', async () => {
  const documents = [
    `Tides. ${'High water is at noon and the ferry waits for it. '.repeat(4)}`,
    'Bread is sold on Friday, salt is sold by weight.',
    'The ferry is painted in May.',
  ].map((text, at) => ({ id: `d${at}`, title: `d${at}`, text }));
  const whole = (document: number) => ({ document, start: 0, end: documents[document]!.text.length });
  const judged: BenchmarkCorpus = {
    documents,
    questions: [
      {
        id: 'a',
        text: 'ferry water',
        document: null,
        answers: [],
        gold: [whole(0), whole(2)],
        families: { query: 'a' },
      },
      { id: 'b', text: 'painted salt', document: 1, answers: [], gold: [whole(1)], families: { query: 'b' } },
    ],
    groupings: [{ id: 'query', label: 'Query' }],
    cluster: 'query',
    returns: 'documents',
  };
  const run = await runBenchmark(judged, strategies, undefined);

  it('ranks each document once, at its best chunk, under every strategy', () => {
    for (const row of run.rows) {
      const { index } = strategyOf(run, row.strategy);
      expect(index.contexts).toEqual(documents.map((_, document) => whole(document)));
      expect(index.chunks.length).toBeGreaterThan(documents.length);
      for (const hits of row.rankings) expect(new Set(hits.map(({ index }) => index)).size).toBe(hits.length);
    }
  });

  it('counts relevant documents, by both rules the same', () => {
    for (const { rankings, outcomes, columns } of run.rows) {
      for (const [q, { gold }] of judged.questions.entries()) {
        const relevant = rankings[q]!.map(({ index }) => gold.some(({ document }) => document === index));
        expect(columns.get('ndcgAt10')![q]).toBeCloseTo(ndcgAt(10, relevant, gold.length)!, 12);
        expect(columns.get('ndcgAt10')![q]).toBe(columns.get('evidenceNdcgAt10')![q]);
        expect(outcomes[q]!.answer).toEqual(outcomes[q]!.evidence);
      }
    }
  });
});
