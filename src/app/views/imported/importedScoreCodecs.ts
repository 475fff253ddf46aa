import { importedColumnIds, importedFirstColumns } from '../../../experiments/items/scorecard';
import { tableCodecs } from '../scorecard/tableCodecs';

/** What of an imported artifact’s scorecard stands in the URL. */
export const importedScoreCodecs = tableCodecs(importedColumnIds, importedFirstColumns, [
  { column: 'ndcgAt10', descending: true },
]);
