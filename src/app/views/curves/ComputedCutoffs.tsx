import { use, useMemo, type ReactNode } from 'react';
import {
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  type ChunkingRow,
  type ChunkingSummary,
} from '../../../experiments/chunking/formats';
import type { ChartSeries } from '../../charts/series';
import { loadExperimentFile } from '../../data/artifacts';
import type { OpenExperiment } from '../openExperiment';
import { FilePart } from '../shared/FilePart';
import { computedSeries } from './chunkingCurvesModel';
import { questionClusters, rankedRow, type CutoffInput } from './cutoffFigures';
import { useCurveTask } from './curveTask';
import { loadTogether } from '../../data/promiseCache';

interface ComputedCutoffsProps {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  rows: readonly ChunkingRow[];
  measure: CutoffInput['measure'];
  waiting: ReactNode;
  children: (series: ChartSeries[] | null, note: string) => ReactNode;
}

/** Figures at every k from the stored rankings of the rows shown; only those files are read. */
export function ComputedCutoffs(props: ComputedCutoffsProps) {
  return (
    <FilePart of={`${props.measure} ${props.rows.map(({ row }) => row).join(' ')}`} waiting={props.waiting}>
      <Computed {...props} />
    </FilePart>
  );
}

/** The rankings of the rows with all that is relevant to them, and the questions by cluster. */
function loadRankings({ experiment: { source, entry }, summary, rows }: ComputedCutoffsProps) {
  return loadTogether(
    `${source.id}\n${entry.id}\nrankings ${rows.map(({ row }) => row).join(' ')}`,
    async () => {
      const [questions, ...ranked] = await Promise.all([
        loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
        ...rows.map(async ({ row, strategy }) => {
          const [rankings, relevant] = await Promise.all([
            loadExperimentFile(source, entry, `rankings/${row}.json`, chunkingRankingsFormat),
            loadExperimentFile(source, entry, `relevant/${strategy}.json`, chunkingRelevantFormat),
          ]);
          return rankedRow(rankings.value, relevant.value);
        }),
      ]);
      return {
        rows: ranked,
        clusters: questionClusters(questions.value.questions, summary.bootstrap.cluster),
      };
    },
  );
}

function Computed(props: ComputedCutoffsProps) {
  const { rows, measure, children } = props;
  const ranked = use(loadRankings(props));
  const input = useMemo(() => ({ measure, ...ranked }), [measure, ranked]);
  const { parts, fault } = useCurveTask('cutoffFigures', input);
  const [computed] = parts;
  const series = useMemo(
    () =>
      computed ? computedSeries(rows, new Map(computed.map(({ row, estimates }) => [row, estimates]))) : null,
    [computed, rows],
  );
  return children(
    series,
    fault ??
      'Computed in your browser at every k from the stored rankings, by the rules of the tables; at k = 10 it is the figure of the scorecard.',
  );
}
