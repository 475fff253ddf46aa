import { MISSING, points } from '../../../core/stats/format';
import type { Bounds } from '../../../core/stats/stored';
import { andList } from '../../../core/stats/words';
import type { Comparison } from '../../../artifact/common';
import type { BlendModel } from './files';
import type { apartComparisons, BlendCondition, BlendMetric } from './methods';

const conditionNames: Record<BlendCondition, string> = {
  clean: 'on clean texts',
  stored: 'with noise in the stored texts',
  query: 'with noise in the queries',
  both: 'with noise on both sides',
};

/** What the words of a result are made from. */
export interface BlendVerdicts {
  comparisons: readonly Comparison[];
  apart: Record<keyof typeof apartComparisons, readonly Comparison[]>;
}

const bare = (value: number): string => points(value).replace(' points', '');

/** `+18 points [+10.2, +26.6]` */
export const differenceText = (difference: number | null, interval: Bounds | null): string =>
  `${points(difference)} ${interval ? `[${bare(interval[0])}, ${bare(interval[1])}]` : `[${MISSING}]`}`;

function withVerdict(found: readonly Comparison[], verdict: Comparison['verdict']): string[] {
  return found
    .filter((comparison) => comparison.verdict === verdict)
    .map(
      ({ condition, difference, interval }) =>
        `${conditionNames[condition as BlendCondition]} (${differenceText(difference, interval)})`,
    );
}

/** What a set of comparisons establishes: where the blend is ahead, where behind, or that it is neither anywhere. */
function established(
  found: readonly Comparison[],
  words: { ahead: string; behind: string; none: string },
): string {
  const [ahead, behind] = [withVerdict(found, 'a beats b'), withVerdict(found, 'b beats a')];
  const parts = [
    ...(ahead.length > 0 ? [`${words.ahead} ${andList(ahead)}`] : []),
    ...(behind.length > 0 ? [`${words.behind} ${andList(behind)}`] : []),
  ];
  return `${parts.length > 0 ? parts.join('; ') : words.none}.`;
}

const metricOf = (found: readonly Comparison[], metric: BlendMetric) =>
  found.filter((comparison) => comparison.metric === metric);
const gains = (found: readonly Comparison[]) => found.some(({ verdict }) => verdict === 'a beats b');

/** Where a gain of the blend over whole passages lies: in finding the family, in finding the record within it, in both or in neither. */
export function gainLiesIn({
  apart,
}: Pick<BlendVerdicts, 'apart'>): 'family' | 'context' | 'both' | 'neither' {
  const [family, context] = [
    gains(metricOf(apart.split, 'familyFirst')),
    gains(metricOf(apart.split, 'withinFamily')),
  ];
  return family ? (context ? 'both' : 'family') : context ? 'context' : 'neither';
}

const conclusions: Record<ReturnType<typeof gainLiesIn>, string> = {
  family: 'What the blend gains over whole passages is the right family, not the right context.',
  context: 'What the blend gains over whole passages is the right context, not the right family.',
  both: 'The blend gains over whole passages both in the family and in the context.',
  neither: 'Neither half shows an established gain over whole passages.',
};

/** Where the gain over whole passages lies, in a sentence. */
export const gainSentence = (verdicts: Pick<BlendVerdicts, 'apart'>): string =>
  conclusions[gainLiesIn(verdicts)];

/** What the two factors of top 1 show, and what the added baseline does: a sentence for each. */
export function splitSentences(verdicts: Pick<BlendVerdicts, 'apart'>): string[] {
  const { split, baseline } = verdicts.apart;
  return [
    `Right family first: ${established(metricOf(split, 'familyFirst'), { ahead: 'the blend is ahead', behind: 'it is behind', none: 'no difference is established' })}`,
    `Right record among the four of its family: ${established(metricOf(split, 'withinFamily'), { ahead: 'the blend is ahead', behind: 'it is behind', none: 'no difference is established under any condition' })}`,
    `Against a ranking by the focus with ties settled by whole texts: ${established(baseline, { ahead: 'the blend is ahead', behind: 'it is behind', none: 'no difference is established under any condition' })}`,
  ];
}

/** The result in words: per condition whether the prespecified blend beats whole passages with this model, by how much, and in which half of the task. */
export function blendHeadline(verdicts: BlendVerdicts, model: Pick<BlendModel, 'name'>): string {
  const found = verdicts.comparisons.filter(({ a, b }) => a === 'blend80' && b === 'whole');
  const clauses = [
    {
      words: 'The 80/20 blend finds the right record first more often than the whole passage',
      conditions: withVerdict(found, 'a beats b'),
    },
    {
      words: 'The 80/20 blend finds the right record first less often than the whole passage',
      conditions: withVerdict(found, 'b beats a'),
    },
    { words: 'No difference between them is established', conditions: withVerdict(found, 'not established') },
  ].filter(({ conditions }) => conditions.length > 0);
  const all =
    clauses.length === 1 && clauses[0]!.words.startsWith('No')
      ? [
          {
            ...clauses[0]!,
            words: 'No difference between the 80/20 blend and the whole passage is established',
          },
        ]
      : clauses;
  const sentences = all.map(({ words, conditions }) => `${words} ${andList(conditions)}.`);
  return [`Measured with ${model.name}.`, ...sentences, gainSentence(verdicts)].join(' ');
}
