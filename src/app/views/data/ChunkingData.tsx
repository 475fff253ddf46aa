import { use } from 'react';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { FileNotices } from '../shared/FileNotices';
import { NoParameters } from '../shared/NoParameters';
import { CorpusDocuments, CorpusFacts } from '../shared/CorpusSections';

/** The corpus of a chunking benchmark: where it comes from, what of it is here, and how it is recognised. */
export function ChunkingData({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary, notices } = use(
    loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat),
  );
  const { corpus } = summary;
  return (
    <div className="stack">
      <NoParameters />
      <FileNotices notices={notices} />
      <CorpusFacts corpus={corpus}>
        {corpus.text === 'included'
          ? 'The text is part of this experiment’s files.'
          : 'The text belongs to others and is not published here: these files hold ids, offsets, ranks, scores and figures. The inspector and the failure explorer tell you how to load the text from your own copy; it stays on your machine.'}
      </CorpusFacts>
      <ArtifactFiles experiment={{ source, entry }} />
      <CorpusDocuments corpus={corpus} tokenizer={summary.tokenizer} />
    </div>
  );
}
