import { use, useCallback, useMemo } from 'react';
import {
  chunkingChunksFormat,
  chunkingQuestionsFormat,
  chunkingSummaryFormat,
} from '../../../experiments/chunking/formats';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useCorpusText } from '../../data/corpusText';
import { writeParams } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import type { ExperimentViewProps } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { LoadCorpus } from '../shared/LoadCorpus';
import { DocumentPicker } from './DocumentPicker';
import { DocumentView } from './DocumentView';
import { inspectorCodecs, resolveSelection, type InspectorValues } from './inspectorParams';
import { documentCounts } from './returnedModel';
import { useRankings } from './useRankings';
import { FilePart } from '../shared/FilePart';

/** A document with its chunks under any strategies, the gold spans, and what a search returned for a question. */
export function ChunkInspector({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const summaryFile = loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat);
  const questionsFile = loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat);
  const { value: summary, notices } = use(summaryFile);
  const { value: questions, notices: questionNotices } = use(questionsFile);
  const codecs = useMemo(() => inspectorCodecs(summary, questions), [summary, questions]);
  const { values, set, dropped } = useParams(codecs);
  const selection = useMemo(() => resolveSelection(summary, questions, values), [summary, questions, values]);
  const { document, row } = selection;
  const corpusText = useCorpusText(experiment);
  const frontRankings = useRankings(experiment, [row.row]).get(row.row);
  const counts = useMemo(
    () => documentCounts(summary, questions.questions, frontRankings, values.k),
    [summary, questions, frontRankings, values.k],
  );
  const linkTo = useCallback(
    (patch: Partial<InspectorValues>) =>
      formatLocation(
        { page: 'experiment', experiment: entry.id, view: 'inspector' },
        writeParams(codecs, { ...values, ...patch }),
      ),
    [codecs, entry.id, values],
  );
  const linkToDocument = useCallback(
    (place: number) => linkTo({ document: summary.corpus.documents[place]!.id, question: null, at: null }),
    [linkTo, summary],
  );

  return (
    <div className="stack">
      <DroppedNotice dropped={[...dropped, ...selection.dropped]} />
      <FileNotices notices={[...notices, ...questionNotices]} />
      <DocumentPicker
        summary={summary}
        counts={counts}
        document={document}
        rowLabel={row.label}
        k={values.k}
        sort={values.documents}
        onSort={(documents) => set({ documents })}
        linkTo={linkToDocument}
      />
      <LoadCorpus experiment={experiment}>
        With it the inspector shows the text between the boundaries, and the questions in words; without it,
        the boundaries to scale.
      </LoadCorpus>
      <FilePart of={`${entry.id} ${document}`} waiting="the chunks of this document">
        <DocumentView
          key={document}
          experiment={experiment}
          summary={summary}
          questions={questions.questions}
          chunks={loadExperimentFile(source, entry, `chunks/${document}.json`, chunkingChunksFormat)}
          chunksName={source.nameOf(`${entry.id}/chunks/${document}.json`)}
          selection={selection}
          values={values}
          set={set}
          linkTo={linkTo}
          text={corpusText.documents?.[document] ?? null}
          texts={corpusText.questions}
        />
      </FilePart>
    </div>
  );
}
