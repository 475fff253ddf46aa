import type { Limit } from '../../analysis/report/limits';
import { count, decimal } from '../../core/stats/format';
import { counted } from '../../core/stats/words';
import type { ThreadsSummary } from './formats';

/** A cosine on the scale of indexes that know no negative scores. */
export const halfScale = (cosine: number): number => (1 + cosine) / 2;

/** A floor on both scales, so that nobody reads it on the wrong one. */
export const floorWords = (cosine: number): string =>
  `a cosine of ${decimal(cosine, 2)}, which is ${decimal(halfScale(cosine), 3)} as (1 + cosine) / 2`;

/** What the experiment on threads does not show. */
export function threadsLimits({
  model,
  settings,
  bootstrap,
  rows,
  searches,
  probes,
}: ThreadsSummary): Limit[] {
  const whole = rows.find(({ unit }) => unit === 'turns');
  const others = rows[0]?.languages.filter(({ language }) => !language.startsWith('en')) ?? [];
  return [
    ...(model.windowing === 'none'
      ? []
      : [
          {
            lead: 'A whole-turn vector is itself a mean.',
            text: `${model.name} reads a window of its own tokens at a time, so a long turn is embedded as a ${model.windowing} and is not the vector that a model with a long context would give. That may hold whole turns too low or too high.`,
          },
        ]),
    {
      lead: 'Size comes first.',
      text: 'Pieces are shorter than whole turns, and a short text resembles one fact more. What label and blend add is the difference from the same pieces without them, not from whole turns.',
    },
    {
      lead: 'A floor belongs to one representation.',
      text: `The floor is ${floorWords(settings.floor)}. Blended vectors lie closer together than others, so the same floor keeps more of them; the first measure compares floors as much as rankings.`,
    },
    ...(whole && whole.withoutVector > 0
      ? [
          {
            lead: 'Some turns are not in the old index.',
            text: `${counted(whole.withoutVector, 'chunk')} of more than ${count(settings.wholeTurns.maxTokens)} tokens ${whole.withoutVector === 1 ? 'has' : 'have'} no vector there, tool results of more than ${count(settings.wholeTurns.resultLength)} characters are left out. Facts of such turns count as misses, as they would for a user.`,
          },
        ]
      : []),
    {
      lead: 'Threads are the units.',
      text: `${count(bootstrap.clusters)} of them carry the intervals: facts of one thread share its words. The threads were written for a measurement; a real history is longer, repeats itself more, and may order the rows otherwise.`,
    },
    ...(others.length > 0
      ? [
          {
            lead: 'Not every thread is English.',
            text: `${others.map(({ language, threads, n }) => `${counted(threads, 'thread')} with ${counted(n, 'fact')} in “${language}”`).join(', ')}: reported apart, since a model made for English reads them badly.`,
          },
        ]
      : []),
    ...(searches.length > 0
      ? [
          {
            lead: 'Groups cost searches and tokens.',
            text: 'A message of m parts runs m searches and can attach up to m × X memories. Where that is too much, X is lowered for all parts; one cap over all lets a part with many good results take the places of the others.',
          },
        ]
      : []),
    ...(probes.length > 0
      ? [{ lead: 'A probe is one case.', text: 'The hidden detail is an example, not a rate.' }]
      : []),
    {
      lead: 'No answers were judged.',
      text: 'Whether a model would answer well from what came back was not measured.',
    },
  ];
}
