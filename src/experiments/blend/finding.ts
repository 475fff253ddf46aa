import { nothingFound } from '../../analysis/finding';
import type { Finding } from '../../artifact/indexFile';
import { smallestReachableP } from '../../core/stats/signFlip';
import { bounds } from '../../core/stats/stored';
import { blendConditions, type BlendSummary } from './formats';
import { gainLiesIn } from './measure/headline';

const where = {
  clean: 'on clean texts',
  stored: 'with noise in stored texts',
  query: 'with noise in queries',
  both: 'with noise on both sides',
} as const satisfies Record<(typeof blendConditions)[number], string>;

const gainWords = {
  family: '; the gain is the family, not the context',
  context: '; the gain is the context, not the family',
  both: '; the gain is both family and context',
  neither: '',
} as const satisfies Record<ReturnType<typeof gainLiesIn>, string>;

const inPoints = (value: number): number => Math.round(value * 1e10) / 1e8;

/** The prespecified 80/20 blend against the whole passage: the conditions in which one beats the other, where neither is shown to, and in which half of the task a gain lies. */
export function blendFinding(summary: Pick<BlendSummary, 'comparisons' | 'apart'>): Finding {
  const { comparisons } = summary;
  const found = comparisons.flatMap((comparison) => {
    const condition = blendConditions.find((known) => known === comparison.condition);
    const { a, b, metric } = comparison;
    return condition && a === 'blend80' && b === 'whole' && metric === 'top1'
      ? [{ ...comparison, condition }]
      : [];
  });
  const picture: Finding['picture'] = {
    kind: 'differences',
    items: found.map(({ condition, difference, interval }) => ({
      label: where[condition],
      value: difference === null ? null : inPoints(difference),
      interval: interval && bounds(inPoints(interval[0]), inPoints(interval[1])),
    })),
  };
  const established = found.filter(({ verdict }) => verdict !== 'not established');
  if (established.length === 0) {
    const clusters = found[0]?.clusters ?? 0;
    return {
      ...nothingFound(
        smallestReachableP(clusters, comparisons.length) >= 0.05
          ? `Nothing can be established: ${clusters} families are too few to compare the 80/20 blend with the whole passage.`
          : 'Nothing is established: the 80/20 blend is not shown to differ from the whole passage in any condition.',
      ),
      picture,
    };
  }
  const largest = established.reduce((one, other) =>
    Math.abs(other.difference ?? 0) > Math.abs(one.difference ?? 0) ? other : one,
  );
  const same = established.filter(({ verdict }) => verdict === largest.verdict);
  const more = largest.verdict === 'a beats b' ? 'more' : 'less';
  const shown =
    same.length === 1 ? where[largest.condition] : `in ${same.length} of ${found.length} conditions`;
  const tail =
    established.length > same.length
      ? ', but not in all'
      : largest.verdict === 'a beats b'
        ? gainWords[gainLiesIn(summary)]
        : '';
  return {
    sentence: `80/20 finds the right record first ${more} often than whole passages ${shown}${tail}.`,
    value: largest.difference === null ? null : inPoints(largest.difference),
    unit: `points ${where[largest.condition]}`,
    interval: largest.interval && bounds(inPoints(largest.interval[0]), inPoints(largest.interval[1])),
    picture,
  };
}
