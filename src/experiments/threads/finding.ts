import { nothingFound } from '../../analysis/finding';
import type { Finding } from '../../artifact/indexFile';
import { smallestReachableP } from '../../core/stats/signFlip';
import { bounds } from '../../core/stats/stored';
import type { ThreadsSummary } from './formats';
import { stepOn } from './measure/headline';
import { declaredSteps } from './measure/rows';

const inPoints = (value: number): number => Math.round(value * 1e10) / 1e8;

/** Whether labelled and blended pieces beat whole turns, and whether that is more than their size. */
export function threadsFinding(summary: ThreadsSummary): Finding {
  const steps = declaredSteps.flatMap(({ step, label }) => {
    const found = stepOn(summary, step);
    return found ? [{ ...found, step, label }] : [];
  });
  const picture: Finding['picture'] = {
    kind: 'differences',
    items: steps.map(({ label, difference, interval }) => ({
      label,
      value: difference === null ? null : inPoints(difference),
      interval: interval && bounds(inPoints(interval[0]), inPoints(interval[1])),
    })),
  };
  const of = (step: string) => steps.find((known) => known.step === step);
  const [all, size] = [of('all'), of('size')];
  if (!all || all.verdict === 'not established') {
    const clusters = all?.clusters ?? 0;
    return {
      ...nothingFound(
        smallestReachableP(clusters, declaredSteps.length) >= 0.05
          ? `Nothing can be established: ${clusters} threads are too few to compare labelled pieces with whole turns.`
          : 'Nothing is established: labelled pieces are not shown to differ from whole turns.',
      ),
      picture,
    };
  }
  const more = all.verdict === 'a beats b' ? 'more' : 'less';
  const beyond = ['label', 'blend', 'label-on-blend', 'blend-on-label'].some(
    (step) => of(step)?.verdict === 'a beats b',
  );
  const tail =
    all.verdict !== 'a beats b'
      ? ''
      : beyond
        ? '; label or blend add to piece size'
        : size?.verdict === 'a beats b'
          ? '; only piece size is shown to matter'
          : '; no single step is shown to do it';
  return {
    sentence: `Labelled, blended pieces put the right section first ${more} often than whole turns${tail}.`,
    value: all.difference === null ? null : inPoints(all.difference),
    unit: 'points in the right section',
    interval: all.interval && bounds(inPoints(all.interval[0]), inPoints(all.interval[1])),
    picture,
  };
}
