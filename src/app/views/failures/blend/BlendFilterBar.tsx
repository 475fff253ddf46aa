import { blendMethods } from '../../../../experiments/blend/measure/methods';
import { blendBlocks, blendConditions } from '../../../../experiments/blend/formats';
import { Choice, Select } from '../../../components/Choice';
import { Explain } from '../../../components/Explain';
import type { BlendMoves, BlendValues } from './blendParams';
import { rescueCounts, rescuerOf, showChoices, splitChoices } from './blendList';
import type { BlendTable } from './blendTable';
import { conditionLabels, setupLabel, showLabel } from './blendWords';
import shared from '../failures.module.css';

interface FilterBarProps {
  table: BlendTable;
  values: BlendValues;
  set: BlendMoves['set'];
  /** `setup`: method and condition alone, for the page of one query. */
  only?: 'setup' | 'all';
}

const splitLabels = { evaluation: 'evaluation', development: 'development', all: 'both' } as const;

/** Which setup is looked at and which of its queries are listed. */
export function BlendFilterBar({ table, values, set, only = 'all' }: FilterBarProps) {
  const families = [
    ...new Set(
      table.items
        .filter(
          ({ block, split }) =>
            (values.block === 'both' || block === values.block) &&
            (values.split === 'all' || split === values.split),
        )
        .map(({ family }) => family),
    ),
  ];
  if (values.family !== null && !families.includes(values.family)) families.unshift(values.family);
  return (
    <div
      className={`${shared.filters} no-print`}
      role="group"
      aria-label={only === 'setup' ? 'Setup' : 'Setup and filters'}
    >
      <Select
        label="Method"
        value={values.method}
        options={blendMethods.map(({ row, label }) => ({ value: row, label }))}
        onChange={(method) => set({ method })}
      />
      <Choice
        label="Condition"
        value={values.condition}
        options={blendConditions.map((condition) => ({
          value: condition,
          label: conditionLabels[condition],
        }))}
        onChange={(condition) => set({ condition })}
      />
      {only === 'setup' ? null : (
        <>
          <Choice
            label="Queries"
            value={values.kind}
            options={[
              {
                value: 'specific',
                label: 'specific',
                title: 'Ask for one record; a miss when it is not first',
              },
              {
                value: 'generic',
                label: 'generic',
                title: 'The focus sentence alone; all records of the family should be among the first four',
              },
            ]}
            onChange={(kind) => set({ kind })}
          />
          <Choice
            label="Block"
            value={values.block}
            options={[
              { value: 'both', label: 'both' },
              ...blendBlocks.map((block) => ({ value: block, label: block })),
            ]}
            onChange={(block) => set({ block })}
          />
          <Choice
            label="Families"
            value={values.split}
            options={splitChoices.map((split) => ({ value: split, label: splitLabels[split] }))}
            onChange={(split) => set({ split })}
          />
          <Select
            label="Family"
            value={values.family ?? ''}
            options={[
              { value: '', label: 'all families' },
              ...families.map((family) => ({ value: family, label: family })),
            ]}
            onChange={(family) => set({ family: family === '' ? null : family })}
          />
          <Select
            label="Show"
            value={values.show}
            options={showChoices.map((show) => ({ value: show, label: showLabel(values.kind, show) }))}
            onChange={(show) => set({ show })}
          />
          <div className={shared.withHelp}>
            <RescuerSelect table={table} values={values} set={set} />
            <Explain about="rescued by">
              A query that this row misses and another row hits is rescued by that row. The number is how many
              of the misses in view the other row hits, under the same condition.
            </Explain>
          </div>
        </>
      )}
    </div>
  );
}

function RescuerSelect({ table, values, set }: FilterBarProps) {
  const named = values.rescuedBy;
  const options = rescueCounts(table, values).map(({ row, rescued, of }) => ({
    value: row,
    label: `${blendMethods.find((method) => method.row === row)!.label} (${rescued} of ${of})`,
  }));
  if (named !== null && !options.some(({ value }) => value === named)) {
    const { row, condition } = rescuerOf(named, values.condition);
    options.unshift({ value: named, label: setupLabel(row, condition) });
  }
  return (
    <Select
      label="Rescued by"
      value={named ?? ''}
      options={[{ value: '', label: 'any or none' }, ...options]}
      onChange={(value) => set({ rescuedBy: value === '' ? null : value })}
    />
  );
}
