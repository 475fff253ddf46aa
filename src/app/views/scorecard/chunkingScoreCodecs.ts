import { retrievers } from '../../../schema/chunking';
import { chunkingColumnIds, sourceColumns } from '../../../schema/scorecard/chunkingModel';
import { intervalKinds } from '../../../schema/scorecard/figure';
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
