import { count, percent } from '../../core/stats/format';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import type { BlendSummary } from '../../experiments/blend/formats';
import type { NeighborSummary } from '../../experiments/chunking/neighbors/formats';

/** Something that an experiment does not show: a few words, and what they mean. */
export interface Limit {
  lead: string;
  text: string;
}

export function chunkingLimits({ corpus, bootstrap }: ChunkingSummary): Limit[] {
  const kind =
    corpus.text === 'included'
      ? '.'
      : ', written by people who had the paragraph before them. Questions share words with the text more than real ones do, which favours lexical search; answers are short and lie in one place.';
  return [
    {
      lead: 'Equal cutoffs favour large chunks.',
      text: 'Ten long contexts hold more text than ten short ones, so they contain an answer more often. Read R@k beside the tokens it costs, and the equal-budget curves before the ranking.',
    },
    {
      lead: 'Containing is not answering.',
      text: 'The answer rule counts any context with the answer’s words, also where they mean something else; the evidence rule asks for the right place. Neither asks whether a reader or a model would answer well from it.',
    },
    {
      lead: 'One corpus, one kind of question.',
      text: `${corpus.name}: ${count(corpus.documents.length)} documents and ${count(corpus.questions)} questions${kind}`,
    },
    {
      lead: 'Lexical search decides the first table.',
      text: 'With BM25 a chunk is found by its words. The second table, by embeddings and by fusion, answers a different retrieval question and is not ranked against the first.',
    },
    {
      lead: 'One setting per strategy.',
      text: 'Sizes were fixed beforehand, not tuned. A strategy that loses here may win at another size. The sensitivity panel shows how the order moves under other readings of BM25.',
    },
    {
      lead: 'Documents are the units.',
      text: `${bootstrap.clusters} clusters carry the intervals. Differences inside a tie group are not established.`,
    },
    { lead: 'Build times', text: 'are of one run on one machine, for orders of magnitude only.' },
  ];
}

export function blendLimits({ model, bootstrap, selection, baseline }: BlendSummary): Limit[] {
  return [
    {
      lead: 'One small model.',
      text: `All figures come from ${model.name} with ${model.dimensions} dimensions. A stronger model separates whole passages better, so the gain of a blend may be smaller, or gone. The source measured another model on other texts; its figures stand in a table of their own and are not comparable row by row.`,
    },
    {
      lead: 'Texts made for the question.',
      text: 'Every record and query repeats the same focus sentence word for word. Real messages rarely do. The experiment isolates what blending does when the focus cannot decide; it does not say how often that happens.',
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
