import { count } from '../../../../core/stats/format';
import type { ChunkingSummary } from '../../../../experiments/chunking/formats';
import type { ChunkingFilters, Rule } from './missModel';

export { retrieverLabels } from '../../../../experiments/chunking/compare';
export { stageMeanings } from '../../../../analysis/compare/words';

export const ruleMeanings: Record<Rule, string> = {
  answer: 'A context is relevant when it contains an answer, wherever it stands.',
  evidence:
    'A context is relevant when it covers the gold span, the place that the question was asked about.',
};

/** By which rule a stored figure counts, where there is a choice: ` (answer rule)`; nothing where spans are all that counts. */
export const answerRuleNote = ({ corpus }: ChunkingSummary): string =>
  corpus.judgedBy === 'spans' ? '' : ' (answer rule)';

/** Where a question has to be found: `among the first 5`, `within 512 tokens`. */
export const withinWords = ({ k, budget }: Pick<ChunkingFilters, 'k' | 'budget'>): string =>
  budget === null ? `among the first ${k}` : `within ${count(budget)} ${budget === 1 ? 'token' : 'tokens'}`;

/** What a miss lacks, under its rule: at a budget the evidence rule asks for all of it. */
export const missedWords = (filters: Pick<ChunkingFilters, 'k' | 'budget' | 'rule'>): string =>
  `${filters.budget !== null && filters.rule === 'evidence' ? 'not all evidence' : 'no relevant context'} ${withinWords(filters)}, by the ${filters.rule} rule`;

export function rowLabel(summary: ChunkingSummary, row: string): string {
  return summary.rows.find((candidate) => candidate.row === row)?.label ?? row;
}

export function familyLabel(summary: ChunkingSummary, family: string): string {
  return summary.corpus.documents.find(({ id }) => id === family)?.title ?? family;
}

export const showWords: Record<ChunkingFilters['show'], string> = {
  misses: 'misses',
  elsewhere: 'hits elsewhere',
  all: 'all questions',
};

/** A filter with its value, as a notice names it. */
export function filterLabel(
  summary: ChunkingSummary,
  filters: ChunkingFilters,
  filter: keyof ChunkingFilters,
): string {
  switch (filter) {
    case 'family':
      return `${summary.groupings.find(({ id }) => id === filters.grouping)?.label.toLowerCase() ?? filters.grouping}: ${familyLabel(summary, filters.family ?? '')}`;
    case 'stage':
      return `lost at: ${filters.stage}`;
    case 'rescuedBy':
      return `rescued by: ${rowLabel(summary, filters.rescuedBy ?? '')}`;
    case 'alone':
      return 'a rule came without its exception';
    case 'show':
      return `show: ${showWords[filters.show]}`;
    default:
      return `${filter}: ${filters[filter]}`;
  }
}
