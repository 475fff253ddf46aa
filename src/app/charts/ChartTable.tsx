import type { ChartTableModel } from './chartTable';

/** The figures of a chart as a table: the same numbers, readable without seeing the chart. */
export function ChartTable({ caption, columns, rows }: ChartTableModel) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={`Table: ${caption}`}>
      <table className="small table figures">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) =>
              column === '' ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col">
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ header, cells }) => (
            <tr key={header}>
              <th scope="row">{header}</th>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
