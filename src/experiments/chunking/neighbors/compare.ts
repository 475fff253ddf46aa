import type { CompareQuestion } from '../../../analysis/compare/compare';
import { answerOrigins, handedOverTokens, type NumberedHits } from '../../../analysis/compare/expansion';
import type { MeasuredRun } from '../../../analysis/compare/measuredRun';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { decimal } from '../../../core/stats/format';
import { chunkingFacts, chunkingRunLabel, clusterOf, runOfBenchmark } from '../compare';
import type { HitRule } from '../../../analysis/compare/hitRule';
import type { NeighborRow } from './formats';
import { mergedRowId, type StoredExpansion } from './stored';
import { widthLabel } from './widths';

/** The row of the benchmark whose hits are widened. */
export const baseRow = ({ summary, expansion }: Pick<StoredExpansion, 'summary' | 'expansion'>) => {
  const row = summary.rows.find(({ row }) => row === expansion.row);
  if (!row) throw new RangeError(`no row “${expansion.row}” in ${summary.id}, and its expansion is there`);
  return row;
};

export const neighborRunLabel = (
  data: Pick<StoredExpansion, 'summary' | 'expansion'>,
  row: NeighborRow,
): string => `${chunkingRunLabel(baseRow(data))}, ${widthLabel(row)}`;

/** The first hits of a question as chunk numbers. */
export function numberedHits(
  { basis, places }: StoredExpansion,
  question: number,
  depth: number,
): NumberedHits {
  return {
    hits: basis.hits[question]!.slice(0, depth).map(({ index }) => index),
    documentOf: (chunk) => places[chunk]?.document ?? -1,
  };
}

/** One width as a run to compare; a hit is one of the expansion, adjacent chunks merged. */
export function neighborRun(
  { id }: Pick<ExperimentEntry, 'id'>,
  data: StoredExpansion,
  row: NeighborRow,
  { k, rule }: HitRule,
): MeasuredRun {
  const { summary, basis } = data;
  const reach = row.neighborPrev + row.neighborNext + 1;
  const outcomes = data.outcomes(row);
  const tell = expansionTeller(data, row, { k, rule });
  return {
    ...runOfBenchmark(id, summary, mergedRowId(data.expansion, row)),
    label: neighborRunLabel(data, row),
    costs: costsOf(row, k),
    facts: chunkingFacts(summary, baseRow(data), { k, rule }).map((fact) => {
      if (fact.id === 'rule') return { ...fact, value: `${rule} rule, within one run of adjacent chunks` };
      const widened = row.neighborPrev + row.neighborNext > 0;
      return fact.id === 'expansion' && widened ? { ...fact, value: widthLabel(row) } : fact;
    }),
    questions: data.questions.map((question, place) => {
      const rank = outcomes[place]!.expanded[rule];
      const hit = rank > 0 && rank <= k;
      const runs = basis.relevant[rule][place]!;
      const fits = runs.some(([first, last]) => last - first < reach);
      return {
        ...clusterOf(summary, question),
        outcome: hit ? 1 : 0,
        reciprocalRank: rank > 0 && rank <= 10 ? 1 / rank : 0,
        rank: rank || null,
        loss: hit ? null : runs.length === 0 ? 'source' : fits ? 'ranking' : 'boundary',
        ...tell(place, rank),
      };
    }),
  };
}

/** Tells of a question what its hits return in tokens, and what brought the answer where no hit does so by itself. */
function expansionTeller(data: StoredExpansion, width: NeighborRow, { k, rule }: HitRule) {
  const tokens = data.basis.chunks.flatMap((own) => own.map((chunk) => chunk.tokens));
  return (question: number, rank: number): Pick<CompareQuestion, 'broughtBy' | 'tokens'> => {
    const alone = data.aloneRank(question, rule);
    const byNeighbors = rank > 0 && (alone === 0 || alone > rank);
    const origins = byNeighbors
      ? answerOrigins(numberedHits(data, question, rank), data.basis.relevant[rule][question]!, width)
      : null;
    return {
      tokens: handedOverTokens(numberedHits(data, question, k), width, tokens),
      ...(origins && { broughtBy: origins }),
    };
  };
}

/** Tokens are stored at 1, 3, 5 and 10 hits: those of the cutoff, or of the next one. */
function costsOf({ metrics, expandedTokensAt90 }: NeighborRow, k: number): MeasuredRun['costs'] {
  const at: Cutoff = CUTOFFS.find((cutoff) => cutoff >= k) ?? 10;
  return [
    {
      label: `Mean tokens of the first ${at} ${at === 1 ? 'hit' : 'hits'}, neighbors and all`,
      ...quantity(metrics.expandedTokensAt[at].value),
    },
    { label: 'Of these, added by neighbors', ...quantity(metrics.extraTokensAt[at].value) },
    {
      label: 'Tokens to more than 90 %',
      value: expandedTokensAt90
        ? `${decimal(expandedTokensAt90.tokens)} at k = ${expandedTokensAt90.cutoff}`
        : 'never above 90 %',
      amount: expandedTokensAt90?.tokens ?? null,
    },
  ];
}

const quantity = (amount: number | null) => ({ value: decimal(amount), amount });
