import { retrievers } from '../../../experiments/chunking/formats';
import { chunkingColumnIds, sourceColumns } from '../../../experiments/chunking/scorecard';
import { firstColumns, neighborColumnIds } from '../../../experiments/chunking/neighbors/scorecard';
import { optionalChoice } from '../../state/params';
import { tableCodecs } from './tableCodecs';

const neighbors = tableCodecs(neighborColumnIds, firstColumns, []);
const main = tableCodecs(chunkingColumnIds, sourceColumns, [{ column: 'ndcgAt10', descending: true }]);

/** What of a chunking benchmark’s scorecard stands in the URL; both tables of rows show the same columns, that of widths its own. */
export const chunkingScoreCodecs = {
  ...main,
  sort2: main.sort,
  find2: main.find,
  retriever: optionalChoice(retrievers),
  sort3: neighbors.sort,
  find3: neighbors.find,
  columns3: neighbors.columns,
};
