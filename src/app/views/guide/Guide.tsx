import { formatLocation } from '../../state/urlState';
import { NoParameters } from '../shared/NoParameters';
import { Section } from '../shared/Prose';
import styles from './Guide.module.css';
import { commands, preamble, questionFile, recipes } from './recipes';

/** How chunks of other programs are measured beside the strategies, on a reader's own documents. */
export function Guide() {
  return (
    <div className="stack">
      <NoParameters />
      <h1>Measure your own splitter</h1>
      <p>
        A folder of documents, a file of questions, and the chunks that your program makes of them: then it
        stands in every table beside the strategies, on the{' '}
        <a href={formatLocation({ page: 'live', mode: 'benchmark' })}>live benchmark</a> of this page or on
        the command line.
      </p>
      <Section title="1. Write down what is asked">
        <p>
          A CSV with the columns <code>question</code> and <code>answer</code>, and <code>document</code>{' '}
          where you know it. An answer is found where its words stand.
        </p>
        <Code text={questionFile} />
      </Section>
      <Section title="2. Write the chunks into a file">
        <p>
          One line of JSON for each chunk. <code>document</code> is the path below the folder; then{' '}
          <code>text</code>, or <code>start</code> and <code>end</code>, or all three. In Python, every recipe
          below begins with
        </p>
        <Code text={preamble} />
        <div className={styles.recipes}>
          {recipes.map(({ name, code, note }) => (
            <section key={name} className="stack gap-1">
              <h3>{name}</h3>
              <Code text={code} />
              <p className="soft small">{note}</p>
            </section>
          ))}
        </div>
      </Section>
      <Section title="3. Measure">
        <p>
          On the page, add documents, questions and the file of chunks to the live benchmark. Or on the
          command line; the second call ends with exit code 1 when the row holds less, for a check in your CI:
        </p>
        <Code text={commands} />
        <p>
          A line that does not fit is named with its number: a wrong offset, a document that is not there, a
          text that stands elsewhere, units that are mixed. Overlaps and gaps are no fault; they are counted.
          Drop <code>out/own-run.zip</code> on this page to open every view of the result.
        </p>
      </Section>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <div
      className={`scroll-x panel ${styles.code}`}
      tabIndex={0}
      role="region"
      aria-label={text.split('\n', 1)[0]!}
    >
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}
