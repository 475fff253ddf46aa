import {
  blendColumnIds,
  blockChoices,
  columnId,
  roleLabels,
  topOneColumns,
} from '../../../experiments/blend/scorecard';
import { choice, optionalChoice } from '../../state/params';
import { tableCodecs } from './tableCodecs';

/** What of the controlled experiment’s scorecard stands in the URL. */
export const blendScoreCodecs = {
  block: choice(blockChoices, 'both'),
  role: optionalChoice(roleLabels.map(({ value }) => value)),
  ...tableCodecs(blendColumnIds, topOneColumns, [{ column: columnId('top1', 'both'), descending: true }]),
};
