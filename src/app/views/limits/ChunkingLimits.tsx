import { use } from 'react';
import { format } from '../../../core';
import { chunkingSummaryFormat } from '../../../schema/chunking';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../registry';
import { Section } from '../shared/Prose';

/** What the chunking benchmark does not show. */
export function ChunkingLimits({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat));
  return (
    <Section title="What may not be concluded">
      <ul>
        <li>
          <strong>Equal cutoffs favour large chunks.</strong> Ten long contexts hold more text than ten short ones, so they contain an answer more often. Read R@k beside the tokens it costs, and the equal-budget curves before the ranking.
        </li>
        <li>
          <strong>Containing is not answering.</strong> The answer rule counts any context with the answer’s words, also where they mean something else; the evidence rule asks for the right place. Neither asks whether a reader or a model would
          answer well from it.
        </li>
        <li>
          <strong>One corpus, one kind of question.</strong> {summary.corpus.name}: {format.count(summary.corpus.documents.length)} documents and {format.count(summary.corpus.questions)} questions
          {summary.corpus.text === 'included' ? '.' : ', written by people who had the paragraph before them. Questions share words with the text more than real ones do, which favours lexical search; answers are short and lie in one place.'}
        </li>
        <li>
          <strong>Lexical search decides the first table.</strong> With BM25 a chunk is found by its words. The second table, by embeddings and by fusion, answers a different retrieval question and is not ranked against the first.
        </li>
        <li>
          <strong>One setting per strategy.</strong> Sizes were fixed beforehand, not tuned. A strategy that loses here may win at another size. The sensitivity panel shows how the order moves under other readings of BM25.
        </li>
        <li>
          <strong>Documents are the units.</strong> {summary.bootstrap.clusters} clusters carry the intervals. Differences inside a tie group are not established.
        </li>
        <li>
          <strong>Build times</strong> are of one run on one machine, for orders of magnitude only.
        </li>
      </ul>
    </Section>
  );
}
