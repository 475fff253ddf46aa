import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { readingPage, summaryOf } from '../shared/readingPage';
import { CorpusDocuments, CorpusFacts } from '../shared/CorpusSections';

/** The corpus of a chunking benchmark: where it comes from, what of it is here, and how it is recognised. */
export const ChunkingData = readingPage(summaryOf(chunkingSummaryFormat), ({ experiment, data }) => {
  const { corpus, tokenizer } = data;
  return (
    <>
      <CorpusFacts corpus={corpus}>
        {corpus.text === 'included'
          ? 'The text is part of this experiment’s files.'
          : 'The text belongs to others and is not published here: these files hold ids, offsets, ranks, scores and figures. The inspector and the failure explorer tell you how to load the text from your own copy; it stays on your machine.'}
      </CorpusFacts>
      <ArtifactFiles experiment={experiment} />
      <CorpusDocuments corpus={corpus} tokenizer={tokenizer} />
    </>
  );
});
