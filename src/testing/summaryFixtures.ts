import { nothingFound } from '../analysis/finding';
import type { ChunkingRow, ChunkingSummary } from '../experiments/chunking/formats';
import type { Estimate } from '../artifact/common';
import { blendMetrics, type BlendMethodRow, type BlendSummary } from '../experiments/blend/formats';
import type { ExperimentEntry } from '../artifact/indexFile';

/** A name that would run, break out of an attribute, or end a cell if it were ever taken for more than text. */
export const hostileName = '<img src=x onerror=alert(1)> & "q"';

export function estimateOf(value: number | null, n: number, patch: Partial<Estimate> = {}): Estimate {
  const around = (reach: number): [number, number] | null =>
    value === null || n < 2 ? null : [Math.max(0, value - reach), Math.min(1, value + reach)];
  const extreme = value === 0 || value === 1;
  return {
    value,
    n,
    interval: extreme ? null : around(0.05),
    tInterval: extreme ? null : around(0.06),
    exactBound: value === 0 ? [0, 0.2] : value === 1 ? [0.8, 1] : null,
    ...patch,
  };
}

const each = <T>(make: () => T) => ({ clean: make(), stored: make(), query: make(), both: make() });

function methodRow(
  row: string,
  label: string,
  role: BlendMethodRow['role'],
  top1: number | null,
  n = 128,
): BlendMethodRow {
  const generic = n === 128 ? 16 : n;
  const figures = (value: number | null, of: number) => each(() => estimateOf(value, of));
  const half = {
    top1: figures(top1, n / 2),
    familyFirst: figures(1, n / 2),
    withinFamily: figures(top1, n / 2),
    reciprocalRank: figures(top1, n / 2),
    coverageAt4: figures(1, generic / 2),
  };
  return {
    row,
    label,
    queryWeight: 0.8,
    storedWeight: 0.8,
    role,
    top1: figures(top1, n),
    familyFirst: figures(1, n),
    withinFamily: figures(top1, n),
    reciprocalRank: figures(top1, n),
    coverageAt4: figures(1, generic),
    blocks: { context: half, intent: half },
  };
}

/** Five methods: one with a hostile name, one named like a built-in property, one without any query. */
export function blendSummaryFixture(): BlendSummary {
  const order = [
    ['blend80', 'hostile'],
    ['whole', '__proto__'],
  ];
  return {
    formatVersion: 2,
    kind: 'contextual-blend',
    id: 'blend-fixture',
    title: 'A small blend',
    question: 'Does it help?',
    headline: 'It helps.',
    model: { provider: 'local', name: 'toy-model', revision: '1', dimensions: 8, windowing: 'none' },
    corpusHash: { context: 'a', intent: 'b' },
    bootstrap: {
      draws: 10_000,
      random: { seed: 101009, generator: 'd3.randomLcg' },
      cluster: 'family',
      clusters: 16,
    },
    counts: {
      families: 24,
      records: 96,
      specificQueries: 192,
      genericQueries: 24,
      specificEvaluationQueries: 128,
      genericEvaluationQueries: 16,
    },
    tieTolerance: 1e-9,
    rows: [
      methodRow('whole', 'Whole passage', 'baseline', 0.4),
      methodRow('blend80', '80/20 blend', 'prespecified', 0.75),
      methodRow('hostile', hostileName, 'exploration', 0.7),
      methodRow('__proto__', '=1+1', 'one-sided', 0.3),
      methodRow('nothing', 'No queries', 'exploration', null, 0),
    ],
    references: [
      {
        row: 'reported-whole',
        besides: 'whole',
        label: 'Whole passage (reported)',
        source: 'the source',
        top1: { clean: 1, stored: 0.945, query: 0.578, both: null },
        coverageAt4: null,
        n: 128,
        note: 'Not measured here.',
      },
    ],
    selection: {
      chosen: 'hostile',
      rule: 'the best harmonic mean',
      candidates: [
        { row: 'hostile', focusWeight: 0.6, top1: 0.7, coverageAt4: 1, harmonicMean: 0.82 },
        { row: 'blend80', focusWeight: 0.8, top1: 0.69, coverageAt4: 1, harmonicMean: 0.81 },
      ],
    },
    comparisons: [
      {
        a: 'blend80',
        b: 'whole',
        metric: 'top1',
        condition: 'clean',
        difference: 0.015,
        interval: [-0.02, 0.06],
        p: 0.75,
        adjustedP: 1,
        clusters: 16,
        verdict: 'not established',
      },
      {
        a: 'blend80',
        b: 'whole',
        metric: 'top1',
        condition: 'both',
        difference: 0.2,
        interval: [0.1, 0.32],
        p: 0.001,
        adjustedP: 0.008,
        clusters: 16,
        verdict: 'a beats b',
      },
    ],
    apart: {
      baseline: [],
      split: [
        {
          a: 'blend80',
          b: 'whole',
          metric: 'familyFirst',
          condition: 'both',
          difference: 0.43,
          interval: [0.3, 0.55],
          p: 0.0001,
          adjustedP: 0.001,
          clusters: 16,
          verdict: 'a beats b',
        },
      ],
    },
    tieGroups: (['both', 'context', 'intent'] as const).flatMap((block) =>
      blendMetrics.flatMap((metric) =>
        (['clean', 'stored', 'query', 'both'] as const).map((condition) => ({
          block,
          metric,
          condition,
          clusters: block === 'both' ? 16 : 8,
          groups: order,
        })),
      ),
    ),
    baseline: {
      top1: 0.0234,
      familyFirst: 0.09375,
      withinFamily: 0.25,
      reciprocalRank: 0.1,
      coverageAt4: 0.09375,
    },
  };
}

const perCutoff = <T>(make: (k: number) => T) => ({
  '1': make(1),
  '3': make(3),
  '5': make(5),
  '10': make(10),
});

function chunkingRow(
  row: string,
  label: string,
  patch: Partial<ChunkingRow> & { ndcg: number; tokens?: { tokens: number; cutoff: number } | null },
): ChunkingRow {
  const { ndcg, tokens = null, ...rest } = patch;
  const shares = () => perCutoff((k) => estimateOf(Math.min(0.99, ndcg + k / 100), 800));
  const at90 = tokens && {
    ...tokens,
    interval: [tokens.tokens - 20, tokens.tokens + 20] as [number, number],
  };
  return {
    row,
    label,
    strategy: row,
    retriever: 'bm25',
    table: 'main',
    n: 800,
    contexts: 1234,
    meanTokens: 201.25,
    metrics: {
      hitAt: shares(),
      recallAt: shares(),
      mrrAt10: estimateOf(ndcg - 0.02, 800),
      ndcgAt10: estimateOf(ndcg, 800),
      evidenceHitAt: shares(),
      evidenceMrrAt10: estimateOf(ndcg - 0.05, 800),
      evidenceNdcgAt10: estimateOf(ndcg - 0.03, 800),
      spanRecallAt: shares(),
      spanPrecisionAt: shares(),
      spanIoUAt: shares(),
      evidenceCoverageAt: shares(),
      precisionOmega: estimateOf(0.1, 800),
      contextTokensAt90: at90,
      uniqueContextTokensAt90: at90,
    },
    budgetCurve: [],
    baseline: {
      hitAt: perCutoff(() => 0.01),
      recallAt: perCutoff(() => 0.01),
      mrrAt10: 0.005,
      ndcgAt10: 0.006,
    },
    losses: { source: 0, boundary: 12, evidence: 0, budget: 0, ranking: 60 },
    rulesDiffer: 40,
    ...rest,
  };
}

/** Three strategies with BM25 and two rows with a model. */
export function chunkingSummaryFixture(): ChunkingSummary {
  const strategy = (id: string, label: string) => ({
    id,
    label,
    description: '',
    parameters: { chunkSize: 256, unit: 'tokens' },
    contextOffsets: [0, 1234],
  });
  return {
    formatVersion: 1,
    kind: 'chunking',
    id: 'chunking-fixture',
    title: 'Small chunks',
    question: 'Which?',
    headline: 'This one.',
    corpus: {
      name: 'a small corpus',
      hash: 'c',
      licence: 'CC BY-SA',
      text: 'not included',
      source: null,
      sample: null,
      documents: [],
      questions: 800,
    },
    offsetUnit: 'utf16',
    tokenizer: { name: 'cl100k_base', estimated: false },
    model: { provider: 'local', name: 'toy-model', revision: '1', dimensions: 8, windowing: 'windowed mean' },
    focusWeight: 0.8,
    bm25: { k1: 1.2, b: 0.75, idf: 'lucene', tokenRule: 'unicode' },
    rankFusion: { rrfK: 60, depth: 100 },
    bootstrap: {
      draws: 10_000,
      random: { seed: 101009, generator: 'd3.randomLcg' },
      cluster: 'article',
      clusters: 40,
    },
    strategies: [
      strategy('fixed_size', 'Fixed size'),
      strategy('recursive', 'Recursive'),
      strategy('paragraph', hostileName),
    ],
    groupings: [],
    rows: [
      chunkingRow('fixed_size', 'Fixed size', { ndcg: 0.71, tokens: { tokens: 812.4, cutoff: 3 } }),
      chunkingRow('recursive', 'Recursive', { ndcg: 0.78, tokens: { tokens: 640.2, cutoff: 3 } }),
      chunkingRow('paragraph', hostileName, { ndcg: 0.76 }),
      chunkingRow('recursive-local', 'Recursive, embedding', {
        ndcg: 0.6,
        table: 'second',
        retriever: 'embedding',
        strategy: 'recursive',
      }),
      chunkingRow('recursive-hybrid', 'Recursive, hybrid', {
        ndcg: 0.8,
        table: 'second',
        retriever: 'hybrid',
        strategy: 'recursive',
      }),
    ],
    best: { row: 'recursive', notSeparatedFrom: ['paragraph'] },
    comparisons: [
      {
        a: 'recursive',
        b: 'fixed_size',
        metric: 'ndcgAt10',
        difference: 0.07,
        interval: [0.03, 0.11],
        p: 0.0001,
        adjustedP: 0.0002,
        clusters: 40,
        verdict: 'a beats b',
      },
      {
        a: 'recursive',
        b: 'paragraph',
        metric: 'ndcgAt10',
        difference: 0.02,
        interval: [-0.01, 0.05],
        p: 0.2,
        adjustedP: 0.2,
        clusters: 40,
        verdict: 'not established',
      },
      {
        a: 'recursive-hybrid',
        b: 'recursive',
        metric: 'ndcgAt10',
        difference: 0.02,
        interval: [0.005, 0.035],
        p: 0.01,
        adjustedP: 0.01,
        clusters: 40,
        verdict: 'a beats b',
      },
    ],
    expansions: [],
    tieGroups: [
      { table: 'main', metric: 'ndcgAt10', groups: [['recursive', 'paragraph'], ['fixed_size']] },
      { table: 'main', metric: 'contextTokensAt90', groups: [['recursive'], ['fixed_size']] },
      { table: 'second', metric: 'ndcgAt10', groups: [['recursive-hybrid'], ['recursive-local']] },
    ],
  };
}

/** An index entry for a fixture whose files are held in memory. */
export function entryFixture(
  kind: ExperimentEntry['kind'],
  id: string,
  files: ExperimentEntry['files'],
): ExperimentEntry {
  return {
    id,
    kind,
    title: 'A fixture',
    question: 'Does it?',
    headline: 'It does.',
    finding: nothingFound('Nothing is established.'),
    data: 'toy data',
    badges: [],
    files,
    provenance: {
      program: 'chunkscope',
      command: 'npm run bench',
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 1,
      node: '20',
      icu: '74',
      packages: {},
    },
  };
}
