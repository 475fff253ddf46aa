import type { CompareQuestion } from '../../../analysis/compare/compare';
import { answerOrigins, handedOverTokens, type NumberedHits } from '../../../analysis/compare/expansion';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { decimal } from '../../../core/stats/format';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRow,
  NeighborRun,
  NeighborSummary,
} from './formats';
import type { HitRule } from '../../../analysis/compare/hitRule';
import type { MeasuredRun } from '../../../analysis/compare/measuredRun';
import { formatRunId } from '../../../analysis/compare/runId';

export const widthLabel = ({
  neighborPrev,
  neighborNext,
}: Pick<NeighborRow, 'neighborPrev' | 'neighborNext'>): string => `±${neighborPrev}/${neighborNext}`;

export const neighborRunLabel = ({ strategy }: NeighborSummary, row: NeighborRow): string =>
  `${strategy.label}, BM25, ${widthLabel(row)}`;

/** The files that a width is compared by. */
export interface NeighborRunFiles {
  summary: NeighborSummary;
  questions: NeighborQuestions;
  /** Of the width. */
  run: NeighborRun;
  /** With both, a question tells what brought its answer and how many tokens are handed over. */
  hits?: NeighborHits;
  chunks?: NeighborChunks;
}

/** One width of a neighbor expansion as a run to compare; a hit is one of the expansion. */
export function neighborRun(
  { id }: Pick<ExperimentEntry, 'id'>,
  { summary, questions, run, hits, chunks }: NeighborRunFiles,
  row: NeighborRow,
  { k, rule }: HitRule,
): MeasuredRun {
  const name = { experiment: id, row: row.row };
  const [clusters] = summary.groupings;
  const reach = row.neighborPrev + row.neighborNext + 1;
  const tellExpansion = hits && chunks ? expansionTeller(questions, hits, chunks, row, { k, rule }) : null;
  return {
    id: formatRunId(name),
    name,
    label: neighborRunLabel(summary, row),
    experiment: id,
    corpus: summary.corpus,
    groupings: summary.groupings,
    familyLabels: new Map(summary.corpus.documents.map(({ id, title }) => [id, title])),
    hasHitRule: true,
    costs: costsOf(row, k),
    facts: factsOf(summary, row, { k, rule }),
    questions: questions.questions.map(({ id, document, families, answerRuns, evidenceRuns }, place) => {
      const rank = run[rule][place]!;
      const hit = rank > 0 && rank <= k;
      const runs = rule === 'answer' ? answerRuns : evidenceRuns;
      const fits = runs.some(([first, last]) => last - first < reach);
      const family = clusters && Object.hasOwn(families, clusters.id) ? families[clusters.id] : undefined;
      return {
        id,
        families,
        cluster: family ?? `document ${document ?? 'none'}`,
        outcome: hit ? 1 : 0,
        reciprocalRank: rank > 0 && rank <= 10 ? 1 / rank : 0,
        rank: rank || null,
        loss: hit ? null : runs.length === 0 ? 'source' : fits ? 'ranking' : 'boundary',
        ...tellExpansion?.(place, rank),
      };
    }),
  };
}

/** First rank whose hit holds the answer by itself; 0 when none that is kept does (answer rule: none retrieved at all). */
export function rankOfHit(
  { questions }: Pick<NeighborQuestions, 'questions'>,
  { chunks, answerRank }: NeighborHits,
  question: number,
  rule: HitRule['rule'],
): number {
  if (rule === 'answer') return answerRank[question]!;
  const single = new Set(
    questions[question]!.evidenceRuns.flatMap(([first, last]) => (first === last ? [first] : [])),
  );
  return chunks[question]!.findIndex((chunk) => single.has(chunk)) + 1;
}

/** Document of every chunk, by its number over the corpus. */
export function documentsOfChunks({ documents }: NeighborChunks): number[] {
  return documents.flatMap(({ tokens }, document) => tokens.map(() => document));
}

/** Tells of a question what its hits hand over, and what brought the answer where no hit does so by itself. */
function expansionTeller(
  questions: NeighborQuestions,
  hits: NeighborHits,
  chunks: NeighborChunks,
  width: NeighborRow,
  { k, rule }: HitRule,
) {
  const owner = documentsOfChunks(chunks);
  const tokens = chunks.documents.flatMap((document) => document.tokens);
  return (question: number, rank: number): Pick<CompareQuestion, 'broughtBy' | 'tokens'> => {
    const first = (count: number): NumberedHits => ({
      hits: hits.chunks[question]!.slice(0, count),
      documentOf: (chunk) => owner[chunk]!,
    });
    const { answerRuns, evidenceRuns } = questions.questions[question]!;
    const alone = rankOfHit(questions, hits, question, rule);
    const byNeighbors = rank > 0 && (alone === 0 || alone > rank);
    const origins = byNeighbors
      ? answerOrigins(first(rank), rule === 'answer' ? answerRuns : evidenceRuns, width)
      : null;
    return { tokens: handedOverTokens(first(k), width, tokens), ...(origins && { broughtBy: origins }) };
  };
}

function factsOf(
  { strategy, bm25, tokenizer }: NeighborSummary,
  row: NeighborRow,
  { k, rule }: HitRule,
): MeasuredRun['facts'] {
  const parameters = Object.entries(strategy.parameters).filter(([name]) => name !== 'tokenizer');
  return [
    { id: 'strategy', label: 'Chunking', value: strategy.label, warns: false },
    {
      id: 'parameters',
      label: 'Parameters',
      value: parameters.map(([name, value]) => `${name} ${value}`).join(', ') || 'none',
      warns: false,
    },
    { id: 'retriever', label: 'Search', value: 'BM25', warns: false },
    { id: 'model', label: 'Embedding model', value: 'none', warns: true },
    {
      id: 'bm25',
      label: 'BM25',
      value: `k1 ${bm25.k1}, b ${bm25.b}, ${bm25.idf} idf, ${bm25.tokenRule} words`,
      warns: false,
    },
    {
      id: 'expansion',
      label: 'Neighbor expansion',
      value: row.neighborPrev + row.neighborNext === 0 ? 'none' : widthLabel(row),
      warns: true,
    },
    {
      id: 'tokenizer',
      label: 'Tokenizer',
      value: tokenizer.estimated ? `${tokenizer.name} (estimate)` : tokenizer.name,
      warns: true,
    },
    { id: 'cutoff', label: 'A hit is by rank', value: String(k), warns: true },
    { id: 'rule', label: 'Relevance', value: `${rule} rule, within one run of adjacent chunks`, warns: true },
  ];
}

/** Tokens are stored at 1, 3, 5 and 10 hits: those of the cutoff, or of the next one. */
function costsOf({ metrics, expandedTokensAt90 }: NeighborRow, k: number): MeasuredRun['costs'] {
  const at: Cutoff = CUTOFFS.find((cutoff) => cutoff >= k) ?? 10;
  return [
    {
      label: `Mean tokens of the first ${at} ${at === 1 ? 'hit' : 'hits'}, neighbors and all`,
      value: decimal(metrics.expandedTokensAt[at].value),
    },
    { label: `Of these, added by neighbors`, value: decimal(metrics.extraTokensAt[at].value) },
    {
      label: 'Context tokens to more than 90 %',
      value: expandedTokensAt90
        ? `${decimal(expandedTokensAt90.tokens)} at k = ${expandedTokensAt90.cutoff}`
        : 'never above 90 %',
    },
  ];
}
