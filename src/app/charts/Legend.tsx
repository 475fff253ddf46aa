import type { SeriesStyle } from './colors';
import styles from './charts.module.css';
import { Swatch } from './Swatch';

export interface LegendEntry {
  id: string;
  label: string;
  style: SeriesStyle;
  hollow?: boolean;
  on: boolean;
}

export interface LegendGroup {
  label: string;
  entries: readonly LegendEntry[];
  /** The ids that are to be shown after a press, in the order of the entries. */
  onChange: (shown: string[]) => void;
}

/** What is drawn, and the buttons that show and hide it. Shift alone with one leaves only that one. */
export function Legend({ groups, line = true }: { groups: readonly LegendGroup[]; line?: boolean }) {
  return (
    <div className={styles.legend}>
      {groups.map(({ label, entries, onChange }) => {
        const shown = entries.filter(({ on }) => on).map(({ id }) => id);
        return (
          <div key={label} role="group" aria-label={label} className="row gap-1">
            <span className={styles.legendLabel}>{label}</span>
            {entries.map(({ id, label: text, style, hollow, on }) => (
              <button
                key={id}
                type="button"
                aria-pressed={on}
                className={styles.legendEntry}
                title={on ? 'Hide; with Shift, show only this one' : 'Show; with Shift, show only this one'}
                onClick={(event) =>
                  onChange(
                    event.shiftKey
                      ? [id]
                      : entries
                          .filter((entry) => (entry.id === id ? !on : entry.on))
                          .map((entry) => entry.id),
                  )
                }
              >
                <Swatch style={style} hollow={hollow ?? false} line={line} />
                {text}
              </button>
            ))}
            {entries.length > 1 && shown.length < entries.length ? (
              <button
                type="button"
                className={styles.legendAll}
                onClick={() => onChange(entries.map(({ id }) => id))}
              >
                Show all<span className="visually-hidden"> of {label}</span>
              </button>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
