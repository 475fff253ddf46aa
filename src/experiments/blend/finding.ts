import { nothingFound } from '../../analysis/finding';
import type { Finding } from '../../artifact/indexFile';
import { smallestReachableP } from '../../core/stats/signFlip';
import { bounds } from '../../core/stats/stored';
import { andList } from '../../core/stats/words';
import { blendConditions, type BlendSummary } from './formats';

const where = {
  clean: 'on clean texts',
  stored: 'with noise in stored texts',
  query: 'with noise in queries',
  both: 'with noise on both sides',
} as const satisfies Record<(typeof blendConditions)[number], string>;

const inPoints = (value: number): number => Math.round(value * 1e10) / 1e8;

/** The prespecified 80/20 blend against the whole passage: the conditions in which one beats the other, and where neither is shown to. */
export function blendFinding({ comparisons }: Pick<BlendSummary, 'comparisons'>): Finding {
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
  const against = established.length > same.length ? ', but not everywhere' : '';
  return {
    sentence: `The 80/20 blend finds the right record first ${more} often than the whole passage ${andList(same.map(({ condition }) => where[condition]))}${against}.`,
    value: largest.difference === null ? null : inPoints(largest.difference),
    unit: `points ${where[largest.condition]}`,
    interval: largest.interval && bounds(inPoints(largest.interval[0]), inPoints(largest.interval[1])),
    picture,
  };
}
