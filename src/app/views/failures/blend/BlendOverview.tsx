import { Suspense, use, useMemo, useRef } from 'react';
import { groupBy } from '../../../../core/stats/aggregate';
import { decimal, percent } from '../../../../core/stats/format';
import {
  blendBlocks,
  blendSummaryFormat,
  type BlendSimilarities,
} from '../../../../experiments/blend/formats';
import { Button } from '../../../components/Button';
import { Choice } from '../../../components/Choice';
import { downloadFile } from '../../../components/download';
import { ErrorBoundary } from '../../../components/ErrorBoundary';
import { Explain } from '../../../components/Explain';
import { Notice } from '../../../components/Notice';
import { loadExperimentFile } from '../../../data/artifacts';
import { formatLocation } from '../../../state/urlState';
import type { OpenExperiment } from '../../openExperiment';
import { FailureMatrix } from '../FailureMatrix';
import { failureMatrix } from '../failureMatrixModel';
import { missedInterval } from '../missInterval';
import { MissTable } from '../MissTable';
import { BlendFilterBar } from './BlendFilterBar';
import { closed, type BlendMoves, type BlendValues } from './blendParams';
import { blockLabels, countedWord, filterLabel, methodColumns, setupLabel } from './blendWords';
import { lostOf, scopeOutcomes, type BlendFilters, type ListLine } from './blendList';
import type { BlendItem, BlendTable } from './blendTable';
import { FamilyPanel } from './FamilyPanel';
import { listColumnsOf, listCsv } from './listColumns';
import shared from '../failures.module.css';

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
  const heading = useRef<HTMLHeadingElement>(null);
  const counted = countedWord(kind);
  const scope = useMemo(() => scopeOutcomes(table, values), [table, values]);
  const { lost, n } = lostOf(scope);
  const matrix = useMemo(() => matrixOf(similarities, table, { ...values }), [similarities, table, values]);
  const columns = listColumnsOf(kind, recordName);
  const toList = () => requestAnimationFrame(() => heading.current?.focus());
  const tied = scope.filter((outcome) => outcome.kind === 'tied').length;

  return (
    <>
      <section className={shared.lead} aria-labelledby="misses-lead">
        <h2 id="misses-lead">
          {n === 0
            ? 'No queries under these filters'
            : `${decimal(lost)} of ${n} ${kind === 'specific' ? 'queries missed' : 'records not found'} (${percent(lost / n)})`}
        </h2>
        <p>
          {setupLabel(method, condition)}
          {family === null ? '' : `, family ${family}`}.{' '}
          {kind === 'specific' ? (
            <>
              A specific query is missed when the record it asks for does not come first.{' '}
              {tied > 0
                ? `${tied} ${tied === 1 ? 'is' : 'are'} tied for first place and count in part. `
                : ''}
            </>
          ) : (
            <>
              A generic query is the focus sentence alone; all four records of its family should be among the
              first four.{' '}
            </>
          )}
          {family === null && values.split === 'evaluation' ? (
            <ErrorBoundary resetKey={method} fallback={() => null}>
              <Suspense fallback={null}>
                <LeadInterval experiment={experiment} values={values} />
              </Suspense>
            </ErrorBoundary>
          ) : null}
          <a
            href={formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'scorecard' })}
          >
            The same figures with their intervals
          </a>
        </p>
      </section>
      <BlendFilterBar table={table} values={values} set={set} />
      <section className="stack" aria-labelledby="misses-matrix">
        <div className={shared.sectionHead}>
          <h3 id="misses-matrix">Misses by family and method</h3>
          <Choice
            label="Cells show"
            value={values.cells}
            options={[
              { value: 'counts', label: 'counts' },
              { value: 'rates', label: 'rates' },
            ]}
            onChange={(cells) => set({ cells }, { replace: true })}
          />
        </div>
        <FailureMatrix
          model={matrix}
          label="Matrix of misses"
          rowName="Family"
          counted={counted}
          figure={values.cells}
          selected={{ family, column: method }}
          href={(inFamily, column) =>
            href({
              ...closed,
              family: inFamily,
              method: column,
              rescuedBy: values.rescuedBy === column ? null : values.rescuedBy,
            })
          }
          onOpen={toList}
          caption={
            <>
              {kind === 'specific'
                ? 'Queries whose record does not come first'
                : 'Records of the family that are not among the first four'}
              , of the n in each family; a tie for the place counts in part. A stronger colour means a larger
              share missed. A number opens what it counts; arrow keys move between cells.
            </>
          }
        />
      </section>
      {family === null ? null : (
        <FamilyPanel experiment={experiment} similarities={similarities} family={family} />
      )}
      <section className="stack" aria-labelledby="misses-list">
        <div className={shared.sectionHead}>
          <h3 id="misses-list" ref={heading} tabIndex={-1}>
            {values.show === 'all' ? 'Queries' : 'Misses'} of {setupLabel(method, condition)}: {lines.length}
          </h3>
          {lines.length > 0 ? (
            <Button
              onClick={() =>
                downloadFile(
                  `${experiment.entry.id}-${method}-${condition}-misses.csv`,
                  'text/csv',
                  listCsv(lines, recordName),
                )
              }
            >
              Download CSV
            </Button>
          ) : null}
        </div>
        <MissTable
          caption={
            <span className="row">
              <span>
                Open a query to see why. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
              </span>
              <Explain about="the columns">
                <strong>Behind by</strong> is the score of the best other record less that of the target; a
                negative number is a lead. <strong>Rank</strong> is a range where ties leave it open.{' '}
                <strong>Rescued by</strong> counts the other fourteen methods that hit the query under the
                same condition.
              </Explain>
            </span>
          }
          label="List of misses"
          columns={columns}
          lines={lines}
          idOf={({ outcome }) => outcome.item.id}
          href={({ outcome }) => href({ ...closed, query: outcome.item.id })}
          sort={values.sort}
          onSort={(sort) => set({ sort }, { replace: true })}
          reveal={reveal}
          empty={<EmptyList values={values} set={set} scope={scope.length} />}
        />
      </section>
    </>
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

function EmptyList({ values, set, scope }: { values: BlendValues; set: BlendMoves['set']; scope: number }) {
  const narrowing = (['family', 'rescuedBy', 'show', 'block'] as const).filter((filter) =>
    filter === 'show'
      ? values.show !== 'all' && values.show !== 'misses'
      : filter === 'block'
        ? values.block !== 'both'
        : values[filter] !== null,
  );
  return (
    <Notice
      tone={scope > 0 && narrowing.length === 0 ? 'good' : 'info'}
      action={
        narrowing.length > 0 ? (
          <Button onClick={() => set({ family: null, rescuedBy: null, show: 'misses', block: 'both' })}>
            Clear {narrowing.length === 1 ? 'this filter' : 'these filters'}
          </Button>
        ) : (
          <Button onClick={() => set({ show: 'all' })}>Show all queries</Button>
        )
      }
    >
      {scope === 0
        ? 'No query passes the filters'
        : `No misses among ${scope} ${scope === 1 ? 'query' : 'queries'}`}
      {narrowing.length > 0
        ? ` with ${narrowing.map((filter) => `“${filterLabel(values, filter)}”`).join(', ')}`
        : ''}
      .
    </Notice>
  );
}
