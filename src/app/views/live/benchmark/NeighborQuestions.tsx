import { useId, useMemo, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { widthLabel } from '../../../../experiments/chunking/neighbors/widths';
import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import type { ChunkingChunks } from '../../../../experiments/chunking/formats';
import type { StoredExpansion } from '../../../../experiments/chunking/neighbors/stored';
import { Button } from '../../../components/Button';
import { ExpansionTree } from '../../neighbors/ExpansionTree';
import { drawExpansion } from '../../neighbors/expansionDrawing';
import { expansionInput, markGold, stateWords, type State } from '../../neighbors/neighborsModel';
import { countStates, handedOver, listQuestions, reachSentence } from './neighborPanelModel';
import styles from './Neighbors.module.css';

interface NeighborQuestionsProps {
  data: StoredExpansion;
  chunks: ReadonlyMap<number, ChunkingChunks>;
  /** Text by document. */
  texts: readonly string[];
  width: NeighborCounts;
  k: number;
  /** What the hits were found by. */
  search: string;
}

/** Questions that are listed before more are asked for. */
const atOnce = 100;

/** The questions, those first that neighbors rescue, and what is handed over for the chosen one. */
export function NeighborQuestions({ data, chunks, texts, width, k, search }: NeighborQuestionsProps) {
  const heading = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [shown, setShown] = useState(atOnce);
  const listed = useMemo(() => listQuestions(data, width, k), [data, width, k]);
  const counts = useMemo(() => countStates(listed), [listed]);
  const wordsOf = (place: number): string => data.questions[place]!.text ?? data.questions[place]!.id;
  const question = listed.find(({ place }) => data.questions[place]!.id === chosen) ?? listed[0];
  if (!question) return null;
  return (
    <>
      <section className="stack" aria-labelledby={heading}>
        <h5 id={heading}>
          {format.count(counts.rescued)} of {format.count(listed.length)}{' '}
          {listed.length === 1 ? 'question' : 'questions'} rescued by neighbors, {format.count(counts.missed)}{' '}
          still missed
        </h5>
        <p className="soft small">
          First {k} hits of {search} at {widthLabel(width)}. Rescued questions stand first; choose one to see
          its hits and what they bring.
        </p>
        <div className={styles.list} role="group" aria-label="Questions, rescued first">
          {listed.slice(0, shown).map((one) => (
            <button
              key={data.questions[one.place]!.id}
              type="button"
              className={styles.question}
              aria-pressed={one.place === question.place}
              onClick={() => setChosen(data.questions[one.place]!.id)}
            >
              <StateWord state={one.state} />
              <span dir="auto">{wordsOf(one.place)}</span>
            </button>
          ))}
        </div>
        {listed.length > shown ? (
          <Button onClick={() => setShown(shown + atOnce)}>
            Show {format.count(Math.min(atOnce, listed.length - shown))} more of {format.count(listed.length)}
          </Button>
        ) : null}
      </section>
      <ChosenQuestion
        key={question.place}
        data={data}
        chunks={chunks}
        texts={texts}
        width={width}
        k={k}
        question={question.place}
        state={question.state}
      />
    </>
  );
}

function StateWord({ state }: { state: State }) {
  return <span className={`small strong ${styles[state]}`}>{stateWords[state]}</span>;
}

interface ChosenQuestionProps extends Omit<NeighborQuestionsProps, 'search'> {
  question: number;
  state: State;
}

function ChosenQuestion({ data, chunks: spans, texts, width, k, question, state }: ChosenQuestionProps) {
  const { id, text, answers = [], gold } = data.questions[question]!;
  const { documents } = data.summary.corpus;
  const heading = useId();
  const list = useId();
  const drawing = useMemo(
    () => drawExpansion(expansionInput(data, spans, question, k, 'answer'), width),
    [data, spans, question, k, width],
  );
  const chunks = handedOver(drawing);
  return (
    <article className="stack" aria-labelledby={heading}>
      <h5 id={heading} dir="auto">
        {text ?? id}
      </h5>
      <p>
        <StateWord state={state} />{' '}
        <span className="soft">
          {answers.length === 0
            ? 'No answer was given.'
            : `Answer: ${answers.map((answer) => `“${answer}”`).join(', ')}.`}
        </span>{' '}
        {reachSentence(data, question, k)}
      </p>
      <ExpansionTree
        drawing={drawing}
        documents={documents}
        texts={texts}
        gold={gold}
        width={width}
        level={5}
      />
      {chunks.length === 0 ? null : (
        <div className="stack">
          <h5 id={list}>In words, in document order</h5>
          <div className={styles.flat} role="region" aria-labelledby={list} tabIndex={0}>
            <ol>
              {chunks.map(({ number, document, chunkIndex, role, start, end, tokens, answer }) => (
                <li key={number} className={styles[`${role}Item`]}>
                  <p className="small">
                    <b>{role}</b> {documents[document]?.title}, chunk {chunkIndex + 1}, {format.count(tokens)}{' '}
                    tokens
                    {answer === null
                      ? ''
                      : answer === 'whole'
                        ? ', holds the answer'
                        : ', holds a part of the answer'}
                  </p>
                  <p className="measure pre anywhere" dir="auto">
                    {markGold(
                      texts[document]!.slice(start, end),
                      { start, end },
                      gold.filter((span) => span.document === document),
                    ).map((part, place) => (part.gold ? <mark key={place}>{part.text}</mark> : part.text))}
                  </p>
                </li>
              ))}
            </ol>
          </div>
        </div>
      )}
    </article>
  );
}
