import { count, percent } from '../../core/stats/format';
import type { Limit } from '../../analysis/report/limits';
import type { BlendSummary } from './formats';
import { queryWriting } from './measure/fixtures';
import { gainLiesIn, splitSentences } from './measure/headline';

export function blendLimits(summary: BlendSummary): Limit[] {
  const { model, bootstrap, selection, baseline } = summary;
  return [
    { lead: 'What the gain is.', text: gainText(summary) },
    {
      lead: 'One small model.',
      text: `All figures come from ${model.name} with ${model.dimensions} dimensions. A stronger model separates whole passages better, so the gain of a blend may be smaller, or gone. The source measured another model on other texts; its figures stand in a table of their own and are not comparable row by row.`,
    },
    {
      lead: 'Texts made for the question.',
      text: 'Every record and query repeats the same focus sentence word for word. Real messages rarely do. The experiment isolates what blending does when the focus cannot decide; it does not say how often that happens.',
    },
    {
      lead: 'Queries written twice.',
      text: `The first queries avoided the words of their records, which measured another task than the source’s. All ${count(queryWriting.rewritten)} were written anew, about half of a record’s content words in each. How many words an asker shares with a record is our choice, and it decides how good whole passages are on clean texts.`,
    },
    {
      lead: 'The cut is given.',
      text: 'The focus is known in advance here. Finding it by automatic cutting is not measured in this experiment.',
    },
    {
      lead: 'Few families.',
      text: `${bootstrap.clusters} evaluation families are the units that intervals rest on. Effects below some ten points mostly cannot be established, and a family’s domain may matter more than a method.`,
    },
    {
      lead: 'Noise of one kind.',
      text: 'Five unrelated short sentences. Long, related or contradictory surroundings are another matter.',
    },
    {
      lead: 'Swept weights are exploration.',
      text: `Only the 80/20 blend was fixed before measuring. The weight chosen on development families is ${selection.chosen}; the best weight in the table may be best by chance.`,
    },
    {
      lead: 'Small candidate sets.',
      text: `64 and 32 records. In an archive of thousands more records compete, and absolute figures fall; a random ranking already finds the target first ${percent(baseline.top1)} of the time here.`,
    },
    { lead: 'English only.', text: 'Both the texts and the model.' },
  ];
}

/** How far the figures speak for blending as a way to carry context: top 1 in its two factors, and the baseline that has no context in its first step. */
function gainText(summary: BlendSummary): string {
  const reading = {
    family:
      'The four records of a family repeat one sentence word for word, and a query repeats it too; a blend finds that family by the sentence. Once it is found, the blend has told the four apart no better than whole passages do, so these figures do not show that a blend carries context better.',
    context:
      'The gain is in telling apart the four records of a family that repeat one sentence, not in finding them.',
    both: 'The gain is both in finding the family that repeats the sentence and in telling its records apart.',
    neither:
      'The four records of a family repeat one sentence; neither finding them nor telling them apart is better by an established margin.',
  }[gainLiesIn(summary)];
  return `${reading} ${splitSentences(summary).join(' ')}`;
}
