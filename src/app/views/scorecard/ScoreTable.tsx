import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { count, formatValue, pValue } from '../../../core/stats/format';
import { smallestReachableP } from '../../../core/stats/signFlip';
import { Button } from '../../components/Button';
import { CopyButton } from '../../components/CopyButton';
import { Choice, Select } from '../../components/Choice';
import { TextField } from '../../components/TextField';
import { downloadFile } from '../../components/download';
import { Explain, PopoverMenu } from '../../components/Explain';
import { FilterChips } from '../../components/FilterChips';
import { Notice } from '../../components/Notice';
import { ColumnMenu } from '../../components/table/ColumnMenu';
import { DataTable } from '../../components/table/DataTable';
import { SortMenu } from '../../components/table/SortMenu';
import type { RankMark, SortKey, TableColumn } from '../../components/table/tableModel';
import { useDataTable } from '../../components/table/useDataTable';
import {
  columnShade,
  figureSentences,
  figureText,
  type IntervalKind,
} from '../../../analysis/scorecard/figure';
import { maxRuns } from '../compare/maxRuns';
import { FaultLine } from '../doctor/FaultLine';
import type { Finding } from '../../data/doctor';
import { FigureCell } from './FigureCell';
import { rankMarks } from '../../../analysis/scorecard/ranks';
import { tableCsv, tableJson } from './scoreExport';
import {
  valueOf,
  type BestRow,
  type ScoreColumn,
  type ScoreRow,
} from '../../../analysis/scorecard/scoreTypes';
import styles from './Scorecard.module.css';

export const nameColumn = 'name';

export interface TableView {
  sort: readonly SortKey[];
  columns: readonly string[];
  find: string;
  role: string | null;
  interval: IntervalKind;
  /** Rows to compare, by id. */
  pins?: readonly string[];
}

export interface ScoreTableProps {
  experiment: string;
  /** Tells the exports of several tables apart. */
  fileSuffix?: string;
  title: string;
  /** What the rows are called: "method", "strategy". */
  rowName: string;
  rows: readonly ScoreRow[];
  columns: readonly ScoreColumn[];
  presets: readonly { label: string; columns: readonly string[] }[];
  roles: readonly { value: string; label: string }[];
  roleLabel: string;
  best: BestRow | null;
  /** Address at which rows stand side by side, question by question. */
  compareRows?: (rows: readonly string[]) => string;
  apart?: { label: string; rows: readonly ScoreRow[] };
  /** What questions are called here. */
  questions: string;
  /** What intervals are drawn over. */
  cluster: string;
  caption: ReactNode;
  /** What the check of figures found about a figure. */
  faultOf: (row: string, column: string) => Finding | undefined;
  view: TableView;
  onView: (patch: Partial<TableView>, options?: { replace?: boolean }) => void;
  /** Further controls, before the common ones. */
  controls?: ReactNode;
  /** Further controls beside the choice of columns. */
  columnControls?: ReactNode;
}

/** A scorecard: controls, the table, the figure under the pointer in full, and what can be taken away. */
export function ScoreTable(props: ScoreTableProps) {
  const {
    experiment,
    fileSuffix,
    title,
    rowName,
    rows,
    columns,
    presets,
    roles,
    roleLabel,
    best,
    compareRows,
    apart,
    questions,
    cluster,
    caption,
    faultOf,
    view,
    onView,
    controls,
    columnControls,
  } = props;
  // The figure under the pointer changes often: only the line that shows it follows, not the table.
  const [usePoint] = useState(() => create<{ point: Point | null }>()(() => ({ point: null })));
  const needle = view.find.trim().toLowerCase();
  const shownRows = useMemo(
    () =>
      rows.filter(
        (row) =>
          (view.role === null || row.role === view.role) &&
          (needle === '' ||
            row.label.toLowerCase().includes(needle) ||
            row.id.toLowerCase().includes(needle)),
      ),
    [rows, view.role, needle],
  );
  const sorted = columns.find(({ id }) => id === view.sort[0]?.column);
  const powerless = reachableP(sorted, rows.length) >= 0.05;
  const tableColumns = useMemo(
    (): TableColumn<ScoreRow>[] => [
      nameHead(rowName, powerless && best ? { ...best, notSeparatedFrom: [] } : best),
      ...columns.map((column) => figureColumn(column, rows, view.interval, faultOf)),
    ],
    [rowName, best, powerless, faultOf, columns, rows, view.interval],
  );
  const table = useDataTable({
    columns: tableColumns,
    visible: view.columns,
    rows: shownRows,
    sort: view.sort,
    onSort: (sort) => onView({ sort }),
  });
  const marks = useMemo(() => (sorted?.groups ? rankMarks(sorted.groups) : null), [sorted]);
  const shownColumns = columns.filter(({ id }) => view.columns.includes(id));
  const counted = shownColumns.find(({ total }) => total !== null)?.total ?? null;
  const hidden = rows.length - shownRows.length;
  const taken = { rows: table.rows, columns: shownColumns, sort: view.sort, marks, interval: view.interval };
  const fileName = [experiment, 'scorecard', fileSuffix].filter(Boolean).join('-');

  return (
    <div className="stack">
      <div className="row toolbar no-print">
        {controls}
        <TextField
          label={`Find a ${rowName}`}
          type="search"
          placeholder={`Find a ${rowName}`}
          value={view.find}
          onChange={(event) => onView({ find: event.target.value }, { replace: true })}
        />
        {roles.length > 1 ? (
          <Select
            label={roleLabel}
            value={view.role ?? ''}
            options={[{ value: '', label: 'all' }, ...roles]}
            onChange={(role) => onView({ role: role === '' ? null : role })}
          />
        ) : null}
        <SortMenu columns={tableColumns} sort={view.sort} onSort={(sort) => onView({ sort })} />
        <ColumnMenu
          columns={columns}
          visible={view.columns}
          presets={presets}
          onChange={(ids) => onView({ columns: ids })}
        >
          <Choice
            label="Interval under each number"
            value={view.interval}
            options={[
              { value: 'bootstrap', label: 'bootstrap', title: '95 % percentile bootstrap' },
              { value: 't', label: 't', title: '95 % t interval' },
              { value: 'off', label: 'off' },
            ]}
            onChange={(interval) => onView({ interval })}
          />
          {columnControls}
        </ColumnMenu>
        {compareRows && view.pins && rows.length > 1 ? (
          <PinnedRows
            rows={rows}
            pins={view.pins}
            onPins={(pins) => onView({ pins })}
            compareRows={compareRows}
          />
        ) : null}
        <PopoverMenu label="Export">
          <div className="stack gap-2 items-start">
            <Button
              onClick={() => downloadFile(`${fileName}.csv`, 'text/csv;charset=utf-8', tableCsv(taken))}
            >
              CSV of this table
            </Button>
            <Button
              onClick={() =>
                downloadFile(
                  `${fileName}.json`,
                  'application/json',
                  tableJson(taken, { experiment, title, link: window.location.href }),
                )
              }
            >
              JSON of this table
            </Button>
            <CopyButton label="Copy the link" text={() => window.location.href} />
            <Button onClick={() => window.print()}>Print</Button>
          </div>
        </PopoverMenu>
        <Explain about="this table">
          <p>{caption}</p>
          {best ? <BestRule best={best} rows={rows} /> : null}
          <p>Arrow keys move between numbers; click one to see its questions.</p>
        </Explain>
      </div>
      <FilterChips
        filters={[
          ...(needle === ''
            ? []
            : [{ label: `found by “${view.find.trim()}”`, clear: () => onView({ find: '' }) }]),
          ...(view.role === null
            ? []
            : [
                {
                  label: `${roleLabel.toLowerCase()}: ${roles.find(({ value }) => value === view.role)?.label ?? view.role}`,
                  clear: () => onView({ role: null }),
                },
              ]),
        ]}
        clearAll={() => onView({ find: '', role: null })}
      />
      {hidden > 0 ? (
        <Notice
          action={<Button onClick={() => onView({ find: '', role: null })}>Show all {rows.length}</Button>}
        >
          {shownRows.length} of {rows.length} rows are shown. Places and shading still count all of them.
        </Notice>
      ) : null}
      {powerless && sorted ? (
        <Notice>
          This table cannot order its rows: {count(sorted.clusters)} {cluster} clusters allow no p below{' '}
          {pValue(reachableP(sorted, rows.length))} among {rows.length} rows, however large the gaps. Read the
          differences with their intervals.
        </Notice>
      ) : null}
      <div className={styles.tableFrame}>
        <DataTable
          table={table}
          caption={`${title}${counted === null ? '' : `, n = ${counted} ${questions}`}`}
          label={title}
          rowKey={(row) => row.id}
          rank={marks ? (row) => marks.get(row.id) ?? null : undefined}
          aboutRank={sorted ? <RankHelp column={sorted} cluster={cluster} rows={rows.length} /> : null}
          highlighted={(row) => row.id === best?.row}
          apart={apart}
          onPoint={(point) => usePoint.setState({ point })}
          empty="No row passes the filters."
        />
        <Readout
          usePoint={usePoint}
          columns={columns}
          questions={questions}
          cluster={cluster}
          marks={marks}
        />
      </div>
      {best && compareRows && rows.length > 1 ? (
        <CompareWithBest
          rows={rows.filter(({ id }) => id !== best.row)}
          best={rows.find(({ id }) => id === best.row)?.label ?? best.row}
          address={(row) => compareRows([best.row, row])}
        />
      ) : null}
    </div>
  );
}

/** Two to four rows picked by the reader, and the way to where they stand side by side. */
function PinnedRows({
  rows,
  pins,
  onPins,
  compareRows,
}: {
  rows: readonly ScoreRow[];
  pins: readonly string[];
  onPins: (pins: string[]) => void;
  compareRows: (rows: readonly string[]) => string;
}) {
  const pinned = pins.filter((id) => rows.some((row) => row.id === id));
  return (
    <>
      <PopoverMenu label={`Pin rows${pinned.length > 0 ? ` (${pinned.length})` : ''}`}>
        <div className="stack gap-2" role="group" aria-label="Rows to compare">
          {rows.map(({ id, label }) => (
            <label key={id} className="row tight">
              <input
                type="checkbox"
                checked={pinned.includes(id)}
                disabled={!pinned.includes(id) && pinned.length >= maxRuns}
                onChange={({ target }) =>
                  onPins(target.checked ? [...pinned, id] : pinned.filter((other) => other !== id))
                }
              />
              {label}
            </label>
          ))}
        </div>
      </PopoverMenu>
      {pinned.length > 1 ? <a href={compareRows(pinned)}>Compare {pinned.length} pinned rows</a> : null}
    </>
  );
}

function nameHead(rowName: string, best: BestRow | null): TableColumn<ScoreRow> {
  const label = `${rowName.charAt(0).toUpperCase()}${rowName.slice(1)}`;
  return {
    id: nameColumn,
    label,
    fullLabel: rowName,
    better: null,
    text: true,
    value: (row) => row.label,
    cell: (row) => (
      <span className={styles.name}>
        {row.label}
        {row.badges.map((badge) => (
          <span key={badge.label} className={styles.badge} title={badge.title}>
            {badge.label}
          </span>
        ))}
        {best?.row === row.id ? (
          <span className={`${styles.badge} ${styles.best}`}>
            {['best', best.at].filter(Boolean).join(' ')}
          </span>
        ) : null}
        {best?.notSeparatedFrom.includes(row.id) ? (
          <span className={styles.badge} title="The data cannot separate this row from the highlighted one.">
            ≈ best
          </span>
        ) : null}
        {row.note ? <span className={styles.rowNote}>{row.note}</span> : null}
      </span>
    ),
  };
}

function figureColumn(
  column: ScoreColumn,
  rows: readonly ScoreRow[],
  interval: IntervalKind,
  faultOf: ScoreTableProps['faultOf'],
): TableColumn<ScoreRow> {
  const shade = columnShade(
    rows.map((row) => valueOf(row, column.id)),
    column.better,
  );
  const counts = new Set(rows.flatMap((row) => row.figures.get(column.id)?.n ?? []));
  const n = counts.size === 1 ? [...counts][0] : undefined;
  return {
    id: column.id,
    group: column.group,
    label: column.label,
    fullLabel: column.fullLabel,
    better: column.better,
    about: (
      <>
        <p>{column.about}</p>
        {column.better ? (
          <p>
            {column.better === 'higher' ? 'Higher is better.' : 'Lower is better.'} The stronger the shading,
            the better among the rows of this column.
          </p>
        ) : (
          <p>Neither high nor low is good in itself.</p>
        )}
      </>
    ),
    note:
      [
        column.better === 'lower' ? 'lower is better' : '',
        n === undefined || column.total === null || n === column.total
          ? ''
          : `n = ${n} of ${column.total}`.replaceAll(' ', '\u00a0'),
      ]
        .filter(Boolean)
        .join(' · ') || null,
    value: (row) => valueOf(row, column.id),
    cell: (row) => (
      <FaultLine fault={faultOf(row.id, column.id)}>
        <FigureCell
          figure={row.figures.get(column.id)}
          kind={interval}
          name={`${column.fullLabel}, ${row.label}`}
          href={row.link(column.id)}
          total={n === undefined ? column.total : null}
        />
      </FaultLine>
    ),
    shade: (row) => shade(valueOf(row, column.id)),
  };
}

function BestRule({ best, rows }: { best: BestRow; rows: readonly ScoreRow[] }) {
  const label = (id: string) => rows.find((row) => row.id === id)?.label ?? id;
  const tied = best.notSeparatedFrom.length;
  return (
    <p>
      Marked “best”: <strong>{label(best.row)}</strong>, {best.rule}.{' '}
      {tied === rows.length - 1
        ? 'No other row can be told apart from it.'
        : tied === 0
          ? 'Every other row can be told apart from it.'
          : tied === 1
            ? `${label(best.notSeparatedFrom[0]!)} cannot be told apart from it and is marked “≈ best”.`
            : `${tied} rows cannot be told apart from it and are marked “≈ best”.`}
    </p>
  );
}

/** Rows that are listed in a sentence; more stand folded. */
const listedInline = 8;

/** Every other row beside the highlighted one. */
function CompareWithBest({
  rows,
  best,
  address,
}: {
  rows: readonly ScoreRow[];
  best: string;
  address: (row: string) => string;
}) {
  const links = rows.map(({ id, label }, place) => (
    <Fragment key={id}>
      {place === 0 ? '' : ', '}
      <a href={address(id)}>{label}</a>
    </Fragment>
  ));
  if (rows.length <= listedInline)
    return (
      <p className="no-print">
        Compare {best}, question by question, with {links}.
      </p>
    );
  return (
    <details className="no-print">
      <summary>Compare {best}, question by question, with another row</summary>
      <p>{links}.</p>
    </details>
  );
}

/** The smallest p that a row can have against the first: at 0.05 or above nothing can be established. */
const reachableP = (column: ScoreColumn | undefined, rows: number): number =>
  column?.groups && column.clusters > 0 && rows > 1 ? smallestReachableP(column.clusters, rows - 1) : 0;

function RankHelp({ column, cluster, rows }: { column: ScoreColumn; cluster: string; rows: number }) {
  const smallest = reachableP(column, rows);
  return (
    <>
      <p>
        Places by {column.fullLabel}. Rows inside one bracket share their places: the first of them does not
        beat the others, so their order is not established.
      </p>
      <p>
        A row beats another when a paired sign-flip test over {column.clusters} clusters ({cluster}),
        corrected by Holm, gives p below 0.05 and the 95 % interval of the difference holds no zero. Places
        count all rows, so filters move nobody.
      </p>
      {smallest >= 0.05 ? (
        <p>
          {column.clusters} clusters allow no p below {pValue(smallest)} among {rows} rows: here no order can
          be established, however large the gaps.
        </p>
      ) : null}
    </>
  );
}

interface Point {
  row: ScoreRow;
  column: string;
}

interface ReadoutProps {
  usePoint: UseBoundStore<StoreApi<{ point: Point | null }>>;
  columns: readonly ScoreColumn[];
  questions: string;
  cluster: string;
  marks: ReadonlyMap<string, RankMark> | null;
}

/** The figure under the pointer or the focus, in full. */
function Readout({ usePoint, columns, questions, cluster, marks }: ReadoutProps) {
  const point = usePoint((state) => state.point);
  const column = columns.find(({ id }) => id === point?.column);
  const figure = point?.row.figures.get(point.column);
  if (!point || !column || !figure)
    return (
      <p className={`soft ${styles.readout} no-print`}>
        Point at a number, or focus it, to read it in full; click it to see its questions.
      </p>
    );
  return (
    <p className={`${styles.readout} no-print`}>
      <strong>
        {point.row.label}, {column.fullLabel}:{' '}
        {figure.value === null ? formatValue(null, figure.unit) : figureText(figure)}.
      </strong>{' '}
      {figureSentences(figure, { questions, cluster, clusters: column.clusters, total: column.total }).join(
        ' ',
      )}{' '}
      {marks?.get(point.row.id)?.title}
    </p>
  );
}
