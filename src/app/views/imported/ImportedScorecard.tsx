import { useMemo } from 'react';
import { count, signedScore } from '../../../core/stats/format';
import type { ImportedSummary } from '../../../experiments/items/formats';
import { importedIntervals } from '../../../experiments/items/files';
import {
  importedBest,
  importedColumns,
  importedPresets,
  importedRows,
} from '../../../experiments/items/scorecard';
import { leaderOf } from '../../../analysis/scorecard/scoreTypes';
import { DroppedNotice, Notice } from '../../components/Notice';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { useFigureFaults } from '../doctor/useFigureFaults';
import type { ExperimentViewProps } from '../openExperiment';
import { addressOf } from '../scorecard/address';
import { Comparisons } from '../scorecard/Comparisons';
import { importedScoreCodecs } from './importedScoreCodecs';
import { ScoreTable } from '../scorecard/ScoreTable';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { FileNotices } from '../shared/FileNotices';
import { useImportedSummary } from './importedData';
import { FileOddities } from './FileOddities';

/** The rows of an imported artifact: what the files say of them, with intervals and the places that the data can establish. */
export function ImportedScorecard({ experiment }: ExperimentViewProps) {
  const { entry } = experiment;
  const { value: summary, notices } = useImportedSummary(experiment);
  const { values, set, dropped } = useParams(importedScoreCodecs);
  const faults = useFigureFaults(experiment);
  const columns = useMemo(() => importedColumns(summary), [summary]);
  const rows = useMemo(() => importedRows(summary, addressOf(entry.id)), [summary, entry.id]);
  const sorted = columns.find(({ id }) => id === values.sort[0]?.column);
  const best =
    sorted && sorted.id !== 'ndcgAt10' && rows.length > 1 ? leaderOf(sorted) : importedBest(summary);
  const isShared = summary.rows.length < 2 || summary.tieGroups.length > 0;
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <section className="panel stack" aria-labelledby="shows">
        <h2 id="shows">What this shows</h2>
        <p>{summary.headline}</p>
        <p className="soft">
          Made from files of another program. They hold ids, scores and judgments and nothing else: token
          costs, spans, texts and stages of loss are n/a here, so those columns and views are absent.
        </p>
      </section>
      <FileOddities summary={summary} />
      <WithoutRelevant summary={summary} />
      {isShared ? null : (
        <Notice tone="warn">
          These rows were judged on different questions (see n in each). Their means answer different
          questions, so no places are given. The compare view sets two of them side by side on the questions
          that they share.
        </Notice>
      )}
      <ScoreTable
        experiment={entry.id}
        title={`${entry.title}: scorecard`}
        rowName="run"
        rows={rows}
        columns={columns}
        presets={importedPresets}
        roles={[]}
        roleLabel="Source"
        best={best}
        questions="questions"
        cluster={summary.bootstrap.cluster}
        caption={
          <>
            {count(summary.questions)} judged questions. A judged question for which a run returned nothing is
            a miss and stays in every mean; a question that nobody judged is left out. Relevance above 0 is
            relevant. Equal scores share a place: figures are means over their orders.{' '}
            {importedIntervals(summary)}. Seed {summary.bootstrap.random.seed}.
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
      {summary.comparisons.length === 0 ? null : (
        <Comparisons
          experiment={entry.id}
          caption={`The highest row against every other: paired differences over ${count(summary.bootstrap.clusters)} ${summary.bootstrap.cluster === 'question' ? 'single questions' : 'families'}, sign-flip test of ${count(summary.bootstrap.patterns)} patterns, p corrected by Holm over these lines`}
          comparisons={summary.comparisons}
          label={(row) => row}
          measure={() => 'nDCG@10'}
          format={signedScore}
          faultOf={(comparison) => faults.comparison(summary.comparisons.indexOf(comparison))}
          link={({ b }) =>
            formatLocation(
              { page: 'experiment', experiment: entry.id, view: 'failures' },
              { row: b, k: '10', show: 'all' },
            )
          }
        />
      )}
      <ArtifactFiles experiment={experiment} />
    </div>
  );
}

/** Questions that no run can answer: they hold every mean down, and a reader of the figures alone would not know. */
function WithoutRelevant({ summary: { judgments } }: { summary: ImportedSummary }) {
  const sets = judgments.filter(({ withoutRelevant }) => withoutRelevant > 0);
  if (sets.length === 0) return null;
  return (
    <Notice tone="warn" title="Nothing to find.">
      {sets
        .map(
          ({ file, questions, withoutRelevant }) =>
            `${file} has no relevant document for ${count(withoutRelevant)} of ${count(questions)} ${questions === 1 ? 'question' : 'questions'}`,
        )
        .join('; ')}
      . Such a question scores 0 in every mean.
    </Notice>
  );
}
