import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import { rounded } from '../../../core/stats/stored';
import { TIE_TOLERANCE } from '../../../core/metrics/ties';
import {
  evaluateOutcomes,
  type BlendBlocks,
  type BlendEvaluation,
  type BlockQueries,
  type RowOutcomes,
} from './evaluation';
import type { ComposedFixtures } from './fixtures';
import { blendBlocks, blendConditions, blendMethods, type BlendBlock, type BlendCondition } from './methods';
import { blendOutcome, rankingOutcome, type BlendOutcome, type RankingOutcome } from './outcomes';
import { blendHeadline } from './headline';
import { rankBlendQuery, relevantRecords } from './ranking';
import { blendReferences } from './references';
import type { SimilarityBlock } from './similarity';

/** The embedding model behind a run, as every file names it. */
export interface BlendModel {
  provider: string;
  name: string;
  revision: string;
  dimensions: number;
  windowing: string;
}

/** One line of a results file: a whole ranking and what it found. */
export interface StoredRanking extends RankingOutcome {
  method: string;
  condition: BlendCondition;
  query: string;
  order: number[];
  scores: number[];
}

/** The content of a results file: every ranking of one block. */
export function blendResults(block: BlendBlock, similarity: SimilarityBlock, model: BlendModel) {
  const rankings = blendMethods.flatMap((method) =>
    blendConditions.flatMap((condition) =>
      similarity.queries.map(({ id, kind }, query): StoredRanking => {
        const ranking = rankBlendQuery(similarity, method, condition, query);
        const { top1, reciprocalRank, coverageAt4 } = rankingOutcome(
          kind,
          ranking,
          relevantRecords(similarity, query),
        );
        return {
          method: method.row,
          condition,
          query: id,
          top1: rounded(top1),
          reciprocalRank: rounded(reciprocalRank),
          coverageAt4: rounded(coverageAt4),
          ...ranking,
        };
      }),
    ),
  );
  return {
    formatVersion: 1 as const,
    kind: 'blend-results' as const,
    block,
    model,
    records: similarity.records.map(({ id }) => id),
    rankings,
  };
}

/** The content of the similarities file, from which every ranking at any weight follows. */
export function blendSimilarities(blocks: BlendBlocks, model: BlendModel) {
  return { formatVersion: 1 as const, kind: 'blend-similarities' as const, model, ...blocks };
}

type StoredResults = Pick<ReturnType<typeof blendResults>, 'records' | 'rankings'>;

/**
 * Outcomes recomputed from stored rankings, their stored outcomes not looked at: what a
 * doctor and the tests start from. `queries` comes from the fixtures or the
 * similarities; a RangeError names a ranking that is missing, doubled or incomplete.
 */
export function outcomesOfRankings(
  queries: Record<BlendBlock, BlockQueries>,
  results: Record<BlendBlock, StoredResults>,
): (method: { row: string }, condition: BlendCondition) => RowOutcomes {
  const found = new Map<string, BlendOutcome>();
  const keyOf = (block: BlendBlock, row: string, condition: BlendCondition, query: string) =>
    JSON.stringify([block, row, condition, query]);
  for (const block of blendBlocks) {
    const { records, rankings } = results[block];
    const familyOf = new Map(queries[block].records.map(({ id, family }) => [id, family]));
    const queryOf = new Map(queries[block].queries.map((query) => [query.id, query]));
    for (const ranking of rankings) {
      const key = keyOf(block, ranking.method, ranking.condition, ranking.query);
      const query = queryOf.get(ranking.query);
      if (!query)
        throw new RangeError(
          `${block}: a ranking is for query "${ranking.query}", which is not among ${queryOf.size} queries`,
        );
      if (found.has(key))
        throw new RangeError(
          `${block}: two rankings for ${ranking.method}, ${ranking.condition}, query "${ranking.query}"`,
        );
      if (new Set(ranking.order).size !== records.length || ranking.scores.length !== records.length) {
        throw new RangeError(
          `${block}: the ranking for ${ranking.method}, ${ranking.condition}, query "${ranking.query}" holds ${new Set(ranking.order).size} records and ${ranking.scores.length} scores, expected ${records.length}`,
        );
      }
      const where = (holds: (id: string) => boolean) =>
        new Set(records.flatMap((id, index) => (holds(id) ? [index] : [])));
      const family = where((id) => familyOf.get(id) === query.family);
      const relevant = query.kind === 'generic' ? family : where((id) => id === query.target);
      found.set(key, blendOutcome(query.kind, ranking, relevant, family));
    }
  }
  return ({ row }, condition) => {
    const of = (block: BlendBlock) =>
      queries[block].queries.map(({ id }) => {
        const outcome = found.get(keyOf(block, row, condition, id));
        if (!outcome) throw new RangeError(`${block}: no ranking for ${row}, ${condition}, query "${id}"`);
        return outcome;
      });
    return { context: of('context'), intent: of('intent') };
  };
}

/** All figures of the experiment from its stored rankings alone. */
export function evaluateRankings(
  queries: Record<BlendBlock, BlockQueries>,
  results: Record<BlendBlock, StoredResults>,
  options: BootstrapOptions = {},
): BlendEvaluation {
  return evaluateOutcomes(queries, outcomesOfRankings(queries, results), options);
}

/** The content of the summary file. `corpusHash` holds the hash of each fixtures file. */
export function blendSummary(input: {
  fixtures: Record<BlendBlock, Pick<ComposedFixtures, 'families' | 'records' | 'queries'>>;
  evaluation: BlendEvaluation;
  model: BlendModel;
  corpusHash: Record<BlendBlock, string>;
}) {
  const { fixtures, evaluation, model, corpusHash } = input;
  const all = blendBlocks.map((block) => fixtures[block]);
  const evaluated = new Set(
    all.flatMap(({ families }) => families.filter(({ split }) => split === 'evaluation').map(({ id }) => id)),
  );
  const queries = all.flatMap((block) => block.queries);
  const countOf = (kind: 'specific' | 'generic', evaluationOnly = false) =>
    queries.filter((query) => query.kind === kind && (!evaluationOnly || evaluated.has(query.family))).length;
  return {
    formatVersion: 2 as const,
    kind: 'contextual-blend' as const,
    id: 'contextual-blend',
    title: 'The controlled blend',
    question:
      'When the same sentence stands in four contexts, does blending its vector with that of its context find the right one, also when unrelated sentences are mixed in?',
    headline: blendHeadline(evaluation, model),
    model,
    corpusHash,
    bootstrap: evaluation.bootstrap,
    counts: {
      families: all.flatMap(({ families }) => families).length,
      records: all.flatMap(({ records }) => records).length,
      specificQueries: countOf('specific'),
      genericQueries: countOf('generic'),
      specificEvaluationQueries: countOf('specific', true),
      genericEvaluationQueries: countOf('generic', true),
    },
    tieTolerance: TIE_TOLERANCE,
    rows: evaluation.rows,
    references: [...blendReferences],
    selection: evaluation.selection,
    comparisons: evaluation.comparisons,
    apart: evaluation.apart,
    tieGroups: evaluation.tieGroups,
    baseline: evaluation.baseline,
  };
}
