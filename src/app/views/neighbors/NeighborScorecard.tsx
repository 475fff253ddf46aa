import { Fragment, use, useMemo } from 'react';
import { decimal, points, signedScore } from '../../../core/stats/format';
import { neighborSummaryFormat, type NeighborSummary } from '../../../experiments/chunking/neighbors/formats';
import type { FigureFaults } from '../../../analysis/doctor/figureFaults';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { useFigureFaults } from '../doctor/useFigureFaults';
import type { ExperimentViewProps } from '../openExperiment';
import { addressOf, compareAddress } from '../scorecard/address';
import { Comparisons } from '../scorecard/Comparisons';
import { neighborScoreCodecs } from './neighborScoreCodecs';
import { ScoreTable } from '../scorecard/ScoreTable';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { FileNotices } from '../shared/FileNotices';
import {
  comparedLabel,
  neighborColumns,
  neighborPresets,
  neighborRows,
} from '../../../experiments/chunking/neighbors/scorecard';
import styles from './Neighbors.module.css';

/** The widths of a neighbor expansion: hit-only and expanded figures side by side, with what they cost. */
export function NeighborScorecard({ experiment }: ExperimentViewProps) {
  const { source, entry } = experiment;
  const { value: summary, notices } = use(
    loadExperimentFile(source, entry, 'summary.json', neighborSummaryFormat),
  );
  const { values, set, dropped } = useParams(neighborScoreCodecs);
  const faults = useFigureFaults(experiment);
  const columns = useMemo(() => neighborColumns(summary), [summary]);
  const rows = useMemo(() => neighborRows(summary, addressOf(entry.id)), [summary, entry.id]);
  const { draws, clusters, cluster, random } = summary.bootstrap;
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <section className="panel stack" aria-labelledby="shows">
        <h2 id="shows">What this shows</h2>
        <p>{summary.headline}</p>
        <p className="row">
          <span>Runs, with the chunks handed over before and after every hit:</span>
          <span className={styles.badges}>
            {summary.rows.map((row) => (
              <ExpansionBadge
                key={row.row}
                neighborPrev={row.neighborPrev}
                neighborNext={row.neighborNext}
                applies
              />
            ))}
          </span>
        </p>
        <CompareWidths experiment={entry.id} rows={summary.rows} />
      </section>
      <ScoreTable
        experiment={entry.id}
        title={`${entry.title}: scorecard`}
        rowName="width"
        rows={rows}
        columns={columns}
        presets={neighborPresets}
        roles={[]}
        roleLabel="Retriever"
        best={null}
        questions="questions"
        cluster={cluster}
        caption={
          <>
            {summary.strategy.label} (
            {Object.entries(summary.strategy.parameters)
              .map(([name, value]) => `${name} ${String(value)}`)
              .join(', ')}
            ) with BM25 on {summary.corpus.name}. “Hits alone” is the same in every row: a width changes what
            is handed over, not what is found. “With their neighbors” looks at adjacent chunks merged, and at
            ±0/0 two hits may be adjacent: so it can be a little above “Hits alone” there. Under each number
            its 95 % interval, from {decimal(draws)} draws over {clusters} clusters ({cluster}, seed{' '}
            {random.seed}). Tokens: {summary.tokenizer.name}
            {summary.tokenizer.estimated ? ', an estimate' : ''}.
          </>
        }
        faultOf={faults.figure}
        view={{
          sort: values.sort,
          columns: values.columns,
          find: values.find,
          role: null,
          interval: values.interval,
        }}
        onView={({ role: _, ...patch }, options) => set(patch as Partial<typeof values>, options)}
      />
      <PairedWidths
        experiment={entry.id}
        summary={summary}
        faults={faults}
        caption={`Every width against ±0/0, both with adjacent chunks merged: paired differences over ${clusters} clusters (${cluster}), sign-flip test, p corrected by Holm over these lines and those below`}
        metric={(metric) => !metric.includes('Mrr')}
        format={points}
      />
      <PairedWidths
        experiment={entry.id}
        summary={summary}
        faults={faults}
        caption="The same on the reciprocal rank"
        metric={(metric) => metric.includes('Mrr')}
        format={signedScore}
      />
      <ArtifactFiles experiment={experiment} />
    </div>
  );
}

/** Every width against the first, question by question. */
function CompareWidths({
  experiment,
  rows: [first, ...others],
}: {
  experiment: string;
  rows: NeighborSummary['rows'];
}) {
  if (!first || others.length === 0) return null;
  return (
    <p>
      Question by question, with what each hit brought: compare ±{first.row} with{' '}
      {others.map(({ row }, place) => (
        <Fragment key={row}>
          {place === 0 ? '' : place === others.length - 1 ? ' or ' : ', '}
          <a
            href={compareAddress(experiment, { a: first.row, b: row })}
            aria-label={`Compare ±${first.row} with ±${row}`}
          >
            ±{row}
          </a>
        </Fragment>
      ))}
      .
    </p>
  );
}

interface PairedWidthsProps {
  experiment: string;
  summary: NeighborSummary;
  faults: FigureFaults;
  caption: string;
  metric: (id: string) => boolean;
  format: (difference: number | null) => string;
}

function PairedWidths({ experiment, summary, faults, caption, metric, format }: PairedWidthsProps) {
  return (
    <Comparisons
      experiment={experiment}
      caption={caption}
      comparisons={summary.comparisons.filter((comparison) => metric(comparison.metric))}
      label={(row) => `±${row}`}
      measure={(comparison) => comparedLabel(comparison.metric)}
      format={format}
      faultOf={(comparison) => faults.comparison(summary.comparisons.indexOf(comparison))}
      link={({ a, metric: id }) =>
        formatLocation(
          { page: 'experiment', experiment, view: 'failures' },
          { row: a, k: id.includes('Mrr') ? '10' : '5', show: 'rescued' },
        )
      }
    />
  );
}
