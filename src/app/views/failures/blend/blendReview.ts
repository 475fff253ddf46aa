import { score } from '../../../../core/stats/format';
import type { BlendSimilarities } from '../../../../experiments/blend/formats';
import { blendMethods } from '../../../../experiments/blend/measure/methods';
import { candidatesText, type ReviewPrefill } from '../review/reviewModel';
import type { BlendValues } from './blendParams';
import type { ItemOutcome } from './blendTable';
import { outcomeLabels, setupLabel } from './blendWords';
import { rankedRecords } from './rankingModel';

/** Results that a sheet names. */
const named = 5;

/** What is known of a query under one setup, stage by stage. Records are searched whole, so two stages cannot lose it. */
export function blendReview(
  similarities: BlendSimilarities,
  { item, kind }: ItemOutcome,
  { method, condition }: BlendValues,
): ReviewPrefill {
  const ranking = rankedRecords(
    similarities[item.block],
    blendMethods.find(({ row }) => row === method)!,
    condition,
    item.index,
  );
  return {
    question: item.id,
    setup: setupLabel(method, condition),
    stages: {
      source: `record ${ranking.flatMap(({ relevant, id }) => (relevant ? [id] : [])).join(', ')}`,
      extraction: 'none: texts are written for the experiment',
      boundary: 'none: records are searched whole',
      candidates: candidatesText(
        ranking.slice(0, named).map(({ id, score: own }) => ({ name: id, score: score(own) })),
      ),
      context: `record ${ranking[0]!.id}`,
      answer: outcomeLabels[item.kind][kind],
    },
  };
}
