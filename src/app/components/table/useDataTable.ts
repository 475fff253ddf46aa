import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { compareSortable, descendingFirst, sortable, type SortKey, type TableColumn } from './tableModel';

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** A row as the table library takes it. */
interface Item<Row> {
  row: Row;
}

interface DataTableOptions<Row> {
  /** The first column heads the rows and always shows. Stable, like `rows`. */
  columns: readonly TableColumn<Row>[];
  /** Ids of the other columns to show. */
  visible: readonly string[];
  /** The rows to show, in their stored order. */
  rows: readonly Row[];
  sort: readonly SortKey[];
  onSort: (keys: SortKey[]) => void;
}

export interface DataTableModel<Row> {
  head: TableColumn<Row>;
  /** Columns on screen, the head among them. */
  columns: TableColumn<Row>[];
  /** Rows on screen, in their order there. */
  rows: Row[];
  sort: readonly SortKey[];
  /** The next step of a column: its good end first, then the other, then unsorted; `add` keeps the other keys. */
  toggle: (column: string, add: boolean) => void;
}

/** Order and columns of a table on screen. Missing values stay last in both directions; equal ones keep the order given. */
export function useDataTable<Row>({
  columns,
  visible,
  rows,
  sort,
  onSort,
}: DataTableOptions<Row>): DataTableModel<Row> {
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Item<Row>> => ({
        id: column.id,
        accessorFn: ({ row }) => sortable(column.value(row), column.text),
        sortUndefined: 'last',
        sortFn: (a, b, id) => compareSortable(a.getValue(id), b.getValue(id)),
        sortDescFirst: descendingFirst(column),
      })),
    [columns],
  );
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const head = columns[0]!;
  const sorting = useMemo(
    () => sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    [sort],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id }) => [id, id === head.id || visible.includes(id)])),
    [columns, visible, head],
  );
  const table = useTable<typeof features, Item<Row>>({
    features,
    columns: definitions,
    data,
    state: { sorting, columnVisibility },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      onSort(next.map(({ id, desc }) => ({ column: id, descending: desc })));
    },
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    head,
    columns: table.getVisibleLeafColumns().map(({ id }) => byId.get(id)!),
    rows: table.getRowModel().rows.map(({ original }) => original.row),
    sort,
    toggle: (column, add) => table.getColumn(column)?.toggleSorting(undefined, add),
  };
}
