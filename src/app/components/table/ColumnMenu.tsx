import type { ReactNode } from 'react';
import { Button } from '../Button';
import { PopoverMenu } from '../Explain';
import { headerRuns } from './tableModel';
import styles from './menus.module.css';

interface ColumnMenuProps {
  columns: readonly { id: string; group?: string | undefined; label: string; fullLabel: string }[];
  visible: readonly string[];
  /** Sets of columns under a name. */
  presets: readonly { label: string; columns: readonly string[] }[];
  onChange: (visible: string[]) => void;
  /** What else the table shows. */
  children?: ReactNode;
}

/** Which columns a table shows: single ones by checkbox, sets by name. */
export function ColumnMenu({ columns, visible, presets, onChange, children }: ColumnMenuProps) {
  const ordered = (wanted: (id: string) => boolean) => columns.map(({ id }) => id).filter(wanted);
  return (
    <PopoverMenu
      label={`Columns (${columns.filter(({ id }) => visible.includes(id)).length} of ${columns.length})`}
    >
      <div className="stack">
        <div className="row" role="group" aria-label="Sets of columns">
          {presets.map((preset) => (
            <Button
              key={preset.label}
              aria-pressed={
                preset.columns.length === visible.length && preset.columns.every((id) => visible.includes(id))
              }
              onClick={() => onChange(ordered((id) => preset.columns.includes(id)))}
            >
              {preset.label}
            </Button>
          ))}
        </div>
        <div className={styles.groups}>
          {headerRuns(columns).map((run) => (
            <fieldset key={run.columns[0]!.id} className={styles.group}>
              {run.group === null ? (
                <legend className="visually-hidden">{run.columns[0]!.fullLabel}</legend>
              ) : (
                <legend>{run.group}</legend>
              )}
              {run.columns.map((column) => (
                <label key={column.id} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={visible.includes(column.id)}
                    onChange={() => onChange(ordered((id) => (id === column.id) !== visible.includes(id)))}
                  />
                  {column.label}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        {children}
      </div>
    </PopoverMenu>
  );
}
