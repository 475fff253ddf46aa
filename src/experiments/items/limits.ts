import { count } from '../../core/stats/format';
import type { ImportedSummary } from './formats';
import type { Limit } from '../../analysis/report/limits';

/** What an imported run does not show. */
export function importedLimits({ bootstrap, rows, judgments }: ImportedSummary): Limit[] {
  const tied = rows.filter((row) => row.tied > 0).length;
  const graded = judgments.some(({ highestGrade }) => highestGrade > 1);
  return [
    {
      lead: 'Only what the files say.',
      text: 'A run and its judgments hold ids, scores and relevance. What was asked, what the documents say, how they were cut, searched and how long they are is not known here, so there are no token costs, no spans, no inspector and no stages of loss.',
    },
    {
      lead: 'Not judged is not irrelevant.',
      text: 'A document without a judgment counts as not relevant. Where judgments were pooled from other systems, a run that returns what they did not is held too low.',
    },
    ...(bootstrap.cluster === 'question'
      ? [
          {
            lead: 'Single questions are the units.',
            text: 'The files name no families. Questions that resemble each other are not independent, so intervals over single questions are too narrow and differences look surer than they are. A file of families mends that.',
          },
        ]
      : [
          {
            lead: 'Families are the units.',
            text: `${count(bootstrap.clusters)} of them carry the intervals.`,
          },
        ]),
    ...(graded
      ? [
          {
            lead: 'Grades are cut at 0.',
            text: 'Every grade above 0 counts as relevant, as much as any other; only the graded nDCG tells them apart.',
          },
        ]
      : []),
    {
      lead: 'Ties.',
      text: `${tied === 0 ? 'No run has equal scores that matter.' : `${count(tied)} of ${count(rows.length)} runs have equal scores that matter.`} Where scores are equal the figures here are means over the orders; trec_eval puts equal scores by id, the last first, and reads scores in single precision, so its figures may differ there and nowhere else.`,
    },
    {
      lead: 'Relevance is somebody’s judgment.',
      text: 'Whether a reader or a model would answer well from what was returned was not measured.',
    },
  ];
}
