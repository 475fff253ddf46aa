import { toCsv, type CsvColumn } from '../../../core/stats/csv';
import type { RankMark, SortKey } from '../../components/table/tableModel';
import { shownInterval, type IntervalKind } from '../../../analysis/scorecard/figure';
import type { ScoreColumn, ScoreRow } from '../../../analysis/scorecard/scoreTypes';

/** What of a scorecard is on screen: its rows in their order, and its columns. */
export interface ShownTable {
  rows: readonly ScoreRow[];
  columns: readonly ScoreColumn[];
  sort: readonly SortKey[];
  marks: ReadonlyMap<string, RankMark> | null;
  interval: IntervalKind;
}

/** The table on screen as CSV: full precision, one column per number, text never a formula. */
export function tableCsv({ rows, columns, marks, interval }: ShownTable): string {
  const lead: CsvColumn<ScoreRow>[] = [
    ...(marks ? [{ header: 'places', value: (row: ScoreRow) => marks.get(row.id)?.text }] : []),
    { header: 'row', value: (row) => row.id },
    { header: 'label', value: (row) => row.label },
    { header: 'role', value: (row) => row.role },
  ];
  const figures = columns.flatMap((column): CsvColumn<ScoreRow>[] => {
    const figure = (row: ScoreRow) => row.figures.get(column.id);
    const shown = (row: ScoreRow) => {
      const found = figure(row);
      return found ? shownInterval(found, interval) : null;
    };
    const value: CsvColumn<ScoreRow> = { header: column.fullLabel, value: (row) => figure(row)?.value };
    if (column.total === null) return [value];
    const ends: CsvColumn<ScoreRow>[] =
      interval === 'off'
        ? []
        : [
            { header: `${column.fullLabel}, low`, value: (row) => shown(row)?.bounds[0] },
            { header: `${column.fullLabel}, high`, value: (row) => shown(row)?.bounds[1] },
            { header: `${column.fullLabel}, interval`, value: (row) => shown(row)?.how },
          ];
    return [value, ...ends, { header: `${column.fullLabel}, n`, value: (row) => figure(row)?.n }];
  });
  return toCsv(rows, [...lead, ...figures]);
}

/** The same as JSON, with every interval; missing values are null. */
export function tableJson(
  table: ShownTable,
  about: { experiment: string; title: string; link: string },
): string {
  const { rows, columns, sort, marks } = table;
  const content = {
    ...about,
    sort,
    columns: columns.map(({ id, fullLabel, better, about: meaning }) => ({
      id,
      label: fullLabel,
      better,
      meaning,
    })),
    rows: rows.map((row) => ({
      row: row.id,
      label: row.label,
      role: row.role,
      places: marks?.get(row.id)?.text ?? null,
      figures: Object.fromEntries(
        columns.map(({ id }) => {
          const figure = row.figures.get(id);
          return [
            id,
            figure
              ? {
                  value: figure.value,
                  n: figure.n,
                  bootstrap: figure.bootstrap,
                  t: figure.t,
                  exact: figure.exact,
                  ...(figure.note === undefined ? {} : { note: figure.note }),
                }
              : null,
          ];
        }),
      ),
    })),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}
