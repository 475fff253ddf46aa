import { intervalKinds } from '../../../analysis/scorecard/figure';
import { importedColumnIds, importedFirstColumns } from '../../../experiments/items/scorecard';
import { choice, choices, sorting, text } from '../../state/params';
import { nameColumn } from '../scorecard/ScoreTable';

/** What of an imported artifact’s scorecard stands in the URL. */
export const importedScoreCodecs = {
  sort: sorting([nameColumn, ...importedColumnIds], [{ column: 'ndcgAt10', descending: true }]),
  find: text(),
  columns: choices(importedColumnIds, importedFirstColumns),
  interval: choice(intervalKinds, 'bootstrap'),
};
