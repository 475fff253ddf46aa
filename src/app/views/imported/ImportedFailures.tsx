import { useMemo } from 'react';
import type { Cutoff } from '../../../core/metrics/contextTokens';
import { DroppedNotice } from '../../components/Notice';
import { score } from '../../../core/stats/format';
import { candidatesText, type ReviewPrefill } from '../failures/review/reviewModel';
import { Explorer, type OpenLine } from '../failures/Explorer';
import { useExplorer } from '../failures/useExplorer';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import {
  firstRank,
  outcomeOf,
  resultsOf,
  rowPlace,
  useImportedData,
  type ImportedData,
} from './importedData';
import { importedCodecs, showWords, type ImportedValues } from './importedParams';
import { QuestionPage } from './QuestionPage';
import { QuestionTable, SetupBar, sortedQuestions } from './QuestionTable';

/** Questions of an imported run: what was relevant, and what came instead. */
export function ImportedFailures({ experiment }: ExperimentViewProps) {
  const { value: data, notices } = useImportedData(experiment);
  return (
    <div className="stack">
      <FileNotices notices={notices} />
      <Questions experiment={experiment} data={data} />
    </div>
  );
}

type Filter = 'show' | 'family' | 'find';

/** What the files of another program tell of a question, stage by stage: ids alone. */
function importedReview(data: ImportedData, question: number, { row, k }: ImportedValues): ReviewPrefill {
  const place = rowPlace(data, row);
  const results = resultsOf(data, place, question);
  const first = firstRank(data, place, question);
  const untold = 'not in the files of another program';
  return {
    question: data.questions[question]!.id,
    setup: data.summary.rows[place]!.row,
    stages: {
      source: untold,
      extraction: untold,
      boundary: untold,
      candidates: candidatesText(
        results.slice(0, Number(k)).map(({ id, score: own, grade }) => ({
          name: id,
          score: `${score(own)}, ${grade === null ? 'not judged' : `grade ${grade}`}`,
        })),
      ),
      context: results[0]?.id ?? 'none',
      answer:
        first === null
          ? 'not judged'
          : first === 0
            ? 'nothing relevant returned'
            : `first relevant at rank ${first}`,
    },
  };
}

/** Filters that keep a question out of the list. */
function hiding(
  data: ImportedData,
  question: number,
  { row, k, show, family, find }: ImportedValues,
): Filter[] {
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

const names: Record<Filter, (values: ImportedValues) => string> = {
  show: ({ show }) => showWords[show],
  family: ({ family }) => `family ${family ?? ''}`,
  find: ({ find }) => `name with “${find}”`,
};
const cleared = { show: { show: 'all' }, family: { family: null }, find: { find: '' } } as const;
const closed = { question: null };
const opened = (question: string) => ({ question });

function Questions({ experiment, data }: { experiment: OpenExperiment; data: ImportedData }) {
  const codecs = useMemo(() => importedCodecs(data), [data]);
  const { values, set, href, dropped } = useExplorer(experiment, codecs);
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
  const open = (): OpenLine<ImportedValues> | null => {
    const place = data.questions.findIndex(({ id }) => id === values.question);
    if (place < 0) return null;
    const { id } = data.questions[place]!;
    return {
      id,
      name: `question ${id}`,
      hiding: hiding(data, place, values).map((filter) => ({
        label: names[filter](values),
        cleared: cleared[filter],
      })),
      review: () => importedReview(data, place, values),
      setup: <SetupBar data={data} values={values} set={set} />,
      page: <QuestionPage experiment={experiment} data={data} question={place} values={values} href={href} />,
    };
  };
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <Explorer
        experiment={experiment}
        what="questions"
        ids={ids}
        asked={values.question}
        opened={opened}
        closed={closed}
        open={open()}
        list={(reveal) => (
          <QuestionTable data={data} places={places} values={values} set={set} href={href} reveal={reveal} />
        )}
        set={set}
        href={href}
      />
    </>
  );
}
