import {
  blendColumnIds,
  blockChoices,
  columnId,
  roleLabels,
  topOneColumns,
} from '../../../experiments/blend/scorecard';
import { intervalKinds } from '../../../analysis/scorecard/figure';
import { choice, choices, optionalChoice, sorting, text } from '../../state/params';
import { nameColumn } from './ScoreTable';

/** What of the controlled experiment’s scorecard stands in the URL. */
export const blendScoreCodecs = {
  block: choice(blockChoices, 'both'),
  sort: sorting([nameColumn, ...blendColumnIds], [{ column: columnId('top1', 'both'), descending: true }]),
  columns: choices(blendColumnIds, topOneColumns),
  find: text(),
  role: optionalChoice(roleLabels.map(({ value }) => value)),
  interval: choice(intervalKinds, 'bootstrap'),
};
