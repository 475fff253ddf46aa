import { blendMethods } from '../../../../experiments/blend/measure/methods';
import { blendConditions } from '../../../../experiments/blend/formats';
import { field, FilterBar, optionalField } from '../FilterBar';
import type { BlendMoves, BlendValues } from './blendParams';
import { blockChoices, rescueCounts, rescuerOf, showChoices, splitChoices } from './blendList';
import type { BlendTable } from './blendTable';
import { conditionLabels, methodLabel, setupLabel, showLabel } from './blendWords';

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
  const setup = [
    field({
      label: 'Method',
      many: true,
      value: values.method,
      options: blendMethods.map(({ row, label }) => ({ value: row, label })),
      onChange: (method) => set({ method }),
    }),
    field({
      label: 'Condition',
      value: values.condition,
      options: blendConditions.map((condition) => ({ value: condition, label: conditionLabels[condition] })),
      onChange: (condition) => set({ condition }),
    }),
  ];
  if (only === 'setup') return <FilterBar label="Setup" fields={setup} />;
  return (
    <FilterBar
      label="Setup and filters"
      fields={[
        ...setup,
        field({
          label: 'Queries',
          value: values.kind,
          options: [
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
          ],
          onChange: (kind) => set({ kind }),
        }),
        field({
          label: 'Block',
          value: values.block,
          options: blockChoices.map((block) => ({ value: block, label: block })),
          onChange: (block) => set({ block }),
        }),
        field({
          label: 'Families',
          value: values.split,
          options: splitChoices.map((split) => ({ value: split, label: splitLabels[split] })),
          onChange: (split) => set({ split }),
        }),
        optionalField({
          label: 'Family',
          value: values.family,
          none: 'all families',
          options: families.map((family) => ({ value: family, label: family })),
          onChange: (family) => set({ family }),
        }),
        field({
          label: 'Show',
          many: true,
          value: values.show,
          options: showChoices.map((show) => ({ value: show, label: showLabel(values.kind, show) })),
          onChange: (show) => set({ show }),
        }),
        optionalField({
          label: 'Rescued by',
          value: values.rescuedBy,
          none: 'any or none',
          options: rescueCounts(table, values).map(({ row, rescued, of }) => ({
            value: row,
            label: `${methodLabel(row)} (${rescued} of ${of})`,
          })),
          unlisted: (id) => {
            const { row, condition } = rescuerOf(id, values.condition);
            return setupLabel(row, condition);
          },
          onChange: (rescuedBy) => set({ rescuedBy }),
          help: {
            about: 'rescued by',
            text: 'A query that this row misses and another row hits is rescued by that row. The number is how many of the misses in view the other row hits, under the same condition.',
          },
        }),
      ]}
    />
  );
}
