import { intervalKinds } from '../../../analysis/scorecard/figure';
import { firstColumns, neighborColumnIds } from '../../../experiments/chunking/neighbors/scorecard';
import { choice, choices, sorting, text } from '../../state/params';
import { nameColumn } from '../scorecard/ScoreTable';

/** What of a neighbor expansion’s scorecard stands in the URL. */
export const neighborScoreCodecs = {
  sort: sorting([nameColumn, ...neighborColumnIds], []),
  find: text(),
  columns: choices(neighborColumnIds, firstColumns),
  interval: choice(intervalKinds, 'bootstrap'),
};
