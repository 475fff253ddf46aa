import { intervalKinds } from '../../../analysis/scorecard/figure';
import type { SortKey } from '../../components/table/tableModel';
import { choice, choices, names, sorting, text } from '../../state/params';
import { maxRuns } from '../compare/maxRuns';
import { nameColumn } from './ScoreTable';

/** What of a table of a scorecard stands in the URL: its columns by id, those shown at first, and the first order. */
export const tableCodecs = <C extends string>(
  columns: readonly C[],
  shown: readonly C[],
  sort: readonly SortKey[],
) => ({
  sort: sorting([nameColumn, ...columns], sort),
  find: text(),
  columns: choices(columns, shown),
  interval: choice(intervalKinds, 'bootstrap'),
  /** Rows to compare, by id. */
  pins: names(maxRuns),
});
