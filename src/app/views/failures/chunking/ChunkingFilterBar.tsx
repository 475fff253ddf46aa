import { CUTOFFS } from '../../../../core/metrics/contextTokens';
import { count } from '../../../../core/stats/format';
import { firstBudget } from '../../../../experiments/chunking/budgets';
import type { LossStage } from '../../../../experiments/chunking/formats';
import { stagesOfRow } from '../../../../experiments/chunking/measure/setups';
import { field, FilterBar, optionalField } from '../FilterBar';
import type { ChunkingMoves, ChunkingValues } from './chunkingParams';
import { familyLabel, rowLabel, ruleMeanings, showWords, stageMeanings } from './chunkingWords';
import { aloneCount, rescueCounts, rules, showChoices, stageCounts, type ChunkingMisses } from './missModel';
import styles from './chunking.module.css';

interface FilterBarProps {
  data: ChunkingMisses;
  values: ChunkingValues;
  set: ChunkingMoves['set'];
  /** `setup`: row, rule and cutoff alone, for the page of one question. */
  only?: 'setup' | 'all';
}

/** Which row is looked at, what counts as a miss, and which misses are listed. */
export function ChunkingFilterBar({ data, values, set, only = 'all' }: FilterBarProps) {
  const { summary } = data;
  const setup = [
    field({
      label: 'Row',
      many: true,
      value: values.row,
      options: summary.rows.map(({ row, label }) => ({ value: row, label })),
      onChange: (row) => set({ row, against: null }),
    }),
    field({
      label: 'Missed unless within the first',
      value: values.budget === null ? String(values.k) : 'tokens',
      options: [
        ...[...new Set<number>([...CUTOFFS, values.k])]
          .sort((a, b) => a - b)
          .map((k) => ({ value: String(k), label: String(k) })),
        { value: 'tokens', label: `${count(values.budget ?? firstBudget)} tokens` },
      ],
      onChange: (chosen) =>
        set(chosen === 'tokens' ? { budget: firstBudget } : { k: Number(chosen), budget: null }),
    }),
    // Where spans are all that counts, the two rules are one.
    ...(summary.corpus.judgedBy === 'spans'
      ? []
      : [
          field({
            label: 'Relevant by',
            value: values.rule,
            options: rules.map((rule) => ({ value: rule, label: rule })),
            onChange: (rule) => set({ rule, against: null }),
            help: {
              about: 'the two rules',
              text: (
                <>
                  <strong>Answer:</strong> {ruleMeanings.answer} <strong>Evidence:</strong>{' '}
                  {ruleMeanings.evidence}
                </>
              ),
            },
          }),
        ]),
  ];
  if (only === 'setup') return <FilterBar label="Setup" fields={setup} />;
  const { stages } = stageCounts(data, values);
  const alone = aloneCount(data, values);
  return (
    <FilterBar
      label="Setup and filters"
      fields={[
        ...setup,
        field({
          label: 'Group by',
          value: values.grouping,
          options: summary.groupings.map(({ id, label }) => ({ value: id, label: label.toLowerCase() })),
          onChange: (grouping) => set({ grouping, family: null }),
        }),
        optionalField({
          label: 'Family',
          value: values.family,
          none: 'all',
          options: (summary.groupings.find(({ id }) => id === values.grouping)?.families ?? []).map(
            (family) => ({ value: family, label: familyLabel(summary, family) }),
          ),
          unlisted: (family) => familyLabel(summary, family),
          onChange: (family) => set({ family }),
        }),
        optionalField({
          label: 'Lost at',
          value: values.stage,
          none: 'any stage',
          options: stagesOfRow(summary.rows, values.row).map((stage) => ({
            value: stage,
            label: `${stage} (${stages[stage] ?? 0})`,
          })),
          onChange: (stage) => set({ stage }),
          help: {
            about: 'the stages',
            text: <StageMeanings shown={stagesOfRow(summary.rows, values.row)} />,
          },
        }),
        // Without text nothing is known of rules; a link that asks for them can still be undone.
        ...(alone === null && !values.alone
          ? []
          : [
              field({
                label: 'Miss kind',
                value: values.alone ? 'alone' : 'any',
                many: true,
                options: [
                  { value: 'any', label: 'any' },
                  {
                    value: 'alone',
                    label: `rule without its exception${alone === null ? '' : ` (${alone})`}`,
                  },
                ],
                onChange: (kind) => set({ alone: kind === 'alone' }),
                help: {
                  about: 'this kind of miss',
                  text: 'The question asks about an exception. A chunk with its rule was returned, and none with the exception: the answer would be the rule’s, and wrong. Rules and exceptions are found by their words.',
                },
              }),
            ]),
        optionalField({
          label: 'Rescued by',
          value: values.rescuedBy,
          none: 'any or none',
          options: rescueCounts(data, values).map(({ row, rescued, of }) => ({
            value: row,
            label: `${rowLabel(summary, row)} (${rescued} of ${of})`,
          })),
          unlisted: (row) => rowLabel(summary, row),
          onChange: (rescuedBy) => set({ rescuedBy }),
        }),
        field({
          label: 'Show',
          value: values.show,
          options: showChoices
            .filter((value) => value !== 'elsewhere' || values.rule === 'answer')
            .map((value) => ({ value, label: showWords[value] })),
          help: {
            about: 'hits elsewhere',
            text: 'Hits whose first relevant context does not cover the gold, the place that was asked about: it only happens to hold the answer’s words.',
          },
          onChange: (show) => set({ show }),
        }),
      ]}
    />
  );
}

function StageMeanings({ shown }: { shown: readonly LossStage[] }) {
  return (
    <>
      The first stage that lost the evidence.
      <dl className={`stack gap-1 ${styles.stages}`}>
        {shown.map((stage) => (
          <div key={stage}>
            <dt>{stage}</dt>
            <dd>{stageMeanings[stage]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
