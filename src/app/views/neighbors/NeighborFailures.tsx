import { Suspense, use, useMemo } from 'react';
import {
  chunkingRankingsFormat,
  type ChunkingQuestions,
  type ChunkingSummary,
} from '../../../experiments/chunking/formats';
import { widthLabel } from '../../../experiments/chunking/neighbors/widths';
import { findWidth, type StoredExpansion } from '../../../experiments/chunking/neighbors/stored';
import type { NeighborRow } from '../../../experiments/chunking/neighbors/formats';
import { Loading } from '../../components/Loading';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useCorpusText, type CorpusTextView } from '../../data/corpusText';
import { formatLocation } from '../../state/urlState';
import { chunkingReview } from '../failures/chunking/chunkingReview';
import type { ReviewPrefill } from '../failures/review/reviewModel';
import { Explorer, type OpenLine } from '../failures/Explorer';
import { useExplorer } from '../failures/useExplorer';
import type { OpenExperiment } from '../openExperiment';
import { loadExpansion } from './loadExpansion';
import { neighborCodecs, type NeighborValues } from './neighborParams';
import { inFamily, stateOf, stateWords } from './neighborsModel';
import { QuestionList, SetupBar } from './QuestionList';
import { QuestionPage } from './QuestionPage';

interface NeighborFailuresProps {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  /** A width that the summary has. */
  width: string;
}

/** Questions that expansion rescues or still misses, and one question's expansion tree. */
export function NeighborFailures({ experiment, summary, questions, width }: NeighborFailuresProps) {
  const { expansion, row } = findWidth(summary, width)!;
  const data = use(loadExpansion(experiment, expansion));
  const codecs = useMemo(() => neighborCodecs(summary, questions), [summary, questions]);
  return <Widened experiment={experiment} data={data} row={row} codecs={codecs} />;
}

/** Questions that the list shows, by their places. */
function listed(
  data: StoredExpansion,
  row: NeighborRow,
  { k, rule, show, family }: NeighborValues,
): number[] {
  return data.questions.flatMap((_, question) =>
    (show === 'all' || stateOf(data, question, row, Number(k), rule) === show) &&
    (family === null || inFamily(data, question, family))
      ? [question]
      : [],
  );
}

/** What is known of the row without neighbors, and what the width made of it. */
async function neighborReview(
  experiment: OpenExperiment,
  data: StoredExpansion,
  width: NeighborRow,
  question: number,
  text: CorpusTextView,
  { k, rule }: NeighborValues,
): Promise<ReviewPrefill> {
  const { source, entry } = experiment;
  const { summary, questions, expansion } = data;
  const { value } = await loadExperimentFile(
    source,
    entry,
    `rankings/${expansion.row}.json`,
    chunkingRankingsFormat,
  );
  const misses = { summary, questions, rankings: new Map([[value.row, value]]), relevant: null };
  const outcome = { question, stage: value.loss[question] ?? null };
  const prefill = await chunkingReview(experiment, misses, outcome, text, {
    row: value.row,
    k: Number(k),
    budget: null,
  });
  const state = stateWords[stateOf(data, question, width, Number(k), rule)];
  return {
    ...prefill,
    setup: `${prefill.setup}, ${widthLabel(width)}`,
    stages: { ...prefill.stages, answer: `${prefill.stages.answer}\n${widthLabel(width)}: ${state}` },
  };
}

interface WidenedProps {
  experiment: OpenExperiment;
  data: StoredExpansion;
  row: NeighborRow;
  codecs: ReturnType<typeof neighborCodecs>;
}

function Widened({ experiment, data, row, codecs }: WidenedProps) {
  const { values, set, href, dropped } = useExplorer(experiment, codecs);
  const text = useCorpusText(experiment);
  const places = useMemo(() => listed(data, row, values), [data, row, values]);
  const ids = useMemo(() => places.map((place) => data.questions[place]!.id), [places, data]);
  const open = (): OpenLine<NeighborValues> | null => {
    const question = data.questions.findIndex(({ id }) => id === values.question);
    if (question < 0) return null;
    const { id } = data.questions[question]!;
    const state = stateOf(data, question, row, Number(values.k), values.rule);
    return {
      id,
      name: `question ${id}`,
      hiding: [
        ...(values.show !== 'all' && values.show !== state
          ? [{ label: stateWords[values.show], cleared: { show: 'all' as const } }]
          : []),
        ...(values.family !== null && !inFamily(data, question, values.family)
          ? [{ label: values.family, cleared: { family: null } }]
          : []),
      ],
      review: () => neighborReview(experiment, data, row, question, text, values),
      setup: <SetupBar data={data} values={values} set={set} />,
      page: (
        <Suspense fallback={<Loading what="the chunks" />}>
          <QuestionPage
            experiment={experiment}
            data={data}
            row={row}
            question={question}
            text={text}
            values={values}
            href={href}
          />
        </Suspense>
      ),
    };
  };
  return (
    <>
      <DroppedNotice dropped={dropped} />
      <p className="no-print">
        <a href={formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'failures' })}>
          ‹ Misses of all rows
        </a>
      </p>
      <Explorer
        experiment={experiment}
        what="questions"
        ids={ids}
        asked={values.question}
        opened={opened}
        closed={closed}
        open={open()}
        list={(reveal) => (
          <QuestionList
            experiment={experiment}
            data={data}
            row={row}
            places={places}
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
    </>
  );
}

const opened = (question: string) => ({ question });
const closed = { question: null };
