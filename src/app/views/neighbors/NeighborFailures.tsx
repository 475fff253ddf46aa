import { use, useCallback, useMemo } from 'react';
import {
  neighborChunksFormat,
  neighborHitsFormat,
  neighborQuestionsFormat,
  neighborRunFormat,
  neighborSummaryFormat,
} from '../../../experiments/chunking/neighbors/formats';
import { neighborRunFile } from '../../../experiments/chunking/neighbors/files';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useCorpusText } from '../../data/corpusText';
import { writeParams } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { HiddenNotice } from '../failures/HiddenNotice';
import { MissStepper } from '../failures/MissStepper';
import { useFocusOnMove } from '../failures/useFocusOnMove';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { neighborCodecs, type NeighborValues } from './neighborParams';
import { inFamily, neighborData, stateOf, stateWords, type NeighborData } from './neighborsModel';
import { QuestionList, SetupBar } from './QuestionList';
import { QuestionPage } from './QuestionPage';

/** Questions that expansion rescues or still misses, and one question's expansion tree. */
export function NeighborFailures({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const summaryLoad = loadExperimentFile(source, entry, 'summary.json', neighborSummaryFormat);
  const loads = [
    loadExperimentFile(source, entry, 'questions.json', neighborQuestionsFormat),
    loadExperimentFile(source, entry, 'chunks.json', neighborChunksFormat),
    loadExperimentFile(source, entry, 'hits.json', neighborHitsFormat),
  ] as const;
  const summary = use(summaryLoad);
  const runLoads = summary.value.rows.map((row) =>
    loadExperimentFile(source, entry, neighborRunFile(row), neighborRunFormat),
  );
  const [questions, chunks, hits] = [use(loads[0]), use(loads[1]), use(loads[2])];
  const runs = runLoads.map((load) => use(load));
  const data = useMemo(
    () =>
      neighborData(
        summary.value,
        questions.value,
        chunks.value,
        hits.value,
        runs.map(({ value }) => value),
      ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the files behind `runs` are those of the summary
    [summary, questions, chunks, hits],
  );
  return (
    <div className="stack">
      <FileNotices notices={[summary, questions, chunks, hits, ...runs].flatMap(({ notices }) => notices)} />
      <Explorer experiment={experiment} data={data} />
    </div>
  );
}

/** Questions that the list shows, by their places. */
function listed(data: NeighborData, { row, k, rule, show, family }: NeighborValues): number[] {
  return data.questions.flatMap((_, question) =>
    (show === 'all' || stateOf(data, question, row, Number(k), rule) === show) &&
    (family === null || inFamily(data, question, family))
      ? [question]
      : [],
  );
}

function Explorer({ experiment, data }: { experiment: OpenExperiment; data: NeighborData }) {
  const codecs = useMemo(() => neighborCodecs(data.summary, data.questions), [data]);
  const { values, set, dropped } = useParams(codecs);
  const { id } = experiment.entry;
  const href = useCallback(
    (patch: Partial<NeighborValues>) =>
      formatLocation(
        { page: 'experiment', experiment: id, view: 'failures' },
        writeParams(codecs, { ...values, ...patch }),
      ),
    [codecs, values, id],
  );
  const text = useCorpusText(experiment);
  const places = useMemo(() => listed(data, values), [data, values]);
  const ids = useMemo(() => places.map((place) => data.questions[place]!.id), [places, data]);
  const open = data.questions.findIndex(({ id }) => id === values.question);
  const step = useCallback(
    (question: string) => set({ question }, { replace: values.question !== null }),
    [set, values.question],
  );
  const { list, page, wasOpen } = useFocusOnMove(values.question);
  if (open < 0) {
    return (
      <div ref={list} className="stack">
        <DroppedNotice dropped={dropped} />
        <MissStepper ids={ids} open={null} what="questions" onStep={step} />
        <QuestionList
          experiment={experiment}
          data={data}
          places={places}
          texts={text.questions}
          values={values}
          set={set}
          href={href}
          reveal={wasOpen}
        />
      </div>
    );
  }
  const state = stateOf(data, open, values.row, Number(values.k), values.rule);
  const hiding = [
    ...(values.show !== 'all' && values.show !== state
      ? [{ label: stateWords[values.show], cleared: { show: 'all' as const } }]
      : []),
    ...(values.family !== null && !inFamily(data, open, values.family)
      ? [{ label: values.family, cleared: { family: null } }]
      : []),
  ];
  return (
    <div ref={page} className="stack">
      <DroppedNotice dropped={dropped} />
      <div className="row no-print">
        <a href={href({ question: null })}>‹ All questions</a>
        <MissStepper ids={ids} open={data.questions[open]!.id} what="questions" onStep={step} />
      </div>
      <SetupBar data={data} values={values} set={set} />
      <HiddenNotice
        what={`question ${data.questions[open]!.id}`}
        filters={hiding.map(({ label }) => label)}
        onClear={() =>
          set(Object.assign({}, ...hiding.map(({ cleared }) => cleared)) as Partial<NeighborValues>)
        }
      />
      <QuestionPage
        experiment={experiment}
        data={data}
        question={open}
        text={text}
        values={values}
        href={href}
      />
    </div>
  );
}
