import { use, useCallback, useMemo } from 'react';
import {
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  type ChunkingQuestions,
  type ChunkingSummary,
} from '../../../../experiments/chunking/formats';
import { DroppedNotice } from '../../../components/Notice';
import { loadExperimentFile } from '../../../data/artifacts';
import { useCorpusText } from '../../../data/corpusText';
import { writeParams } from '../../../state/params';
import { formatLocation } from '../../../state/urlState';
import { useParams } from '../../../state/useParams';
import type { ExperimentViewProps, OpenExperiment } from '../../openExperiment';
import { FileNotices } from '../../shared/FileNotices';
import { HiddenNotice } from '../HiddenNotice';
import { MissStepper } from '../MissStepper';
import { useFocusOnMove } from '../useFocusOnMove';
import { ChunkingFilterBar } from './ChunkingFilterBar';
import { ChunkingOverview } from './ChunkingOverview';
import { chunkingCodecs, closed, type ChunkingMoves, type ChunkingValues } from './chunkingParams';
import { filterLabel } from './chunkingWords';
import { hidingFilters, needsRelevant, outcomeOf, questionLines, type ChunkingMisses } from './missModel';
import { QuestionPage } from './QuestionPage';

/** The failure explorer of a chunking benchmark. */
export function ChunkingFailures({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const loads = [
    loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat),
    loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
  ] as const;
  const summary = use(loads[0]);
  const questions = use(loads[1]);
  return (
    <div className="stack">
      <FileNotices notices={[...summary.notices, ...questions.notices]} />
      <Explorer experiment={experiment} summary={summary.value} questions={questions.value.questions} />
    </div>
  );
}

interface ExplorerProps {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
}

function Explorer({ experiment, summary, questions }: ExplorerProps) {
  const codecs = useMemo(() => chunkingCodecs(summary, questions), [summary, questions]);
  const { values, set, dropped } = useParams(codecs);
  const { id } = experiment.entry;
  const href = useCallback(
    (patch: Partial<ChunkingValues>) =>
      formatLocation(
        { page: 'experiment', experiment: id, view: 'failures' },
        writeParams(codecs, { ...values, ...patch }),
      ),
    [codecs, values, id],
  );
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <Ranked
        experiment={experiment}
        summary={summary}
        questions={questions}
        values={values}
        set={set}
        href={href}
      />
    </>
  );
}

interface RankedProps extends ExplorerProps, ChunkingMoves {
  values: ChunkingValues;
}

function Ranked({ experiment, summary, questions, values, set, href }: RankedProps) {
  const data = useMisses(experiment, summary, questions, values);
  const text = useCorpusText(experiment);
  const lines = useMemo(() => questionLines(data, values, values.sort), [data, values]);
  const ids = useMemo(() => lines.map(({ outcome }) => questions[outcome.question]!.id), [lines, questions]);
  const open = questions.findIndex(({ id }) => id === values.question);
  // Moving on from an open miss replaces it, so that Back returns to the list.
  const step = useCallback(
    (next: string) => set({ ...closed, question: next }, { replace: values.question !== null }),
    [set, values.question],
  );
  const what = values.show === 'all' ? 'questions' : 'misses';
  const { list, page, wasOpen } = useFocusOnMove(values.question);

  if (open < 0) {
    return (
      <div ref={list} className="stack">
        <MissStepper ids={ids} open={null} what={what} onStep={step} />
        <ChunkingOverview
          experiment={experiment}
          data={data}
          lines={lines}
          texts={text.questions}
          values={values}
          set={set}
          href={href}
          reveal={wasOpen}
        />
      </div>
    );
  }
  const outcome = outcomeOf(data, values.row, values, open);
  const hiding = hidingFilters(data, values, outcome);
  return (
    <div className="stack" ref={page}>
      <div className="row no-print">
        <a href={href(closed)}>‹ All {what}</a>
        <MissStepper ids={ids} open={questions[open]!.id} what={what} onStep={step} />
      </div>
      <ChunkingFilterBar data={data} values={values} set={set} only="setup" />
      <HiddenNotice
        what={`question ${questions[open]!.id}${outcome.stage === null ? ', which is no miss here' : ''}`}
        filters={hiding.map(({ filter }) => filterLabel(summary, values, filter))}
        onClear={() =>
          set(Object.assign({}, ...hiding.map(({ cleared }) => cleared)) as Partial<ChunkingValues>)
        }
      />
      <QuestionPage
        key={`${questions[open]!.id} ${values.row}`}
        experiment={experiment}
        data={data}
        outcome={outcome}
        text={text}
        values={values}
        set={set}
        href={href}
      />
    </div>
  );
}

/** Rankings of the rows with the chosen row’s retriever, and what is relevant where stages follow from it. */
function useMisses(
  { source, entry }: OpenExperiment,
  summary: ChunkingSummary,
  questions: ChunkingQuestions['questions'],
  values: ChunkingValues,
): ChunkingMisses {
  const chosen = summary.rows.find(({ row }) => row === values.row);
  const compared = summary.rows.filter(({ retriever }) => retriever === chosen?.retriever);
  // A rescuer of another retriever may be named by a link.
  const rescuer = summary.rows.find(({ row }) => row === values.rescuedBy);
  const rows = rescuer && !compared.includes(rescuer) ? [...compared, rescuer] : compared;
  const wanted = needsRelevant(values);
  // All are asked for before the first is waited for.
  const rankingLoads = rows.map(({ row }) =>
    loadExperimentFile(source, entry, `rankings/${row}.json`, chunkingRankingsFormat),
  );
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))];
  const relevantLoads = wanted
    ? strategies.map((strategy) =>
        loadExperimentFile(source, entry, `relevant/${strategy}.json`, chunkingRelevantFormat),
      )
    : [];
  const rankings = rankingLoads.map((load) => use(load).value);
  const relevant = relevantLoads.map((load) => use(load).value);
  const key = JSON.stringify([rows.map(({ row }) => row), wanted]);
  return useMemo(
    () => ({
      summary,
      questions,
      rankings: new Map(rankings.map((ranking) => [ranking.row, ranking])),
      relevant: wanted ? new Map(relevant.map((one) => [one.strategy, one])) : null,
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` names what the files are; the arrays are made anew each time
    [summary, questions, key],
  );
}
