import styles from './FilterChips.module.css';

/** A filter that narrows a list, in words, and what takes it out. */
export interface ActiveFilter {
  label: string;
  clear: () => void;
}

/** What narrows a list, each with a button that takes it out, and one for all of it; nothing where nothing does. */
export function FilterChips({
  filters,
  clearAll,
}: {
  filters: readonly ActiveFilter[];
  clearAll: () => void;
}) {
  if (filters.length === 0) return null;
  return (
    <ul className={`plain-list row no-print ${styles.chips}`} aria-label="Active filters">
      {filters.map(({ label, clear }) => (
        <li key={label}>
          <button type="button" className={styles.chip} onClick={clear} aria-label={`Clear ${label}`}>
            {label} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      {filters.length > 1 ? (
        <li>
          <button type="button" className={styles.all} onClick={clearAll}>
            Clear all filters
          </button>
        </li>
      ) : null}
    </ul>
  );
}
