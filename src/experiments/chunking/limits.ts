import { count } from '../../core/stats/format';
import { publishedByHash } from '../../datasets/published';
import type { Limit } from '../../analysis/report/limits';
import type { ChunkingSummary } from './formats';
import { clusterWord, ranksBySharedWords } from './scorecard';

const bm25Limits: readonly Limit[] = [
  {
    lead: 'Lexical search decides the first table.',
    text: 'With BM25 a chunk is found by its words. The second table, by embeddings and by fusion, answers a different retrieval question and is not ranked against the first.',
  },
  {
    lead: 'One setting per strategy.',
    text: 'Sizes were fixed beforehand, not tuned. A strategy that loses here may win at another size. The sensitivity panel shows how the order moves under other readings of BM25.',
  },
];

/** What the source says of its own lab, which holds for this one too. */
const firstFragmentLimits = ({ corpus }: ChunkingSummary): Limit[] => [
  {
    lead: 'Unequal lengths are a confound.',
    text: 'A paragraph is longer than a window of 80 characters, so it holds more words to be found by and more text to hold an answer. The strategies differ in length as well as in where they cut; this setup cannot tell which of the two decides.',
  },
  {
    lead: `${count(corpus.questions)} questions prove nothing in general.`,
    text: 'They were written, with the document, so that the pattern shows. They show how a fragment can lose its exception, not how often that happens.',
  },
  {
    lead: 'A perfect score says nothing about refusal.',
    text: 'Every question has an answer in the document. What a search returns for a question that the document leaves open, and whether anybody would notice, was not asked.',
  },
  {
    lead: 'Shared words are not a search engine.',
    text: 'Chunks are ranked by how many distinct words of the question they hold, and the earlier one wins a tie. Passing means that the selected fragment contains the target sentence, not that an answer from it would be right.',
  },
];

export function chunkingLimits(summary: ChunkingSummary): Limit[] {
  const { corpus, bootstrap, expansions } = summary;
  const published = publishedByHash(corpus.hash);
  const drawn = bootstrap.clusters === corpus.documents.length ? 'documents' : clusterWord(summary);
  return [
    {
      lead: 'Equal cutoffs favour large chunks.',
      text: 'Ten long contexts hold more text than ten short ones, so they contain an answer more often. Read R@k beside the tokens it costs, and the equal-budget curves before the ranking.',
    },
    {
      lead: 'Containing is not answering.',
      text:
        corpus.judgedBy === 'spans'
          ? 'A context is relevant when it covers one of the spans that the corpus names as evidence, whole; other places that say the same count for nothing. Nobody asked whether a reader or a model would answer well from it.'
          : 'The answer rule counts any context with the answer’s words, also where they mean something else; the evidence rule asks for the right place. Neither asks whether a reader or a model would answer well from it.',
    },
    {
      lead: 'One corpus, one kind of question.',
      text: `${corpus.name}: ${count(corpus.documents.length)} documents and ${count(corpus.questions)} questions${published ? `, ${published.asked}` : '.'}`,
    },
    ...(corpus.notices ? [{ lead: 'How it was read.', text: corpus.notices.join(' ') }] : []),
    ...(ranksBySharedWords(summary) ? firstFragmentLimits(summary) : bm25Limits),
    {
      lead: `${drawn.charAt(0).toUpperCase()}${drawn.slice(1)} are the units.`,
      text: `${bootstrap.clusters} clusters carry the intervals. Differences inside a tie group are not established.`,
    },
    ...(expansions.length === 0
      ? []
      : [
          {
            lead: 'Neighbors are more text.',
            text: 'At the same number of hits a wider expansion can only gain. Read the extra tokens beside it, and the columns “within the same tokens” before you call it better. Whether a model uses what stands in a neighbor, or is led astray by it, was not measured. One strategy and one size: where chunks are smaller, more answers are cut and neighbors may matter more.',
          },
        ]),
    ...(expansions.length === 0 || !published?.shortAnswers
      ? []
      : [
          {
            lead: 'Few answers are cut here.',
            text: `Most questions that neighbors rescue are rescued because the answer stands in the next chunk, not because a boundary cuts it; answers of ${corpus.name} are short.`,
          },
        ]),
    { lead: 'Build times', text: 'are of one run on one machine, for orders of magnitude only.' },
  ];
}
