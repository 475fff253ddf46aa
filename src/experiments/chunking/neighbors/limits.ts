import type { Limit } from '../../../analysis/report/limits';
import type { NeighborSummary } from './formats';

export function neighborLimits({ strategy, corpus, bootstrap }: NeighborSummary): Limit[] {
  return [
    {
      lead: 'More text holds more answers.',
      text: 'At the same number of hits a wider run can only gain. Read the extra tokens beside it, and the columns “within the same tokens” before you call it better.',
    },
    {
      lead: 'Containing is not answering.',
      text: 'Whether a model uses what stands in a neighbor, or is led astray by it, was not measured.',
    },
    {
      lead: 'Nearby text may answer by chance.',
      text: 'The answer rule counts any place with the answer’s words. The evidence rule, beside it, asks for the right one.',
    },
    {
      lead: 'One strategy, one search, one size.',
      text: `${strategy.label} chunks under BM25 only. Where chunks are smaller, more answers are cut and neighbors may matter more.`,
    },
    // Seen in the published corpus; a reader's own may be otherwise.
    ...(corpus.source === null
      ? []
      : [
          {
            lead: 'Few answers are cut here.',
            text: `Most rescued questions are rescued because the answer stands in the next chunk, not because a boundary cuts it; answers of ${corpus.name} are short.`,
          },
        ]),
    { lead: 'Documents are the units.', text: `${bootstrap.clusters} clusters carry the intervals.` },
  ];
}
