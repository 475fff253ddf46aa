import { useMemo } from 'react';
import { count, signedScore } from '../../../core/stats/format';
import { importedSummaryFormat, type ImportedSummary } from '../../../experiments/items/formats';
import { importedIntervals } from '../../../experiments/items/files';
import {
  importedBest,
  importedColumns,
  importedPresets,
  importedRows,
} from '../../../experiments/items/scorecard';
import { leaderOf } from '../../../analysis/scorecard/scoreTypes';
import { Notice } from '../../components/Notice';
import type { ExperimentViewProps } from '../openExperiment';
import { addressOf } from '../scorecard/address';
import { CardComparisons, CardTable, ScorecardPage, useScorecard } from '../scorecard/ScorecardPage';
import { importedScoreCodecs } from './importedScoreCodecs';
import { FileOddities } from './FileOddities';

/** The rows of an imported artifact: what the files say of them, with intervals and the places that the data can establish. */
export function ImportedScorecard({ experiment }: ExperimentViewProps) {
  const { entry } = experiment;
  const card = useScorecard(experiment, importedSummaryFormat, importedScoreCodecs);
  const { summary, values } = card;
  const columns = useMemo(() => importedColumns(summary), [summary]);
  const rows = useMemo(() => importedRows(summary, addressOf(entry.id)), [summary, entry.id]);
  const sorted = columns.find(({ id }) => id === values.sort[0]?.column);
  const best =
    sorted && sorted.id !== 'ndcgAt10' && rows.length > 1 ? leaderOf(sorted) : importedBest(summary);
  const isShared = summary.rows.length < 2 || summary.tieGroups.length > 0;
  return (
    <ScorecardPage
      card={card}
      lead={summary.headline}
      why={
        <p className="soft">
          Made from files of another program. They hold ids, scores and judgments and nothing else: token
          costs, spans, texts and stages of loss are n/a here, so those columns and views are absent.
        </p>
      }
    >
      <FileOddities summary={summary} />
      <WithoutRelevant summary={summary} />
      {isShared ? null : (
        <Notice tone="warn">
          These rows were judged on different questions (see n in each). Their means answer different
          questions, so no places are given. The compare view sets two of them side by side on the questions
          that they share.
        </Notice>
      )}
      <CardTable
        card={card}
        title="scorecard"
        rowName="run"
        rows={rows}
        columns={columns}
        presets={importedPresets}
        best={best}
        questions="questions"
        caption={`${count(summary.questions)} judged questions. A judged question for which a run returned nothing is a miss and stays in every mean; a question that nobody judged is left out. Relevance above 0 is relevant. Equal scores share a place: figures are means over their orders. ${importedIntervals(summary)}. Seed ${summary.bootstrap.random.seed}.`}
      />
      <CardComparisons
        card={card}
        caption={`The highest row against every other: paired differences over ${count(summary.bootstrap.clusters)} ${summary.bootstrap.cluster === 'question' ? 'single questions' : 'families'}, sign-flip test of ${count(summary.bootstrap.patterns)} patterns, p corrected by Holm over these lines`}
        comparisons={summary.comparisons}
        measure={() => 'nDCG@10'}
        format={signedScore}
        link={({ b }) => addressOf(entry.id)('failures', { row: b, k: '10', show: 'all' })}
      />
    </ScorecardPage>
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
