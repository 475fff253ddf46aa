import { Choice, Select } from '../Choice';
import { descendingFirst, sortedBy, type SortKey } from './tableModel';
import styles from './menus.module.css';

interface SortMenuProps {
  columns: readonly { id: string; fullLabel: string; better: 'higher' | 'lower' | null; text?: boolean }[];
  sort: readonly SortKey[];
  onSort: (keys: SortKey[]) => void;
}

/** The sort of a table without its headers, for small screens and for those who prefer a list. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const [first] = sort;
  const column = columns.find(({ id }) => id === first?.column);
  const options = [
    { value: '', label: 'original order' },
    ...columns.map(({ id, fullLabel }) => ({ value: id, label: fullLabel })),
  ];
  return (
    <div className={styles.sort}>
      <Select
        label="Sort by"
        value={column?.id ?? ''}
        options={options}
        onChange={(id) => {
          const chosen = columns.find((candidate) => candidate.id === id);
          onSort(chosen ? [{ column: id, descending: descendingFirst(chosen) }] : []);
        }}
      />
      {column && first ? (
        <Choice
          label="Direction"
          hideLabel
          value={first.descending ? 'descending' : 'ascending'}
          options={[
            { value: 'descending', label: '▼', title: 'Highest first' },
            { value: 'ascending', label: '▲', title: 'Lowest first' },
          ]}
          onChange={(direction) => onSort(sortedBy(column.id, direction === 'descending', sort))}
        />
      ) : null}
    </div>
  );
}
