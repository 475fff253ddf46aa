import { count, interval, percent, points, signedScore } from '../../../core/stats/format';
import type { PairedComparison } from '../../../core/stats/stored';
import { counted } from '../../../core/stats/words';
import type { ThreadsSummary } from '../formats';
import { mainMetric, type FactMetric } from './figures';
import { declaredSteps, methodRow, messageSearches, threadRows } from './rows';

export const factMetricLabels: Readonly<Record<FactMetric, string>> = {
  topRightAboveFloor: 'top hit right, above the floor',
  topRight: 'top hit in the right section',
  reciprocalRank: 'mean reciprocal rank',
};

/** A difference with its interval, in the unit of its measure: `+18 points [+10.2, +26.6]`. */
export function differenceWords({
  metric,
  difference,
  interval: bounds,
}: Pick<PairedComparison, 'metric' | 'difference' | 'interval'>): string {
  const isScore = metric === 'reciprocalRank';
  return `${isScore ? signedScore(difference) : points(difference)} ${interval(bounds?.[0], bounds?.[1], isScore ? signedScore : points)}`;
}

export const rowLabel = (row: string): string => threadRows.find((known) => known.row === row)?.label ?? row;
export const searchLabel = (search: string): string =>
  messageSearches.find((known) => known.search === search)?.label ?? search;

/** A declared step on a measure; null where nothing was compared. */
export function stepOn(
  { comparisons }: Pick<ThreadsSummary, 'comparisons'>,
  step: (typeof declaredSteps)[number]['step'],
  metric: FactMetric = mainMetric,
): ThreadsSummary['comparisons'][number] | null {
  const { a, b } = declaredSteps.find((known) => known.step === step)!;
  return comparisons.find((found) => found.a === a && found.b === b && found.metric === metric) ?? null;
}

const tokens = ({ tokensAttached: { value } }: ThreadsSummary['searches'][number]): string =>
  count(value === null ? null : Math.round(value));

/** The result in two sentences: both indexes with what the difference rests on, and what is lost of mixed messages. */
export function threadsHeadline(summary: ThreadsSummary): string {
  const { rows, searches } = summary;
  const value = (row: string) => rows.find((known) => known.row === row)?.metrics.topRight.value ?? null;
  const [all, size] = [stepOn(summary, 'all'), stepOn(summary, 'size')];
  const first = `Labelled pieces put the right section first for ${percent(value(methodRow))} of ${counted(summary.facts, 'fact')}, whole turns for ${percent(value('whole-turns'))}${
    all && size ? `: ${differenceWords(all)}, of which piece size alone makes ${differenceWords(size)}` : ''
  }.`;
  const [whole, groups] = ['whole', 'groups'].map((search) => searches.find((own) => own.search === search));
  return whole && groups
    ? `${first} Of ${counted(whole.subjects, 'subject')} in mixed messages one vector loses ${whole.lost} and attaches ${tokens(whole)} tokens, groups lose ${groups.lost} and attach ${tokens(groups)}.`
    : first;
}

/** The closing note: each step of the method with its interval and verdict, in sentences. */
export function closingNote(summary: ThreadsSummary): string[] {
  return declaredSteps.flatMap(({ step, label }) => {
    const found = stepOn(summary, step);
    return found
      ? [
          `${label}: ${differenceWords(found)}${found.verdict === 'not established' ? ', not established' : ''}`,
        ]
      : [];
  });
}
