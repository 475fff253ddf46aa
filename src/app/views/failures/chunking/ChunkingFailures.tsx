import { startTransition, use, useEffect, useMemo, useState } from 'react';
import {
  chunkingBudgetsFormat,
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
import type { ExperimentViewProps, OpenExperiment } from '../../openExperiment';
import { NeighborFailures } from '../../neighbors/NeighborFailures';
import { FileNotices } from '../../shared/FileNotices';
import { Explorer, type OpenLine } from '../Explorer';
import { useExplorer } from '../useExplorer';
import { chunkingReview } from './chunkingReview';
import { ChunkingFilterBar } from './ChunkingFilterBar';
import { ChunkingOverview } from './ChunkingOverview';
import { chunkingCodecs, closed, type ChunkingMoves, type ChunkingValues } from './chunkingParams';
import { filterLabel } from './chunkingWords';
import { hidingFilters, needsRelevant, outcomeOf, questionLines, type ChunkingMisses } from './missModel';
import { QuestionPage } from './QuestionPage';
import { useExceptions } from './useExceptions';

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
      <Settings experiment={experiment} summary={summary.value} questions={questions.value.questions} />
    </div>
  );
}

interface ExplorerProps {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
}

function Settings({ experiment, summary, questions }: ExplorerProps) {
  const codecs = useMemo(() => chunkingCodecs(summary, questions), [summary, questions]);
  const { dropped, ...explorer } = useExplorer(experiment, codecs);
  const { width } = explorer.values;
  if (width !== null)
    return <NeighborFailures experiment={experiment} summary={summary} questions={questions} width={width} />;
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <Ranked experiment={experiment} summary={summary} questions={questions} {...explorer} />
    </>
  );
}

interface RankedProps extends ExplorerProps, ChunkingMoves {
  values: ChunkingValues;
}

function Ranked({ experiment, summary, questions, values, set, href }: RankedProps) {
  const { data: ranked, isWhole } = useMisses(experiment, summary, questions, values);
  const text = useCorpusText(experiment);
  const exceptions = useExceptions(experiment, ranked, text);
  const data = useMemo(() => ({ ...ranked, exceptions }), [ranked, exceptions]);
  const lines = useMemo(() => questionLines(data, values, values.sort), [data, values]);
  const ids = useMemo(() => lines.map(({ outcome }) => questions[outcome.question]!.id), [lines, questions]);
  const open = (): OpenLine<ChunkingValues> | null => {
    const place = questions.findIndex(({ id }) => id === values.question);
    if (place < 0) return null;
    const { id } = questions[place]!;
    const outcome = outcomeOf(data, values.row, values, place);
    return {
      id,
      name: `question ${id}${outcome.stage === null ? ', which is no miss here' : ''}`,
      hiding: hidingFilters(data, values, outcome).map(({ filter, cleared }) => ({
        label: filterLabel(summary, values, filter),
        cleared,
      })),
      review: () => chunkingReview(experiment, data, outcome, text, values),
      setup: <ChunkingFilterBar data={data} values={values} set={set} only="setup" />,
      page: (
        <QuestionPage
          key={`${id} ${values.row}`}
          experiment={experiment}
          data={data}
          isWhole={isWhole}
          outcome={outcome}
          text={text}
          values={values}
          set={set}
          href={href}
        />
      ),
    };
  };
  return (
    <Explorer
      experiment={experiment}
      what={values.show === 'misses' ? 'misses' : 'questions'}
      ids={ids}
      asked={values.question}
      opened={opened}
      closed={closed}
      open={open()}
      list={(reveal) => (
        <ChunkingOverview
          experiment={experiment}
          data={data}
          isWhole={isWhole}
          lines={lines}
          texts={text.questions}
          values={values}
          set={set}
          href={href}
          reveal={reveal}
        />
      )}
      set={set}
      href={href}
    />
  );
}

const opened = (question: string) => ({ question });

/**
 * Rankings of the rows with the chosen row’s retriever, and what is relevant where stages
 * follow from it. The chosen row comes first, since its list needs no other; the others
 * follow while it is read.
 */
function useMisses(
  { source, entry }: OpenExperiment,
  summary: ChunkingSummary,
  questions: ChunkingQuestions['questions'],
  values: ChunkingValues,
): { data: ChunkingMisses; isWhole: boolean } {
  const chosen = summary.rows.find(({ row }) => row === values.row);
  const compared = summary.rows.filter(({ retriever }) => retriever === chosen?.retriever);
  // A rescuer of another retriever may be named by a link.
  const rescuer = summary.rows.find(({ row }) => row === values.rescuedBy);
  const all = rescuer && !compared.includes(rescuer) ? [...compared, rescuer] : compared;
  const needed = values.sort.some(({ column }) => column === 'rescuers')
    ? all
    : all.filter((row) => row === chosen || row === rescuer);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    startTransition(() => setDrawn(true));
  }, []);
  const rows = isDrawn ? all : needed;
  const wanted = needsRelevant(values, summary.corpus.judgedBy);
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
  const retrievers = values.budget === null ? [] : [...new Set(rows.map(({ retriever }) => retriever))];
  const budgetLoads = retrievers.map((retriever) =>
    loadExperimentFile(source, entry, `budgets/${retriever}.json`, chunkingBudgetsFormat),
  );
  const rankings = rankingLoads.map((load) => use(load).value);
  const relevant = relevantLoads.map((load) => use(load).value);
  const budgets = budgetLoads.flatMap((load) => use(load).value.rows);
  const key = JSON.stringify([rows.map(({ row }) => row), wanted, retrievers]);
  const data = useMemo(
    () => ({
      summary,
      questions,
      rankings: new Map(rankings.map((ranking) => [ranking.row, ranking])),
      relevant: wanted ? new Map(relevant.map((one) => [one.strategy, one])) : null,
      budgets: retrievers.length > 0 ? new Map(budgets.map((one) => [one.row, one])) : null,
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` names what the files are; the arrays are made anew each time
    [summary, questions, key],
  );
  return { data, isWhole: rows === all };
}
