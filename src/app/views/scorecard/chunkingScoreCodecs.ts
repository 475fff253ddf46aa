import { retrievers } from '../../../experiments/chunking/formats';
import { firstBudget, largestBudget } from '../../../experiments/chunking/budgets';
import { budgetColumnId, chunkingColumnIds, sourceColumns } from '../../../experiments/chunking/scorecard';
import { firstColumns, neighborColumnIds } from '../../../experiments/chunking/neighbors/scorecard';
import { optionalChoice, optionalNumber, wholeIn } from '../../state/params';
import { tableCodecs } from './tableCodecs';

const neighbors = tableCodecs(neighborColumnIds, firstColumns, []);
const table = (column: string) =>
  tableCodecs(chunkingColumnIds, sourceColumns, [{ column, descending: true }]);
const ranked = table('ndcgAt10');

/**
 * What of a chunking benchmark’s scorecard stands in the URL; both tables of rows show the same columns, that of
 * widths its own. The first opens in the order of the token budget, where the run stores what its budgets hold.
 */
export const chunkingScoreCodecs = (budgets: boolean) => ({
  ...(budgets ? table(budgetColumnId) : ranked),
  /** Tokens that every row may hand over. */
  budget: wholeIn(1, largestBudget, firstBudget),
  /** The reader's own price in US dollars per million tokens; null for none. */
  price: optionalNumber(0, 100_000),
  sort2: ranked.sort,
  find2: ranked.find,
  retriever: optionalChoice(retrievers),
  sort3: neighbors.sort,
  find3: neighbors.find,
  columns3: neighbors.columns,
});
