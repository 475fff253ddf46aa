import { comparableText } from '../../../core/text/findText';
import { Notice } from '../../components/Notice';
import type { QuestionText } from '../../data/corpusText';
import styles from './Inspector.module.css';

/** The chosen question in words, and whether its gold span reads what the experiment says. */
export function Asked({
  id,
  text,
  slices,
  close,
  why,
}: {
  id: string;
  text: QuestionText | null;
  slices: readonly string[] | null;
  close: string;
  why: string;
}) {
  const answers = text?.answers.map(comparableText).filter((answer) => answer !== '') ?? [];
  const doubtful =
    text && slices
      ? slices.filter((slice) => !answers.some((answer) => comparableText(slice).includes(answer)))
      : [];
  return (
    <section className={`stack gap-2 ${styles.side}`} aria-labelledby="asked">
      <h3 id="asked">Question</h3>
      {text ? <p>{text.text}</p> : null}
      <p className="soft small">
        <code>{id}</code> · <a href={why}>why it came out so</a> · <a href={close}>choose none</a>
      </p>
      {text ? (
        <p className="small">
          {text.answers.length === 1 ? 'Answer' : 'Answers'}:{' '}
          {text.answers.map((answer, place) => [place > 0 ? ' · ' : '', <q key={answer}>{answer}</q>])}
        </p>
      ) : null}
      {doubtful.map((slice) => (
        <Notice key={slice} tone="bad">
          The gold span reads “{slice.slice(0, 80)}”, which holds none of the answers.
        </Notice>
      ))}
    </section>
  );
}
