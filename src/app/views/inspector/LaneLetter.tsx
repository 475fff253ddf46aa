import styles from './Inspector.module.css';

/** A lane's letter over its colour: the letter is read, the colour is recognised. */
export function LaneLetter({ letter, color }: { letter: string; color: string }) {
  return (
    <b className={styles.letter} style={{ borderColor: color }}>
      {letter}
    </b>
  );
}
