import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  label: string;
  /** From 0 to `of`; null while nobody knows. */
  value: number | null;
  of: number;
  /** What the bar shows, in words beside it. */
  text: string;
}

/** How far something is. The words are read aloud when they change at leisure, not with every step. */
export function ProgressBar({ label, value, of, text }: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} value={value ?? undefined} max={of || 1} />
      <span className="number">{text}</span>
    </div>
  );
}
