import { use, useState } from 'react';
import { percent } from '../../../core/stats/format';
import {
  chunkingQuestionsFormat,
  chunkingTextsFormat,
  type ChunkingSummary,
} from '../../../experiments/chunking/formats';
import {
  firstFragment,
  type Cut,
  type FirstFragment,
} from '../../../experiments/chunking/lottery/firstFragment';
import { phaseLottery, type LotteryQuestion } from '../../../experiments/chunking/lottery/phaseLottery';
import { Button } from '../../components/Button';
import { Choice } from '../../components/Choice';
import { Slider } from '../../components/Slider';
import { TextField } from '../../components/TextField';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { PlainTable, Section } from '../shared/Prose';
import styles from './Scorecard.module.css';

const outcomeWords: Record<FirstFragment['outcome'], string> = {
  passed: 'The fragment holds the sentence whole.',
  ranking:
    'The fragment does not hold it. Another chunk does, but this one shares as many words with the question, or more, and wins: a loss of the ranking.',
  cut: 'The fragment does not hold it, and neither does any other chunk: a cut goes through the sentence.',
};

const windowSizes = { min: 40, max: 240, step: 1 };

/** How a strategy of the experiment cuts: by its parameters, or else into paragraphs. */
function cutOf({ parameters }: ChunkingSummary['strategies'][number]): Cut {
  const { chunkSize, overlap } = parameters;
  return typeof chunkSize === 'number' ? { size: chunkSize, overlap: Number(overlap) } : 'paragraphs';
}

/** The document read as its lab asks: first the fragment alone, then what it was cut from; then other cuts of one's own. */
export function FirstFragments({
  experiment: { source, entry },
  summary,
}: ExperimentViewProps & { summary: ChunkingSummary }) {
  const { value: texts } = use(loadExperimentFile(source, entry, 'texts.json', chunkingTextsFormat));
  const { value: asked } = use(loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat));
  const text = texts.documents[0]?.text ?? '';
  const questions = asked.questions.flatMap(({ id, text: words = '', gold: [target] }): LotteryQuestion[] =>
    target ? [{ id, text: words, target }] : [],
  );
  const { strategies } = summary;
  const [strategyId, setStrategy] = useState(strategies[1]?.id ?? strategies[0]!.id);
  const [questionId, setQuestion] = useState(questions[0]?.id ?? '');
  const strategy = strategies.find(({ id }) => id === strategyId) ?? strategies[0]!;
  const question = questions.find(({ id }) => id === questionId);
  if (!question) return null;
  return (
    <>
      <Section title="Could you answer from this alone?">
        <p>
          This is what the search returns first, and all that an answer could be made of. Read it before you
          look where it comes from.
        </p>
        <Choice
          label="Question"
          value={questionId}
          options={questions.map(({ id }) => ({ value: id, label: id }))}
          onChange={setQuestion}
        />
        <Choice
          label="Cut into"
          value={strategyId}
          options={strategies.map(({ id, label }) => ({ value: id, label }))}
          onChange={setStrategy}
        />
        <Reading key={`${strategyId} ${questionId}`} text={text} question={question} cut={cutOf(strategy)} />
      </Section>
      <Section title="Other words, other windows">
        <OwnCut key={questionId} text={text} question={question} kept={cutOf(strategy)} />
      </Section>
      <Section title="How much of it is luck">
        <Lottery text={text} questions={questions} cuts={strategies.map(cutOf)} />
      </Section>
    </>
  );
}

interface ReadingProps {
  text: string;
  question: LotteryQuestion;
  cut: Cut;
}

/** A fragment without its target marked, and on demand the paragraph that the answer stands in. */
function Reading({ text, question, cut }: ReadingProps) {
  const [open, setOpen] = useState(false);
  const { fragment, shared, paragraph, outcome } = firstFragment(text, question, cut);
  const { target } = question;
  return (
    <>
      <p>
        <strong>{question.text}</strong>
      </p>
      <Quoted label="First fragment" text={fragment ? text.slice(fragment.start, fragment.end) : ''} />
      <p className="small soft">
        {shared.length === 0
          ? 'No chunk shares a word with the question.'
          : `${shared.length} words of the question stand in it: ${shared.join(', ')}.`}
      </p>
      {open ? (
        <>
          <blockquote className={styles.fragment} aria-label="The whole paragraph">
            {text.slice(paragraph.start, target.start)}
            <mark>{text.slice(target.start, target.end)}</mark>
            {text.slice(target.end, paragraph.end)}
          </blockquote>
          <p role="status">{outcomeWords[outcome]}</p>
        </>
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>Show the whole paragraph</Button>
        </p>
      )}
    </>
  );
}

function Quoted({ label, text }: { label: string; text: string }) {
  return (
    <blockquote className={styles.fragment} aria-label={label}>
      {text}
    </blockquote>
  );
}

/** The same question put in the reader's words, to windows of the reader's size, beside what is published. */
function OwnCut({ text, question, kept }: { text: string; question: LotteryQuestion; kept: Cut }) {
  const [query, setQuery] = useState(question.text);
  const [size, setSize] = useState(kept === 'paragraphs' ? 80 : kept.size);
  const [wanted, setOverlap] = useState(kept === 'paragraphs' ? 0 : kept.overlap);
  const overlap = Math.min(wanted, size - 1);
  const shown = (cut: Cut, asked: LotteryQuestion, title: string) => {
    const { fragment, outcome } = firstFragment(text, asked, cut);
    return [title, fragment ? text.slice(fragment.start, fragment.end) : 'nothing', outcomeWords[outcome]];
  };
  return (
    <>
      <TextField label="Question" value={query} onChange={({ target }) => setQuery(target.value)} />
      <Slider
        label="Window"
        {...windowSizes}
        value={size}
        valueText={`${size} characters`}
        onChange={setSize}
      />
      <Slider
        label="Overlap"
        min={0}
        max={size - 1}
        step={1}
        value={overlap}
        valueText={`${overlap} characters`}
        onChange={setOverlap}
      />
      <PlainTable
        caption="What is returned first"
        head={['Run', 'First fragment', 'Outcome']}
        rows={[
          shown(kept, question, 'As published'),
          shown({ size, overlap }, { ...question, text: query }, 'Yours'),
        ]}
      />
    </>
  );
}

const cutName = (cut: { size: number; overlap: number }): string =>
  cut.overlap > 0 ? `${cut.size}, ${cut.overlap} overlap` : `${cut.size}`;

/** Passes over every phase of the windows, and how often each target can be reached at all. */
function Lottery({
  text,
  questions,
  cuts,
}: {
  text: string;
  questions: readonly LotteryQuestion[];
  cuts: readonly Cut[];
}) {
  const drawn = cuts.flatMap((cut) =>
    cut === 'paragraphs' ? [] : [{ cut, ...phaseLottery(text, questions, cut.size, cut.overlap) }],
  );
  return (
    <>
      <p>
        Windows could begin anywhere. Here their first one ends after 1, 2, 3 … characters, so that every cut
        moves along with it, and all questions are asked again at each of these phases. A target is reachable
        where some window holds it whole; by the closed form (n − L + 1) / (n − o) of the phases, for windows
        of n, an overlap of o, and a target of L characters that stands at least n from the start. What is
        reachable and still missed is lost by the ranking.
      </p>
      <PlainTable
        caption="Phases that pass so many questions"
        head={[
          'Windows',
          ...Array.from({ length: questions.length + 1 }, (_, passes) => `${passes} of ${questions.length}`),
        ]}
        rows={drawn.map(({ cut, distribution, phases }) => [
          cutName(cut),
          ...distribution.map((times) => `${times} (${percent(times / phases.length)})`),
        ])}
      />
      <PlainTable
        caption="Phases by question"
        head={['Windows', 'Question', 'Reachable', 'By the closed form', 'Returned first', 'Lost by ranking']}
        rows={drawn.flatMap(({ cut, phases, questions: found }) =>
          found.map(({ id, reachable, passed, closedForm }) => [
            cutName(cut),
            id,
            percent(reachable / phases.length),
            percent(closedForm),
            percent(passed / phases.length),
            percent((reachable - passed) / phases.length),
          ]),
        )}
      />
      <p>
        The windows are shorter than the paragraphs, so length is mixed into the comparison. Four questions
        prove nothing in general, and a perfect score says nothing about a question that the document does not
        answer.
      </p>
    </>
  );
}
