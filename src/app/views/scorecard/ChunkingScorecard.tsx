import { use, useMemo } from 'react';
import { decimal, percent, signedScore } from '../../../core/stats/format';
import { chunkingSummaryFormat, type ChunkingSummary } from '../../../experiments/chunking/formats';
import type { Comparison } from '../../../artifact/common';
import type { FigureFaults } from '../../../analysis/doctor/figureFaults';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useParams } from '../../state/useParams';
import { useFigureFaults } from '../doctor/useFigureFaults';
import type { ExperimentViewProps } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import {
  bestOf,
  chunkingColumns,
  chunkingFindings,
  chunkingPresets,
  chunkingRows,
  comparisonsOf,
  questionsBehind,
} from '../../../experiments/chunking/scorecard';
import { addressOf, compareAddress } from './address';
import { Comparisons } from './Comparisons';
import { chunkingScoreCodecs } from './chunkingScoreCodecs';
import { ScoreTable, type ScoreTableProps, type TableView } from './ScoreTable';
import { leaderOf, type ScoreColumn } from '../../../analysis/scorecard/scoreTypes';
import styles from './Scorecard.module.css';

const retrieverLabels = [
  { value: 'embedding', label: 'embedding' },
  { value: 'embedding-blend', label: 'embedding, blended' },
  { value: 'hybrid', label: 'hybrid' },
  { value: 'hybrid-blend', label: 'hybrid, blended' },
];

/** The scorecard of a chunking benchmark: strategies under BM25, and apart from them the same with an embedding model. */
export function ChunkingScorecard({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const { value: summary, notices } = use(
    loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat),
  );
  const { values, set, dropped } = useParams(chunkingScoreCodecs);
  const faults = useFigureFaults(experiment);
  const buildTimes = useMemo(
    () => new Map(Object.entries(entry.provenance.measurements?.['buildMs'] ?? {})),
    [entry],
  );
  const columns = useMemo(
    () => ({ main: chunkingColumns(summary, 'main'), second: chunkingColumns(summary, 'second') }),
    [summary],
  );
  const rows = useMemo(
    () => ({
      main: chunkingRows(summary, 'main', addressOf(entry.id), buildTimes),
      second: chunkingRows(summary, 'second', addressOf(entry.id), buildTimes),
    }),
    [summary, entry.id, buildTimes],
  );
  const best = useMemo(() => bestOf(summary), [summary]);
  const leader = useMemo(
    () => leaderOf(columns.second.find(({ id }) => id === values.sort2[0]?.column)),
    [columns, values.sort2],
  );
  const common = {
    experiment: entry.id,
    rowName: 'strategy',
    presets: chunkingPresets,
    questions: 'questions',
    cluster: summary.bootstrap.cluster,
    roleLabel: 'Retriever',
    compareWithBest: (row: string, best: string) => compareAddress(entry.id, { a: best, b: row }),
    faultOf: faults.figure,
  } satisfies Partial<ScoreTableProps>;
  const shared = { columns: values.columns, interval: values.interval };

  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <section className={`panel ${styles.lead}`} aria-labelledby="shows">
        <h2 id="shows">What this shows</h2>
        <p>{chunkingFindings(summary).join(' ')}</p>
      </section>
      <ScoreTable
        {...common}
        title={`${entry.title}: strategies with BM25`}
        rows={rows.main}
        columns={columns.main}
        roles={[]}
        best={best}
        caption={<Caption summary={summary} />}
        view={{ ...shared, sort: values.sort, find: values.find, role: null }}
        onView={({ role: _, ...patch }, options) => set(known(patch), options)}
      />
      <PairedRows
        summary={summary}
        faults={faults}
        table="main"
        experiment={entry.id}
        caption="The highlighted row against every other, on nDCG@10"
      />
      {rows.second.length > 0 ? (
        <section className={`stack ${styles.second}`} aria-labelledby="second">
          <h2 id="second">A second table: with an embedding model</h2>
          <p>
            It answers a different retrieval question. Here a model ranks the contexts, alone or together with
            BM25, and a question is its own whole query; so compare its rows with each other, and with the
            table above only where a pair is declared below.
          </p>
          <ScoreTable
            {...common}
            title={`${entry.title}: strategies with an embedding model`}
            fileSuffix="second"
            rows={rows.second}
            columns={columns.second}
            roles={retrieverLabels}
            best={leader}
            caption={<SecondCaption summary={summary} columns={columns.second} />}
            view={{ ...shared, sort: values.sort2, find: values.find2, role: values.retriever }}
            onView={({ sort, find, role, ...patch }, options) =>
              set(
                {
                  ...known(patch),
                  ...(sort && { sort2: sort }),
                  ...(find !== undefined && { find2: find }),
                  ...(role !== undefined && { retriever: role as typeof values.retriever }),
                },
                options,
              )
            }
          />
          <details>
            <summary>
              Declared comparisons of the second table ({comparisonsOf(summary, 'second').length})
            </summary>
            <PairedRows
              summary={summary}
              faults={faults}
              table="second"
              experiment={entry.id}
              caption="Each blend against its plain twin, each hybrid against BM25 on the same strategy, on nDCG@10"
            />
          </details>
        </section>
      ) : null}
      <ArtifactFiles experiment={experiment} />
    </div>
  );
}

/** Columns come from checkboxes of known columns, so they are known. */
function known(patch: Partial<TableView>): {
  sort?: TableView['sort'];
  find?: string;
  columns?: readonly string[];
  interval?: TableView['interval'];
} {
  const { role: _, ...rest } = patch;
  return rest;
}

interface PairedRowsProps {
  summary: ChunkingSummary;
  faults: FigureFaults;
  table: 'main' | 'second';
  experiment: string;
  caption: string;
}

function PairedRows({ summary, faults, table, experiment, caption }: PairedRowsProps) {
  const comparisons = comparisonsOf(summary, table);
  if (comparisons.length === 0) return null;
  const label = (id: string) => summary.rows.find(({ row }) => row === id)?.label ?? id;
  return (
    <Comparisons
      experiment={experiment}
      caption={`${caption}: paired differences over ${summary.bootstrap.clusters} clusters (${summary.bootstrap.cluster}), sign-flip test, p corrected by Holm over this table`}
      comparisons={comparisons}
      label={label}
      measure={() => 'nDCG@10'}
      format={signedScore}
      faultOf={(comparison) => faults.comparison(summary.comparisons.indexOf(comparison))}
      link={({ a }: Comparison) => questionsBehind(addressOf(experiment), a)}
    />
  );
}

function Caption({ summary }: { summary: ChunkingSummary }) {
  const { draws, clusters, cluster, random } = summary.bootstrap;
  const { bm25, tokenizer, corpus } = summary;
  return (
    <>
      BM25, k1 = {decimal(bm25.k1, 2)}, b = {decimal(bm25.b, 2)}, on {corpus.name}.{' '}
      {clusters < 2
        ? `Intervals are drawn over clusters (${cluster}) and are not defined with ${clusters === 0 ? 'none' : 'one'}.`
        : `Under each number its 95 % interval, from ${decimal(draws)} draws over ${clusters} clusters (${cluster}, seed ${random.seed}); the line is the same interval on a scale from 0 to ${percent(1)}.`}{' '}
      Tokens: {tokenizer.name}
      {tokenizer.estimated ? ', an estimate' : ''}. The stronger the shading, the better within a column.
    </>
  );
}

function SecondCaption({ summary, columns }: { summary: ChunkingSummary; columns: readonly ScoreColumn[] }) {
  const { model, focusWeight, rankFusion } = summary;
  return (
    <>
      {model ? `${model.name}, ${decimal(model.dimensions)} dimensions (${model.windowing}). ` : ''}
      {focusWeight === null
        ? ''
        : `Blended: ${percent(focusWeight)} chunk, ${percent(1 - focusWeight)} mean of its document. `}
      {rankFusion
        ? `Hybrid: reciprocal rank fusion with BM25, k = ${decimal(rankFusion.rrfK)}, ${decimal(rankFusion.depth)} contexts each. `
        : ''}
      {columns[0]?.clusters} clusters ({summary.bootstrap.cluster}), as above.
    </>
  );
}
