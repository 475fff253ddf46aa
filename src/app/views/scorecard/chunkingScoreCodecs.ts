import { retrievers } from '../../../experiments/chunking/formats';
import { chunkingColumnIds, sourceColumns } from '../../../experiments/chunking/scorecard';
import { optionalChoice } from '../../state/params';
import { tableCodecs } from './tableCodecs';

const main = tableCodecs(chunkingColumnIds, sourceColumns, [{ column: 'ndcgAt10', descending: true }]);

/** What of a chunking benchmark’s scorecard stands in the URL; both tables show the same columns. */
export const chunkingScoreCodecs = {
  ...main,
  sort2: main.sort,
  find2: main.find,
  retriever: optionalChoice(retrievers),
};
