import { useMemo } from 'react';
import { decimal, percent, points } from '../../../core/stats/format';
import { blendConditions, blendSummaryFormat, type BlendSummary } from '../../../experiments/blend/formats';
import { Choice } from '../../components/Choice';
import type { ExperimentViewProps } from '../openExperiment';
import {
  baselineRow,
  blendAnswer,
  blendColumnIds,
  blendColumns,
  blendFindings,
  blendRows,
  columnId,
  comparedMeasure,
  queriesBehind,
  roleLabels,
  topOneColumns,
} from '../../../experiments/blend/scorecard';
import { blendFinding } from '../../../experiments/blend/finding';
import { gainSentence, splitSentences } from '../../../experiments/blend/measure/headline';
import { addressOf } from './address';
import { blendScoreCodecs } from './blendScoreCodecs';
import { Reported } from './Reported';
import { CardComparisons, CardTable, ScorecardPage, useScorecard } from './ScorecardPage';
import { Selection } from './Selection';
import { leaderOf } from '../../../analysis/scorecard/scoreTypes';
import styles from './Scorecard.module.css';

const presets = [
  { label: 'Top 1 and its factors', columns: topOneColumns },
  ...(
    [
      ['top1', 'Top 1'],
      ['reciprocalRank', 'Reciprocal rank'],
      ['coverageAt4', 'Coverage'],
    ] as const
  ).map(([metric, label]) => ({
    label,
    columns: blendConditions.map((condition) => columnId(metric, condition)),
  })),
  { label: 'All', columns: blendColumnIds },
];

const comparisonTables = [
  { set: 'declared', about: 'Top 1' },
  { set: 'baseline', about: 'Top 1, against the baseline that the source does not have' },
  { set: 'split', about: 'The two factors of top 1' },
] as const;

/** The scorecard of the controlled experiment: methods by condition, what was declared, what the source reported. */
export function BlendScorecard({ experiment }: ExperimentViewProps) {
  const { entry } = experiment;
  const card = useScorecard(experiment, blendSummaryFormat, blendScoreCodecs);
  const { summary, values, set, faults } = card;
  const { block } = values;
  const faultOf = useMemo(
    () => (row: string, column: string) => faults.figure(row, column, block === 'both' ? undefined : block),
    [faults, block],
  );
  const columns = useMemo(() => blendColumns(summary, block), [summary, block]);
  const rows = useMemo(() => blendRows(summary, block, addressOf(entry.id)), [summary, block, entry.id]);
  const apart = useMemo(
    () => ({ label: 'By chance, for comparison', rows: [baselineRow(summary)] }),
    [summary],
  );
  // A weight that was swept is never called best, wherever it stands.
  const best = useMemo(() => {
    const leader = leaderOf(columns.find(({ id }) => id === values.sort[0]?.column));
    return rows.find(({ id }) => id === leader?.row)?.role === 'exploration' ? null : leader;
  }, [columns, rows, values.sort]);
  // Rows are compared under the condition that they are sorted by.
  const sortedCondition =
    blendConditions.find((condition) => values.sort[0]?.column.endsWith(`.${condition}`)) ?? 'clean';
  const findings = blendFindings(summary);
  return (
    <ScorecardPage
      card={card}
      lead={blendFinding(summary).sentence}
      why={<Findings summary={summary} findings={findings} />}
      archive={{ name: 'results.zip', files: ['context-results.json', 'intent-results.json'] }}
    >
      <CardTable
        card={card}
        title="scorecard"
        names={{ role: 'role' }}
        rowName="method"
        rows={rows}
        columns={columns}
        presets={presets}
        roles={{ label: 'Role', options: roleLabels }}
        best={best}
        compares={{ condition: sortedCondition }}
        {...(block === 'both' && { apart })}
        questions="queries"
        caption={<Caption summary={summary} clusters={columns[0]?.clusters ?? summary.bootstrap.clusters} />}
        faultOf={faultOf}
        controls={
          <Choice
            label="Queries"
            value={block}
            options={[
              { value: 'both', label: 'both blocks' },
              { value: 'context', label: 'context', title: 'One word in different senses' },
              { value: 'intent', label: 'intent', title: 'One subject, different operations' },
            ]}
            onChange={(value) => set({ block: value })}
          />
        }
      />
      <section className="stack" aria-labelledby="declared">
        <h2 id="declared">Declared comparisons</h2>
        <p>
          Only these pairs are tests; everything else in the table above is exploration. The first table is
          the source’s. The other two were declared with the second writing of the queries, before any blend
          was measured on it, and each is corrected by Holm on its own.
        </p>
        {comparisonTables.map(({ set, about }) => (
          <CardComparisons
            key={set}
            card={card}
            caption={`${about}: paired differences over ${summary.bootstrap.clusters} families of both blocks; sign-flip test, p corrected by Holm over all pairs in this table`}
            comparisons={set === 'declared' ? summary.comparisons : summary.apart[set]}
            measure={comparedMeasure}
            format={points}
            link={({ a, condition }) =>
              queriesBehind(addressOf(entry.id), a, `top1.${condition ?? 'clean'}`, 'both') ?? ''
            }
          />
        ))}
      </section>
      <div className={styles.columns}>
        <Selection summary={summary} />
        <Reported summary={summary} />
      </div>
    </ScorecardPage>
  );
}

function Findings({
  summary,
  findings,
}: {
  summary: BlendSummary;
  findings: ReturnType<typeof blendFindings>;
}) {
  return (
    <>
      <p>
        {blendAnswer(findings)} {gainSentence(summary)} Measured here with {summary.model.name},{' '}
        {decimal(summary.model.dimensions)} dimensions.{' '}
        {splitSentences(summary).join(' ').replaceAll(' %', '\u00a0%')}
      </p>
      <dl className={styles.findings}>
        {findings.map(({ condition, label, comparison, sentence }) => (
          <div key={condition}>
            <dt>
              {label}{' '}
              <span
                className={
                  comparison.verdict === 'a beats b'
                    ? styles.up
                    : comparison.verdict === 'b beats a'
                      ? styles.down
                      : styles.open
                }
              >
                {verdictMark(comparison.verdict)}
              </span>
            </dt>
            <dd>{sentence.replaceAll(' %', '\u00a0%')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function verdictMark(verdict: 'a beats b' | 'b beats a' | 'not established'): string {
  return verdict === 'a beats b' ? '▲ helps' : verdict === 'b beats a' ? '▼ harms' : '○ not established';
}

function Caption({ summary, clusters }: { summary: BlendSummary; clusters: number }) {
  const { draws, random } = summary.bootstrap;
  return (
    <>
      Measured here. Under each number its 95 % interval, from {decimal(draws)} draws over {clusters} families
      (seed {random.seed}); the line is the same interval on a scale from 0 to {percent(1)}. A query whose
      target ties with others counts its share. The stronger the shading, the better within a column.
    </>
  );
}
