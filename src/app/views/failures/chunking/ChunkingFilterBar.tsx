import { CUTOFFS } from '../../../../core/metrics/contextTokens';
import { lossStages, type LossStage } from '../../../../experiments/chunking/formats';
import { Choice, Select } from '../../../components/Choice';
import { Explain } from '../../../components/Explain';
import type { ChunkingMoves, ChunkingValues } from './chunkingParams';
import { familyLabel, rowLabel, ruleMeanings, stageMeanings } from './chunkingWords';
import { rescueCounts, stageCounts, type ChunkingMisses } from './missModel';
import shared from '../failures.module.css';
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
  const cutoffs = [...new Set<number>([...CUTOFFS, values.k])].sort((a, b) => a - b);
  return (
    <div
      className={`${shared.filters} no-print`}
      role="group"
      aria-label={only === 'setup' ? 'Setup' : 'Setup and filters'}
    >
      <Select
        label="Row"
        value={values.row}
        options={summary.rows.map(({ row, label }) => ({ value: row, label }))}
        onChange={(row) => set({ row, against: null })}
      />
      <Choice
        label="Missed when not in the first"
        value={String(values.k)}
        options={cutoffs.map((k) => ({ value: String(k), label: String(k) }))}
        onChange={(k) => set({ k: Number(k) })}
      />
      <div className={shared.withHelp}>
        <Choice
          label="Relevant by"
          value={values.rule}
          options={[
            { value: 'answer', label: 'answer' },
            { value: 'evidence', label: 'evidence' },
          ]}
          onChange={(rule) => set({ rule, against: null })}
        />
        <Explain about="the two rules">
          <strong>Answer:</strong> {ruleMeanings.answer} <strong>Evidence:</strong> {ruleMeanings.evidence}
        </Explain>
      </div>
      {only === 'setup' ? null : (
        <>
          <Choice
            label="Families are"
            value={values.grouping}
            options={summary.groupings.map(({ id, label }) => ({ value: id, label: label.toLowerCase() }))}
            onChange={(grouping) => set({ grouping, family: null })}
          />
          <FamilySelect data={data} values={values} set={set} />
          <StageSelect data={data} values={values} set={set} />
          <RescuerSelect data={data} values={values} set={set} />
          <Choice
            label="Show"
            value={values.show}
            options={[
              { value: 'misses', label: 'misses' },
              { value: 'all', label: 'all questions' },
            ]}
            onChange={(show) => set({ show })}
          />
        </>
      )}
    </div>
  );
}

function FamilySelect({ data: { summary }, values, set }: FilterBarProps) {
  const families = summary.groupings.find(({ id }) => id === values.grouping)?.families ?? [];
  const listed =
    values.family === null || families.includes(values.family) ? families : [values.family, ...families];
  return (
    <Select
      label="Family"
      value={values.family ?? ''}
      options={[
        { value: '', label: 'all' },
        ...listed.map((family) => ({ value: family, label: familyLabel(summary, family) })),
      ]}
      onChange={(family) => set({ family: family === '' ? null : family })}
    />
  );
}

function StageSelect({ data, values, set }: FilterBarProps) {
  const { stages } = stageCounts(data, values);
  return (
    <div className={shared.withHelp}>
      <Select
        label="Lost at"
        value={values.stage ?? ''}
        options={[
          { value: '', label: 'any stage' },
          ...lossStages.map((stage) => ({ value: stage, label: `${stage} (${stages[stage]})` })),
        ]}
        onChange={(stage) =>
          set({ stage: lossStages.find((known): known is LossStage => known === stage) ?? null })
        }
      />
      <Explain about="the stages">
        The first stage that lost the evidence.
        <dl className={styles.stages}>
          {lossStages.map((stage) => (
            <div key={stage}>
              <dt>{stage}</dt>
              <dd>{stageMeanings[stage]}</dd>
            </div>
          ))}
        </dl>
      </Explain>
    </div>
  );
}

function RescuerSelect({ data, values, set }: FilterBarProps) {
  const { summary } = data;
  const named = values.rescuedBy;
  const options = rescueCounts(data, values).map(({ row, rescued, of }) => ({
    value: row,
    label: `${rowLabel(summary, row)} (${rescued} of ${of})`,
  }));
  if (named !== null && !options.some(({ value }) => value === named))
    options.unshift({ value: named, label: rowLabel(summary, named) });
  return (
    <Select
      label="Rescued by"
      value={named ?? ''}
      options={[{ value: '', label: 'any or none' }, ...options]}
      onChange={(row) => set({ rescuedBy: row === '' ? null : row })}
    />
  );
}
