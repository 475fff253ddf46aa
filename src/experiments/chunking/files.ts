import { bm25Defaults } from '../../core/retrieval/bm25';
import { fusionDefaults } from '../../core/retrieval/fusion';
import { chunkText } from '../../core/chunking/registry';
import { estimateTokenizer } from '../../core/chunking/tokens';
import type { BenchmarkRow, BenchmarkRun, StrategyRun } from './measure/benchmark';
import type { BenchmarkCorpus, BenchmarkStep } from '../../datasets/corpus';
import { rowFigures } from './measure/figures';
import { measureReported, type ReportedFigures } from './measure/reported';
import { runSwitches } from './measure/switches';
import { verdicts } from './measure/verdicts';
import { BOOTSTRAP_DRAWS } from '../../core/stats/bootstrap';
import { GENERATOR, STATISTICS_SEED } from '../../core/stats/rng';
import type { NeighborCounts } from '../../core/retrieval/neighbors';
import { abstentionFigures, abstentionFile } from './abstention/figures';
import type { ChunkingAbstention } from './abstention/formats';
import type { ChunkingNeighbors, Expansion } from './neighbors/formats';
import type { ExpansionRun } from './neighbors/figures';
import { expandBenchmark, widthSteps } from './neighbors/measure';
import { groupBy } from '../../core/stats/aggregate';
import { budgetReach } from './measure/outcomes';
import type {
  ChunkingBudgets,
  ChunkingChunks,
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingRelevant,
  ChunkingSummary,
  ChunkingSwitches,
  ChunkingTexts,
} from './formats';

/** What a run cannot know of itself: whose text it is, and what it asks. */
export interface ChunkingDescription extends Pick<ChunkingSummary, 'id' | 'title' | 'question' | 'model'> {
  corpus: Pick<
    ChunkingSummary['corpus'],
    'name' | 'hash' | 'licence' | 'text' | 'source' | 'sample' | 'notices'
  >;
  /** The result in one or two sentences, from the finished figures. */
  headline: (summary: Omit<ChunkingSummary, 'headline'>) => string;
  /** Resamples; 10,000 unless told. */
  draws?: number;
  /** Whether to run BM25 under every switch. */
  switches: boolean;
  /** Figures that others published on the corpus, to be measured again. */
  reported?: ReportedFigures | undefined;
  /** Widths of neighbor expansion, ±0/0 first; the published ones unless told. */
  widths?: readonly NeighborCounts[];
  /** The same rows on questions that the documents leave open. */
  open?: BenchmarkRun;
  /** What an index that was asked recalls of the exact answer. */
  index?: ChunkingSummary['index'];
}

export type ChunkingFile =
  | { name: 'summary.json'; value: ChunkingSummary }
  | { name: 'questions.json'; value: ChunkingQuestions }
  | { name: `chunks/${number}.json`; value: ChunkingChunks }
  | { name: `rankings/${string}.json`; value: ChunkingRankings }
  | { name: `budgets/${string}.json`; value: ChunkingBudgets }
  | { name: `relevant/${string}.json`; value: ChunkingRelevant }
  | { name: `neighbors/${string}.json`; value: ChunkingNeighbors }
  | { name: 'abstention.json'; value: ChunkingAbstention }
  | { name: 'switches.json'; value: ChunkingSwitches }
  | { name: 'texts.json'; value: ChunkingTexts };

/** Eight decimals of a score: its place in the list says what further ones would. */
const score = (value: number): number => Math.round(value * 1e8) / 1e8;

/** The files of a finished run, the summary first. The builder writes them; the page shows them without writing. */
export async function chunkingFiles(
  run: BenchmarkRun,
  description: ChunkingDescription,
  step?: BenchmarkStep,
): Promise<ChunkingFile[]> {
  const { corpus, strategies, rows } = run;
  const included = description.corpus.text === 'included';
  const { draws, widths, open } = description;
  const abstention = open && abstentionFile(open, included);
  const expanded = await expandBenchmark(run, { draws, widths }, step);
  const files: ChunkingFile[] = [
    { name: 'summary.json', value: await summaryOf(run, description, expanded.expansions, abstention, step) },
    { name: 'questions.json', value: questionsOf(run, included) },
    ...corpus.documents.map((_, place): ChunkingFile => ({
      name: `chunks/${place}.json`,
      value: chunksOf(strategies, place),
    })),
    ...rows.map((row): ChunkingFile => ({ name: `rankings/${row.row}.json`, value: rankingsOf(row) })),
    ...budgetsOf(rows, expanded.runs).map((value): ChunkingFile => ({
      name: `budgets/${value.retriever}.json`,
      value,
    })),
    ...strategies.map(({ index, relevant }): ChunkingFile => {
      const { id } = index.strategy;
      return {
        name: `relevant/${id}.json`,
        value: {
          formatVersion: 1,
          kind: 'chunking-relevant',
          strategy: id,
          answer: relevant.answer.map((found) => [...found]),
          evidence: relevant.evidence.map((found) => [...found]),
          partly: relevant.partly.map((found) => [...found]),
        },
      };
    }),
    ...expanded.files.map((value): ChunkingFile => ({ name: `neighbors/${value.strategy}.json`, value })),
  ];
  if (abstention) files.push({ name: 'abstention.json', value: abstention });
  if (description.switches) files.push({ name: 'switches.json', value: await switchesOf(run, step) });
  if (included)
    files.push({
      name: 'texts.json',
      value: {
        formatVersion: 1,
        kind: 'chunking-texts',
        documents: corpus.documents.map(({ id, text }) => ({ id, text })),
      },
    });
  return files;
}

async function summaryOf(
  run: BenchmarkRun,
  { headline, reported, switches: _, widths: __, open: ___, ...description }: ChunkingDescription,
  expansions: Expansion[],
  open: ChunkingAbstention | undefined,
  step?: BenchmarkStep,
): Promise<ChunkingSummary> {
  const { corpus, tokens, strategies, options, tokenizer, clusters } = run;
  const draws = description.draws ?? BOOTSTRAP_DRAWS;
  await step?.({ kind: 'intervals' }, 0, 1);
  const rows = rowFigures(run, { draws });
  await step?.({ kind: 'intervals' }, 1, 1);
  const found = await verdicts(run, { draws }, step);
  const { k1, b, idf, tokenRule } = { ...bm25Defaults, ...options.bm25 };
  const without: Omit<ChunkingSummary, 'headline'> = {
    formatVersion: 1,
    kind: 'chunking',
    id: description.id,
    title: description.title,
    question: description.question,
    corpus: {
      ...description.corpus,
      ...(isJudgedBySpans(corpus) ? { judgedBy: 'spans' as const } : {}),
      documents: corpus.documents.map(({ id, title, text, paragraphs }, place) => ({
        id,
        title,
        utf16Length: text.length,
        tokens: tokens[place]!.count(0, text.length),
        paragraphs: paragraphs ?? chunkText(text, 'paragraph').length,
      })),
      questions: corpus.questions.length,
    },
    offsetUnit: 'utf16',
    tokenizer: { name: (tokenizer ?? estimateTokenizer).name, estimated: tokenizer === undefined },
    model: description.model,
    focusWeight: options.embedding?.focusWeight ?? null,
    bm25: { k1, b, idf, tokenRule },
    rankFusion: options.embedding ? { ...fusionDefaults } : null,
    bootstrap: {
      draws,
      random: { seed: STATISTICS_SEED, generator: GENERATOR },
      cluster: corpus.cluster,
      clusters: clusters.names.length,
    },
    strategies: strategies.map(({ index: { strategy, contextOffsets } }) => ({
      id: strategy.id,
      label: strategy.label,
      description: strategy.description,
      parameters: strategy.parameters,
      contextOffsets: [...contextOffsets],
    })),
    groupings: corpus.groupings.map(({ id, label }) => ({
      id,
      label,
      families: [...new Set(corpus.questions.map(({ families }) => families[id]!))],
    })),
    rows,
    ...found,
    expansions,
    ...(description.index && { index: description.index }),
    ...(open && { abstention: abstentionFigures(run, open, corpus.cluster, { draws }) }),
    ...(reported &&
      tokenizer && {
        reported: {
          source: reported.source,
          n: corpus.questions.length,
          rows: await measureReported(corpus, reported, tokenizer, step),
        },
      }),
  };
  return { ...without, headline: headline(without) };
}

/** Whether spans are all that questions are judged by. */
const isJudgedBySpans = ({ questions }: BenchmarkCorpus): boolean =>
  questions.some(({ gold }) => gold.length > 0) && questions.every(({ answers }) => answers.length === 0);

function questionsOf({ corpus }: BenchmarkRun, included: boolean): ChunkingQuestions {
  return {
    formatVersion: 1,
    kind: 'chunking-questions',
    questions: corpus.questions.map(({ id, document, families, gold, text, answers }) => ({
      id,
      document,
      families: { ...families },
      gold: gold.map(({ document, start, end }) => ({ document, start, end })),
      ...(included ? { text, answers: [...answers] } : {}),
    })),
  };
}

function chunksOf(strategies: readonly StrategyRun[], place: number): ChunkingChunks {
  return {
    formatVersion: 1,
    kind: 'chunking-chunks',
    document: place,
    strategies: Object.fromEntries(
      strategies.map(({ index: { strategy, chunks, chunkOffsets, contexts, contextOffsets, contextOf } }) => {
        const [firstChunk, endChunk, firstContext] = [
          chunkOffsets[place]!,
          chunkOffsets[place + 1]!,
          contextOffsets[place]!,
        ];
        return [
          strategy.id,
          {
            indexed: chunks.slice(firstChunk, endChunk).flatMap(({ start, end }) => [start, end]),
            contexts: contexts
              .slice(firstContext, contextOffsets[place + 1]!)
              .flatMap(({ start, end }) => [start, end]),
            contextOf: Array.from(
              contextOf.subarray(firstChunk, endChunk),
              (context) => context - firstContext,
            ),
          },
        ];
      }),
    ),
  };
}

function rankingsOf({ row, strategy, depth, rankings, outcomes }: BenchmarkRow): ChunkingRankings {
  const foundBy = (rule: 'answer' | 'evidence') => ({
    rank: outcomes.map((outcome) => outcome[rule].rank),
    context: outcomes.map((outcome) => outcome[rule].context),
    score: outcomes.map((outcome) => (outcome[rule].score === null ? null : score(outcome[rule].score))),
  });
  return {
    formatVersion: 1,
    kind: 'chunking-rankings',
    row,
    strategy,
    depth,
    contexts: rankings.map((hits) => hits.map(({ index }) => index)),
    scores: rankings.map((hits) => hits.map((hit) => score(hit.score))),
    answer: foundBy('answer'),
    evidence: foundBy('evidence'),
    tokensToHit: outcomes.map(({ budget }) => budget.answer),
    loss: outcomes.map(({ loss }) => loss),
  };
}

/** What every budget holds, a file for each retriever; widened hits stand with those that they widen. */
export function budgetsOf(
  rows: readonly BenchmarkRow[],
  widened: readonly (Pick<BenchmarkRow, 'retriever'> & { runs: readonly ExpansionRun[] })[],
): ChunkingBudgets[] {
  return [...groupBy(rows, ({ retriever }) => retriever)].map(([retriever, own]) => ({
    formatVersion: 1,
    kind: 'chunking-budgets',
    retriever,
    reach: budgetReach,
    rows: own.map(({ row, outcomes }) => ({
      row,
      answer: outcomes.map(({ budget }) => budget.answer),
      evidence: outcomes.map(({ budget }) => budget.evidence),
      spanRecall: outcomes.map(({ budget }) => budget.spanRecall),
    })),
    widths: widened
      .filter((expansion) => expansion.retriever === retriever)
      .flatMap(({ runs }) => runs.map(widthSteps)),
  }));
}

async function switchesOf(run: BenchmarkRun, step?: BenchmarkStep): Promise<ChunkingSwitches> {
  const results = await runSwitches(run, step);
  return {
    formatVersion: 1,
    kind: 'chunking-switches',
    settings: results.map(({ setting, strategies }) => ({
      ...setting,
      strategies: Object.fromEntries(strategies),
    })),
  };
}
