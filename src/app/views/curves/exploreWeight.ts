import { blendColumn, blendOutcomes, type BlendBlocks } from '../../../experiments/blend/measure/evaluation';
import { columnMean } from '../../../core/stats/aggregate';
import { blendConditions, blendMetrics, type BlendMetric } from '../../../experiments/blend/formats';
import { blockChoices, type BlockChoice, type ExploredWeight } from './blendCurvesModel';

/** Every figure of the blend at one weight on both sides, of the evaluation families: all records are ranked again for every query. */
export function exploreWeight(blocks: BlendBlocks, weight: number): ExploredWeight {
  const outcomes = blendConditions.map(
    (condition) =>
      [condition, blendOutcomes(blocks, { queryWeight: weight, storedWeight: weight }, condition)] as const,
  );
  const mean = (metric: BlendMetric, block: BlockChoice) =>
    Object.fromEntries(
      outcomes.map(([condition, found]) => [
        condition,
        columnMean(blendColumn(blocks, found, metric, block === 'both' ? {} : { block })),
      ]),
    );
  return {
    weight,
    figures: Object.fromEntries(
      blockChoices.map((block) => [
        block,
        Object.fromEntries(blendMetrics.map((metric) => [metric, mean(metric, block)])),
      ]),
    ) as ExploredWeight['figures'],
  };
}
