import { blendMethods } from '../../../../experiments/blend/measure/methods';
import { blendBlocks, blendConditions, type BlendSimilarities } from '../../../../experiments/blend/formats';
import {
  choice,
  numberIn,
  optionalChoice,
  sorting,
  type ParamCodec,
  type ParamValues,
} from '../../../state/params';
import type { Moves } from '../useExplorer';
import { blockChoices, listColumns, rescuerIds, showChoices, splitChoices } from './blendList';

const fraction = numberIn(0, 1, 0);
/** A number from 0 to 1, or none. */
const optionalFraction: ParamCodec<number | null> = {
  initial: null,
  parse: fraction.parse,
  format: (value) => (value === null ? null : String(value)),
};

/** Parameters of the view; what may be named depends on the data. */
export function blendCodecs(similarities: BlendSimilarities) {
  const blocks = blendBlocks.map((block) => similarities[block]);
  return {
    method: choice(
      blendMethods.map(({ row }) => row),
      'blend80',
    ),
    condition: choice(blendConditions, 'both'),
    kind: choice(['specific', 'generic'], 'specific'),
    block: choice(blockChoices, 'both'),
    split: choice(splitChoices, 'evaluation'),
    family: optionalChoice(blocks.flatMap(({ families }) => families)),
    show: choice(showChoices, 'misses'),
    rescuedBy: optionalChoice(rescuerIds),
    sort: sorting(listColumns, []),
    cells: choice(['counts', 'rates'], 'counts'),
    query: optionalChoice(blocks.flatMap(({ queries }) => queries.map(({ id }) => id))),
    /** Record that the target is set beside, when it is not the one that won. */
    against: optionalChoice(blocks.flatMap(({ records }) => records.map(({ id }) => id))),
    /** What-if focus weight on both sides. */
    weight: optionalFraction,
  };
}

export type BlendCodecs = ReturnType<typeof blendCodecs>;
export type BlendValues = ParamValues<BlendCodecs>;
export type BlendMoves = Moves<BlendValues>;

/** Leaves the open query, and all that belongs to it alone. */
export const closed = { query: null, against: null, weight: null } as const;
