import { useMemo } from 'react';
import { decimal, percent, points } from '../../../core/stats/format';
import { blendConditions, blendSummaryFormat, type BlendSummary } from '../../../experiments/blend/formats';
import { Choice } from '../../components/Choice';
import { Notice } from '../../components/Notice';
import type { ExperimentViewProps } from '../openExperiment';
import {
  baselineRow,
  blendAnswer,
  blendColumnIds,
  blendColumns,
  blendFindings,
  blendMetrics,
  blendRows,
  columnId,
  conditionLabels,
  queriesBehind,
  roleLabels,
  topOneColumns,
} from '../../../experiments/blend/scorecard';
import { addressOf } from './address';
import { blendScoreCodecs } from './blendScoreCodecs';
import { Reported } from './Reported';
import { CardComparisons, CardTable, ScorecardPage, useScorecard } from './ScorecardPage';
import { Selection } from './Selection';
import { leaderOf } from '../../../analysis/scorecard/scoreTypes';
import styles from './Scorecard.module.css';

const presets = [
  { label: 'Top 1', columns: topOneColumns },
  ...blendMetrics.slice(1).map((metric) => ({
    label: metric === 'coverageAt4' ? 'Coverage' : 'Reciprocal rank',
    columns: blendConditions.map((condition) => columnId(metric, condition)),
  })),
  { label: 'All', columns: blendColumnIds },
];

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
  const best = useMemo(
    () => leaderOf(columns.find(({ id }) => id === values.sort[0]?.column)),
    [columns, values.sort],
  );
  // Rows are compared under the condition that they are sorted by.
  const sortedCondition =
    blendConditions.find((condition) => values.sort[0]?.column.endsWith(`.${condition}`)) ?? 'clean';
  const findings = blendFindings(summary);
  return (
    <ScorecardPage
      card={card}
      lead={blendAnswer(findings)}
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
      {block !== 'both' && !summary.rows[0]?.blocks ? (
        <Notice tone="warn">
          This file holds no intervals for a single block; only the means of top 1 are known.
        </Notice>
      ) : null}
      <section className="stack" aria-labelledby="declared">
        <h2 id="declared">Declared comparisons</h2>
        <p>
          Only these pairs were named before the run, so only they are tests. Everything else in the table
          above is exploration.
        </p>
        <CardComparisons
          card={card}
          caption={`Paired differences in top 1 over ${summary.bootstrap.clusters} families of both blocks; sign-flip test, p corrected by Holm over all pairs in this table`}
          comparisons={summary.comparisons}
          measure={({ condition }) =>
            condition === undefined
              ? 'top 1'
              : `top 1, ${conditionLabels[condition as keyof typeof conditionLabels]?.toLowerCase() ?? condition}`
          }
          format={points}
          link={({ a, condition }) =>
            queriesBehind(addressOf(entry.id), a, `top1.${condition ?? 'clean'}`, 'both') ?? ''
          }
        />
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
        Measured here with {summary.model.name}, {decimal(summary.model.dimensions)} dimensions.
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
