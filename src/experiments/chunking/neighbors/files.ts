import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { bm25Defaults } from '../../../core/retrieval/bm25';
import { chunkText } from '../../../core/chunking/registry';
import { estimateTokenizer } from '../../../core/chunking/tokens';
import type { BenchmarkRow } from '../measure/benchmark';
import { expansionComparisons, expansionFigures, type ExpansionRun } from './figures';
import type { NeighborExpansionRun } from './experiment';
import type { ExpansionBasis } from './outcomes';
import { BOOTSTRAP_DRAWS } from '../../../core/stats/bootstrap';
import { GENERATOR, STATISTICS_SEED } from '../../../core/stats/rng';
import type { ChunkingTexts } from '../formats';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRun,
  NeighborSummary,
} from './formats';

/** What a run cannot know of itself. */
export interface NeighborDescription extends Pick<NeighborSummary, 'id' | 'title' | 'question'> {
  corpus: Pick<NeighborSummary['corpus'], 'name' | 'hash' | 'licence' | 'text' | 'source' | 'sample'>;
  /** The result in one or two sentences, from the finished figures. */
  headline: (summary: Omit<NeighborSummary, 'headline'>) => string;
  /** Resamples; 10,000 unless told. */
  draws?: number;
}

export type NeighborFile =
  | { name: 'summary.json'; value: NeighborSummary }
  | { name: 'questions.json'; value: NeighborQuestions }
  | { name: 'chunks.json'; value: NeighborChunks }
  | { name: 'hits.json'; value: NeighborHits }
  | { name: `runs/${string}.json`; value: NeighborRun }
  | { name: 'texts.json'; value: ChunkingTexts };

/** Eight decimals of a score, as in every ranking that is stored. */
const score = (value: number): number => Math.round(value * 1e8) / 1e8;

/** The file of a row: `1/0` lies in `runs/1-0.json`. */
export const neighborRunFile = ({
  neighborPrev,
  neighborNext,
}: {
  neighborPrev: number;
  neighborNext: number;
}) => `runs/${neighborPrev}-${neighborNext}.json` as const;

/** The files of a finished expansion, the summary first. Text is in them only where the description says that it is included. */
export function neighborFiles(run: NeighborExpansionRun, description: NeighborDescription): NeighborFile[] {
  const { benchmark, basis, runs } = run;
  const { index } = benchmark.strategies[0]!;
  const row = benchmark.rows[0]!;
  const included = description.corpus.text === 'included';
  const files: NeighborFile[] = [
    { name: 'summary.json', value: summaryOf(run, description) },
    {
      name: 'questions.json',
      value: {
        formatVersion: 1,
        kind: 'neighbor-questions',
        questions: benchmark.corpus.questions.map(({ id, document, families, gold, text, answers }, q) => ({
          id,
          document,
          families: { ...families },
          gold: gold.map(({ document, start, end }) => ({ document, start, end })),
          answerRuns: basis.relevant.answer[q]!.map(([first, last]): [number, number] => [first, last]),
          evidenceRuns: basis.relevant.evidence[q]!.map(([first, last]): [number, number] => [first, last]),
          ...(included && { text, answers: [...answers] }),
        })),
      },
    },
    {
      name: 'chunks.json',
      value: {
        formatVersion: 1,
        kind: 'neighbor-chunks',
        documents: basis.chunks.map((own) => ({
          spans: own.flatMap(({ number }) => [index.chunks[number]!.start, index.chunks[number]!.end]),
          tokens: own.map(({ tokens }) => tokens),
        })),
      },
    },
    { name: 'hits.json', value: neighborHitsOf(row) },
    ...runs.map((width): NeighborFile => ({ name: neighborRunFile(width), value: neighborRunOf(width) })),
  ];
  if (included)
    files.push({
      name: 'texts.json',
      value: {
        formatVersion: 1,
        kind: 'chunking-texts',
        documents: benchmark.corpus.documents.map(({ id, text }) => ({ id, text })),
      },
    });
  return files;
}

/** What a search found, as it is stored. */
export function neighborHitsOf({ depth, rankings, outcomes }: BenchmarkRow): NeighborHits {
  return {
    formatVersion: 1,
    kind: 'neighbor-hits',
    depth,
    chunks: rankings.map((hits) => hits.map(({ index: chunk }) => chunk)),
    scores: rankings.map((hits) => hits.map((hit) => score(hit.score))),
    answerRank: outcomes.map(({ answer }) => answer.rank),
  };
}

/** One width's outcomes as they are stored. */
export function neighborRunOf({ neighborPrev, neighborNext, outcomes }: ExpansionRun): NeighborRun {
  return {
    formatVersion: 1,
    kind: 'neighbor-run',
    neighborPrev,
    neighborNext,
    answer: outcomes.map(({ expanded }) => expanded.answer),
    evidence: outcomes.map(({ expanded }) => expanded.evidence),
    tokensToHit: outcomes.map(({ tokensToHit }) => tokensToHit),
    tokensAt: outcomes.map(({ tokensAt }) => CUTOFFS.map((cutoff) => tokensAt[cutoff])),
    chunksAt: outcomes.map(({ chunksAt }) => CUTOFFS.map((cutoff) => chunksAt[cutoff])),
  };
}

/** What all widths rest on, read from the stored files: the shapes and figures follow from it. */
export function storedBasis(
  { documents }: NeighborChunks,
  { questions }: NeighborQuestions,
  { chunks, scores }: NeighborHits,
): ExpansionBasis {
  let number = 0;
  return {
    chunks: documents.map(({ tokens }) => tokens.map((count) => ({ number: number++, tokens: count }))),
    hits: chunks.map((found, q) => found.map((index, place) => ({ index, score: scores[q]![place]! }))),
    relevant: {
      answer: questions.map(({ answerRuns }) => answerRuns),
      evidence: questions.map(({ evidenceRuns }) => evidenceRuns),
    },
  };
}

function summaryOf(
  { benchmark, runs }: NeighborExpansionRun,
  { headline, draws = BOOTSTRAP_DRAWS, ...description }: NeighborDescription,
): NeighborSummary {
  const { corpus, tokens, strategies, tokenizer, clusters } = benchmark;
  const { id, label, description: about, parameters } = strategies[0]!.index.strategy;
  const { k1, b, idf, tokenRule } = bm25Defaults;
  const without: Omit<NeighborSummary, 'headline'> = {
    formatVersion: 1,
    kind: 'neighbor-expansion',
    id: description.id,
    title: description.title,
    question: description.question,
    corpus: {
      ...description.corpus,
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
    strategy: { id, label, description: about, parameters },
    bm25: { k1, b, idf, tokenRule },
    bootstrap: {
      draws,
      random: { seed: STATISTICS_SEED, generator: GENERATOR },
      cluster: corpus.cluster,
      clusters: clusters.names.length,
    },
    groupings: corpus.groupings.map(({ id, label }) => ({
      id,
      label,
      families: [...new Set(corpus.questions.map(({ families }) => families[id]!))],
    })),
    rows: expansionFigures(runs, clusters, { draws }),
    comparisons: expansionComparisons(runs, clusters, { draws }),
  };
  return { ...without, headline: headline(without) };
}
