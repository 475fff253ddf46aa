import { use } from 'react';
import { format } from '../../../core';
import { chunkingSummaryFormat } from '../../../schema/chunking';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../registry';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { FileNotices } from '../shared/FileNotices';
import { Facts, PlainTable, Section } from '../shared/Prose';

/** The corpus of a chunking benchmark: where it comes from, what of it is here, and how it is recognised. */
export function ChunkingData({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary, notices } = use(loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat));
  const { corpus } = summary;
  return (
    <div className="stack">
      <FileNotices notices={notices} />
      <Section title="What it was measured on">
        <p>
          {corpus.name}: {format.count(corpus.documents.length)} documents, {format.count(corpus.questions)} questions.{' '}
          {corpus.text === 'included'
            ? 'The text is part of this experiment’s files.'
            : 'The text belongs to others and is not published here: these files hold ids, offsets, ranks, scores and figures. The inspector and the failure explorer tell you how to load the text from your own copy; it stays on your machine.'}
        </p>
        <Facts
          facts={[
            ['Licence', corpus.licence],
            ['Official address', corpus.source ?? 'none'],
            ['Sample', corpus.sample ? `seed ${corpus.sample.seed}, generator ${corpus.sample.generator}` : 'everything'],
            ['Corpus hash (SHA-256 of its content, not of the file)', <code key="hash">{corpus.hash}</code>],
            ['Offsets', 'UTF-16 code units, half-open spans'],
          ]}
        />
      </Section>
      <ArtifactFiles experiment={{ source, entry }} />
      <Section title="Documents">
        <PlainTable
          caption="In file order"
          head={['Title', 'Paragraphs', 'UTF-16 length', `Tokens (${summary.tokenizer.name}${summary.tokenizer.estimated ? ', estimate' : ''})`]}
          rows={corpus.documents.map((document) => [document.title, format.count(document.paragraphs), format.count(document.utf16Length), format.count(document.tokens)])}
        />
      </Section>
    </div>
  );
}
