import { retrievers } from '../../../experiments/chunking/formats';
import { chunkingColumnIds, sourceColumns } from '../../../experiments/chunking/scorecard';
import { intervalKinds } from '../../../analysis/scorecard/figure';
import { choice, choices, optionalChoice, sorting, text } from '../../state/params';
import { nameColumn } from './ScoreTable';

const sortable = [nameColumn, ...chunkingColumnIds];
const byNdcg = [{ column: 'ndcgAt10', descending: true }];

/** What of a chunking benchmark’s scorecard stands in the URL. */
export const chunkingScoreCodecs = {
  sort: sorting(sortable, byNdcg),
  find: text(),
  columns: choices(chunkingColumnIds, sourceColumns),
  interval: choice(intervalKinds, 'bootstrap'),
  sort2: sorting(sortable, byNdcg),
  find2: text(),
  retriever: optionalChoice(retrievers),
};
