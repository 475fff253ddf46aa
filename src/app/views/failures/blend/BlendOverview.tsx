import { Suspense, use, useMemo } from 'react';
import { groupBy } from '../../../../core/stats/aggregate';
import { decimal, percent } from '../../../../core/stats/format';
import {
  blendBlocks,
  blendSummaryFormat,
  type BlendSimilarities,
} from '../../../../experiments/blend/formats';
import { ErrorBoundary } from '../../../components/ErrorBoundary';
import { loadExperimentFile } from '../../../data/artifacts';
import type { OpenExperiment } from '../../openExperiment';
import { failureMatrix } from '../failureMatrixModel';
import { missedInterval } from '../missInterval';
import { FilterChips } from '../../../components/FilterChips';
import { NothingListed, Overview, ScorecardLink } from '../Overview';
import { BlendFilterBar } from './BlendFilterBar';
import { closed, type BlendMoves, type BlendValues } from './blendParams';
import { blockLabels, countedWord, filterLabel, methodColumns, setupLabel } from './blendWords';
import { lostOf, scopeOutcomes, type BlendFilters, type ListLine } from './blendList';
import type { BlendItem, BlendTable } from './blendTable';
import { FamilyPanel } from './FamilyPanel';
import { listColumnsOf, listCsv } from './listColumns';

interface OverviewProps extends BlendMoves {
  experiment: OpenExperiment;
  similarities: BlendSimilarities;
  table: BlendTable;
  lines: readonly ListLine[];
  recordName: (item: BlendItem, record: number) => string;
  values: BlendValues;
  reveal: string | null;
}

/** How much is missed, where, and the list of what is. */
export function BlendOverview({
  experiment,
  similarities,
  table,
  lines,
  recordName,
  values,
  set,
  href,
  reveal,
}: OverviewProps) {
  const { method, condition, kind, family } = values;
  const isSpecific = kind === 'specific';
  const scope = useMemo(() => scopeOutcomes(table, values), [table, values]);
  const { lost, n } = lostOf(scope);
  const matrix = useMemo(() => matrixOf(similarities, table, { ...values }), [similarities, table, values]);
  const tied = scope.filter((outcome) => outcome.kind === 'tied').length;
  return (
    <Overview
      set={set}
      lead={{
        title:
          n === 0
            ? 'No queries under these filters'
            : `${decimal(lost)} of ${n} ${isSpecific ? 'queries missed' : 'records not found'} (${percent(lost / n)})`,
        text: (
          <>
            {setupLabel(method, condition)}
            {family === null ? '' : `, family ${family}`}.{' '}
            {isSpecific
              ? 'A specific query is missed when the record it asks for does not come first. '
              : 'A generic query is the focus sentence alone; all four records of its family should be among the first four. '}
            {isSpecific && tied > 0
              ? `${tied} ${tied === 1 ? 'is' : 'are'} tied for first place and count in part. `
              : ''}
            {family === null && values.split === 'evaluation' ? (
              <ErrorBoundary resetKey={method} fallback={() => null}>
                <Suspense fallback={null}>
                  <LeadInterval experiment={experiment} values={values} />
                </Suspense>
              </ErrorBoundary>
            ) : null}
            <ScorecardLink {...experiment} />
          </>
        ),
      }}
      filters={
        <>
          <BlendFilterBar table={table} values={values} set={set} />
          <FilterChips
            filters={narrowing(values).map((filter) => ({
              label: filterLabel(values, filter),
              clear: () => set({ [filter]: cleared[filter] }),
            }))}
            clearAll={() => set(cleared)}
          />
        </>
      }
      matrix={{
        title: 'Misses by family and method',
        model: matrix,
        rowName: 'Family',
        counted: countedWord(kind),
        figure: values.cells,
        selected: { family, column: method },
        href: (inFamily, column) =>
          href({
            ...closed,
            family: inFamily,
            method: column,
            rescuedBy: values.rescuedBy === column ? null : values.rescuedBy,
          }),
        caption: `${isSpecific ? 'Queries whose record does not come first' : 'Records of the family that are not among the first four'}, of the n in each family; a tie for the place counts in part. A stronger colour means a larger share missed. A number opens what it counts; arrow keys move between cells.`,
      }}
      list={{
        title: `${values.show === 'all' ? 'Queries' : 'Misses'} of ${setupLabel(method, condition)}: ${lines.length}`,
        item: 'query',
        columnsHelp: (
          <>
            <strong>Gap to target</strong> is the score of the best other record less that of the target; a
            negative number is a lead. <strong>Rank</strong> is a range where ties leave it open.{' '}
            <strong>Rescued by</strong> counts the other fourteen methods that hit the query under the same
            condition.
          </>
        ),
        csv: {
          name: `${experiment.entry.id}-${method}-${condition}-misses.csv`,
          content: () => listCsv(lines, recordName),
        },
        columns: listColumnsOf(kind, recordName),
        lines,
        idOf: ({ outcome }) => outcome.item.id,
        href: ({ outcome }) => href({ ...closed, query: outcome.item.id }),
        sort: values.sort,
        reveal,
        empty: <EmptyList values={values} set={set} scope={scope.length} />,
      }}
    >
      {family === null ? null : (
        <FamilyPanel experiment={experiment} similarities={similarities} family={family} />
      )}
    </Overview>
  );
}

/** The interval of the summary for the same queries. */
function LeadInterval({
  experiment,
  values: { method, condition, kind, block },
}: {
  experiment: OpenExperiment;
  values: BlendValues;
}) {
  const { value: summary } = use(
    loadExperimentFile(experiment.source, experiment.entry, 'summary.json', blendSummaryFormat),
  );
  const row = summary.rows.find((candidate) => candidate.row === method);
  const figures = block === 'both' ? row : row?.blocks?.[block];
  const missed = missedInterval(figures?.[kind === 'specific' ? 'top1' : 'coverageAt4'][condition]);
  return missed === '' ? null : `${missed}. `;
}

function matrixOf(similarities: BlendSimilarities, table: BlendTable, filters: BlendFilters) {
  // The matrix shows every family and method that the other filters let in.
  const scope: BlendFilters = { ...filters, family: null };
  const blocks = blendBlocks.filter((block) => filters.block === 'both' || block === filters.block);
  const byColumn = new Map(
    methodColumns.map(({ id }) => [
      id,
      groupBy(scopeOutcomes(table, { ...scope, method: id }), ({ item }) => item.family),
    ]),
  );
  const groups = blocks.map((block) => ({
    id: block,
    label: blockLabels[block],
    families: similarities[block].families
      .filter((family) => byColumn.get('whole')!.has(family))
      .map((id) => ({ id, label: id })),
  }));
  return failureMatrix(
    methodColumns,
    groups.filter(({ families }) => families.length > 0),
    (family, column) => lostOf(byColumn.get(column)!.get(family) ?? []),
  );
}

/** What each filter is without a choice. */
const cleared = { family: null, rescuedBy: null, show: 'misses', block: 'both' } as const;

const narrowing = (values: BlendValues): (keyof typeof cleared)[] =>
  (Object.keys(cleared) as (keyof typeof cleared)[]).filter(
    (filter) => values[filter] !== cleared[filter] && values[filter] !== 'all',
  );

function EmptyList({ values, set, scope }: { values: BlendValues; set: BlendMoves['set']; scope: number }) {
  return (
    <NothingListed
      tone={scope > 0 && narrowing(values).length === 0 ? 'good' : 'info'}
      text={
        scope === 0
          ? 'No query passes the filters'
          : `No misses among ${scope} ${scope === 1 ? 'query' : 'queries'}`
      }
      narrowing={narrowing(values).map((filter) => filterLabel(values, filter))}
      onClear={() => set(cleared)}
      showAll={{ label: 'Show all queries', onClick: () => set({ show: 'all' }) }}
    />
  );
}
