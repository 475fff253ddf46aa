import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DataTable } from './DataTable';
import type { SortKey, TableColumn } from './tableModel';
import { useDataTable } from './useDataTable';

afterEach(cleanup);

interface Row {
  name: string;
  quality: number | string | null;
  cost: number;
}

const column = (id: 'quality' | 'cost', better: 'higher' | 'lower'): TableColumn<Row> => ({
  id,
  label: id,
  fullLabel: id,
  better,
  value: (row) => row[id],
  cell: (row) => <a href={`#${row.name}-${id}`}>{String(row[id])}</a>,
});
const columns: TableColumn<Row>[] = [
  {
    id: 'name',
    label: 'Name',
    fullLabel: 'name',
    better: null,
    text: true,
    value: (row) => row.name,
    cell: (row) => row.name,
  },
  column('quality', 'higher'),
  column('cost', 'lower'),
];
const mixed: Row[] = [0.5, Number.NaN, 0.9, null, 'N/A', 0.7].map((quality, index) => ({
  name: `r${index}`,
  quality,
  cost: index % 2,
}));

function Harness({
  rows,
  visible = ['quality', 'cost'],
  initial = [],
}: {
  rows: Row[];
  visible?: string[];
  initial?: SortKey[];
}) {
  const [sort, setSort] = useState<SortKey[]>(initial);
  const table = useDataTable({ columns, visible, rows, sort, onSort: setSort });
  return (
    <DataTable
      table={table}
      caption="A table"
      label="table"
      rowKey={(row) => row.name}
      empty="Nothing here."
    />
  );
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) });
const sortButton = (name: string) =>
  within(header(name)).getByRole('button', { name: new RegExp(`^${name}`) });

describe('a table of figures', () => {
  it('puts missing values last in both directions, in the order given', () => {
    render(<Harness rows={mixed} />);
    fireEvent.click(sortButton('quality'));
    expect(names()).toEqual(['r2', 'r5', 'r0', 'r1', 'r3', 'r4']);
    expect(header('quality').getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(sortButton('quality'));
    expect(names()).toEqual(['r0', 'r5', 'r2', 'r1', 'r3', 'r4']);
    expect(header('quality').getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(sortButton('quality'));
    expect(names()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
    expect(header('quality').hasAttribute('aria-sort')).toBe(false);
  });

  it('adds a column to the sort with Shift, by mouse and by keyboard', () => {
    render(<Harness rows={mixed} />);
    fireEvent.click(sortButton('cost'));
    expect(names()).toEqual(['r0', 'r2', 'r4', 'r1', 'r3', 'r5']);
    fireEvent.click(sortButton('quality'), { shiftKey: true });
    expect(names()).toEqual(['r2', 'r0', 'r4', 'r5', 'r1', 'r3']);
    fireEvent.keyDown(sortButton('quality'), { key: 'Enter', shiftKey: true });
    expect(names()).toEqual(['r0', 'r2', 'r4', 'r5', 'r1', 'r3']);
    expect(header('cost').getAttribute('aria-sort')).toBe('ascending');
  });

  it('keeps equal rows in the order given', () => {
    render(
      <Harness
        rows={mixed.map((row) => ({ ...row, quality: 1 }))}
        initial={[{ column: 'quality', descending: true }]}
      />,
    );
    expect(names()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
  });

  it('hides columns but never the one that heads the rows', () => {
    render(<Harness rows={mixed} visible={['cost']} />);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'cost']);
  });

  it('says that nothing is shown rather than being empty', () => {
    render(<Harness rows={[]} />);
    expect(screen.getByRole('cell').textContent).toBe('Nothing here.');
  });

  it('moves the focus between figures by arrow keys and stops at the edges', () => {
    render(<Harness rows={mixed} />);
    const link = (row: number, id: string) =>
      document.querySelector<HTMLAnchorElement>(`a[href="#r${row}-${id}"]`)!;
    link(0, 'quality').focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    press('ArrowRight');
    expect(document.activeElement).toBe(link(0, 'cost'));
    press('ArrowRight');
    expect(document.activeElement).toBe(link(0, 'cost'));
    press('ArrowDown');
    expect(document.activeElement).toBe(link(1, 'cost'));
    press('ArrowLeft');
    press('ArrowUp');
    expect(document.activeElement).toBe(link(0, 'quality'));
  });
});
