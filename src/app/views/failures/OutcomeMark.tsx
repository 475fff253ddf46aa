import styles from './OutcomeMark.module.css';

export type OutcomeKindMark = 'hit' | 'tied' | 'missed';

const signs: Record<OutcomeKindMark, string> = { hit: '●', tied: '◐', missed: '○' };

/** An outcome by sign, colour and word. */
export function OutcomeMark({ kind, children }: { kind: OutcomeKindMark; children: string }) {
  return (
    <span className={`nowrap ${styles[kind]}`}>
      <span aria-hidden="true">{signs[kind]}</span> {children}
    </span>
  );
}
