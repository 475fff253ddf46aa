import { useCallback, useMemo } from 'react';
import type { Cutoff } from '../../../core/metrics/contextTokens';
import { DroppedNotice } from '../../components/Notice';
import { writeParams } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { HiddenNotice } from '../failures/HiddenNotice';
import { MissStepper } from '../failures/MissStepper';
import { useFocusOnMove } from '../failures/useFocusOnMove';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { outcomeOf, rowPlace, useImportedData, type ImportedData } from './importedData';
import { importedCodecs, showWords, type ImportedValues } from './importedParams';
import { QuestionPage } from './QuestionPage';
import { QuestionTable, SetupBar, sortedQuestions } from './QuestionTable';

/** Questions of an imported run: what was relevant, and what came instead. */
export function ImportedFailures({ experiment }: ExperimentViewProps) {
  const { data, notices } = useImportedData(experiment);
  return (
    <div className="stack">
      <FileNotices notices={notices} />
      <Explorer experiment={experiment} data={data} />
    </div>
  );
}

/** Filters that keep a question out of the list. */
function hiding(
  data: ImportedData,
  question: number,
  { row, k, show, family, find }: ImportedValues,
): ('show' | 'family' | 'find')[] {
  const place = rowPlace(data, row);
  const outcome = outcomeOf(data, place, question, Number(k) as Cutoff);
  const { id, family: own } = data.questions[question]!;
  const passes =
    show === 'all' ||
    (show === 'empty'
      ? data.rankings[place]!.returned[question] === 0
      : show === 'tied'
        ? data.rankings[place]!.tied[question] === true
        : outcome === show || (show === 'missed' && outcome === 'tied'));
  const needle = find.trim().toLowerCase();
  return [
    ...(passes && outcome !== null ? [] : ['show' as const]),
    ...(family === null || own === family ? [] : ['family' as const]),
    ...(needle === '' || id.toLowerCase().includes(needle) ? [] : ['find' as const]),
  ];
}

function Explorer({ experiment, data }: { experiment: OpenExperiment; data: ImportedData }) {
  const codecs = useMemo(() => importedCodecs(data), [data]);
  const { values, set, dropped } = useParams(codecs);
  const { id } = experiment.entry;
  const href = useCallback(
    (patch: Partial<ImportedValues>) =>
      formatLocation(
        { page: 'experiment', experiment: id, view: 'failures' },
        writeParams(codecs, { ...values, ...patch }),
      ),
    [codecs, values, id],
  );
  const places = useMemo(
    () =>
      sortedQuestions(
        data,
        data.questions.flatMap((_, question) =>
          hiding(data, question, values).length === 0 ? [question] : [],
        ),
        values,
      ),
    [data, values],
  );
  const ids = useMemo(() => places.map((place) => data.questions[place]!.id), [places, data]);
  const open = data.questions.findIndex(({ id: own }) => own === values.question);
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
        <QuestionTable data={data} places={places} values={values} set={set} href={href} reveal={wasOpen} />
      </div>
    );
  }
  const filters = hiding(data, open, values);
  const names = {
    show: showWords[values.show],
    family: `family ${values.family ?? ''}`,
    find: `name with “${values.find}”`,
  };
  const cleared = { show: { show: 'all' }, family: { family: null }, find: { find: '' } } as const;
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
        filters={filters.map((name) => names[name])}
        onClear={() =>
          set(Object.assign({}, ...filters.map((name) => cleared[name])) as Partial<ImportedValues>)
        }
      />
      <QuestionPage experiment={experiment} data={data} question={open} values={values} href={href} />
    </div>
  );
}
