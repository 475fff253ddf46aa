import { useId, type ComponentProps, type ReactNode } from 'react';
import controls from './controls.module.css';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  help?: ReactNode;
  /** What is wrong with the value; replaces the help. */
  error?: string | null;
}

/** One line of text with its label, help and error. */
export function TextField({ label, help, error = null, ...input }: TextFieldProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={`${controls.field} ${styles.lineField}`}>
      <label htmlFor={id} className="small strong soft">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error !== null || undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note ? (
        <p
          id={`${id}-note`}
          className={error === null ? styles.help : styles.error}
          role={error === null ? undefined : 'alert'}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string;
  help?: ReactNode;
}

/** Text of any length with its label. */
export function TextArea({ label, help, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={`${controls.field} ${styles.areaField}`}>
      <label htmlFor={id} className="small strong soft">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={styles.area}
        aria-describedby={help ? `${id}-note` : undefined}
      />
      {help ? (
        <p id={`${id}-note`} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'onChange'> {
  label: ReactNode;
  help?: ReactNode;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, help, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        {...input}
        id={id}
        type="checkbox"
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={help ? `${id}-note` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {help ? (
        <p id={`${id}-note`} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
