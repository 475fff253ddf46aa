import { useMemo, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Choice } from '../../../components/Choice';
import { downloadFile } from '../../../components/download';
import { Explain } from '../../../components/Explain';
import { Notice } from '../../../components/Notice';
import { TextArea } from '../../../components/TextField';
import { benchmarkLimits } from '../../../../datasets/own/textFile';
import { csvHeader, pasted, questionsCsv, questionsJson } from '../../../../datasets/own/questions';
import { addQuestions, locateNow, useBenchmarkInput } from '../../../state/benchmarkInput';
import { FileDrop } from './FileDrop';
import { countUnder, isUnder, type QuestionFilter } from './questionStatus';
import { QuestionTable } from './QuestionTable';
import { addQuestionFiles, addQuestionText, documentTexts, nothingRead, type FilesRead } from './readFiles';
import { ReadFaults } from './ReadFaults';
import styles from './Benchmark.module.css';

const filterLabels: readonly { value: QuestionFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'not located', label: 'Not located' },
  { value: 'elsewhere', label: 'In another document' },
  { value: 'inside a word', label: 'Inside a word only' },
  { value: 'not established', label: 'Not established' },
  { value: 'no gold', label: 'No gold' },
  { value: 'no text', label: 'No question' },
];

const separators = [
  { value: '|', label: 'apart by |' },
  { value: ';', label: 'apart by ;' },
  { value: 'none', label: 'never: a cell is one answer' },
] as const;

/** The questions of a run with their gold: a table to edit, files, pasted rows. */
export function QuestionsPanel({ onShow }: { onShow: (document: string, offset: number) => void }) {
  const { documents, questions, located, locateFault, separator } = useBenchmarkInput();
  const [read, setRead] = useState<FilesRead>(nothingRead);
  const [filter, setFilter] = useState<QuestionFilter>('all');
  const [fresh, setFresh] = useState<string | null>(null);
  const counts = useMemo(() => countUnder(questions, located), [questions, located]);
  const shownFilter = counts[filter] === 0 ? 'all' : filter;
  const shown = useMemo(
    () => questions.filter((question) => isUnder(shownFilter, question, located.get(question))),
    [questions, located, shownFilter],
  );
  const add = () => {
    const [made] = addQuestions([
      { id: null, text: '', answers: [], document: null, family: null, marks: [] },
    ]);
    setFilter('all');
    setFresh(made!.id);
  };
  const readText = (text: string) => {
    try {
      const { questions: added, notices } = addQuestionText(pasted, text);
      setRead({ ...nothingRead, added: [`${added.length} pasted`], notices });
      return true;
    } catch (error) {
      setRead({ ...nothingRead, faults: [error as Error] });
      return false;
    }
  };

  return (
    <section className="panel stack gap-3" aria-labelledby="questions">
      <div className={`row between ${styles.bar}`}>
        <h2 id="questions">2. Questions and their gold</h2>
        <Explain about="the files of questions">
          <p>
            <strong>CSV</strong> with a header line <code>{csvHeader}</code>; several answers in columns{' '}
            <code>answer2</code> …, or in one cell apart by the sign that is chosen here; commas, semicolons
            or tabs, or what a first line <code>sep=;</code> names; quotes as usual.
          </p>
          <p>
            <strong>JSON</strong>:{' '}
            <code>
              {'[{"question": "…", "answers": ["…"], "document": "a.md", "family": "…", "id": "…"}]'}
            </code>
            , or an object with that list as <code>questions</code>. Gold by offsets:{' '}
            <code>{'"gold": [{"document": "a.md", "start": 3, "end": 9, "text": "…"}]'}</code> together with{' '}
            <code>{'"offsetUnit": "utf16"'}</code> or <code>{'"codePoints"'}</code> beside{' '}
            <code>questions</code>.
          </p>
          <p>
            The gold is any of the answers: a returned context that holds one counts as found, case and white
            space ignored. The family (optional) is what belongs together: intervals draw families, else
            documents.
          </p>
        </Explain>
      </div>
      <FileDrop
        label="Question files"
        accept=".csv,.tsv,.json,text/csv,application/json"
        onFiles={(files) => void addQuestionFiles(files).then(setRead)}
      >
        <span className="soft small">
          CSV or JSON, at most {format.count(benchmarkLimits.questions)} questions
        </span>
      </FileDrop>
      <Choice
        label="Several answers in one cell"
        value={separator ?? 'none'}
        options={separators}
        onChange={(value) => useBenchmarkInput.setState({ separator: value === 'none' ? null : value })}
      />
      <PasteRows onRead={readText} />
      {read.added.length > 0 ? (
        <p role="status" className="soft small">
          Added: {read.added.join(', ')}.
        </p>
      ) : null}
      <ReadFaults faults={read.faults} onDismiss={() => setRead({ ...read, faults: [] })} />
      {read.notices.length > 0 ? (
        <Notice
          tone="warn"
          title="About the questions:"
          action={<Button onClick={() => setRead({ ...read, notices: [] })}>Dismiss</Button>}
        >
          {read.notices.slice(0, 10).map((notice, place) => (
            <p key={place}>{notice}</p>
          ))}
          {read.notices.length > 10 ? <p>… and {format.count(read.notices.length - 10)} more.</p> : null}
        </Notice>
      ) : null}
      {locateFault ? (
        <Notice
          tone="bad"
          title="The gold could not be looked for."
          action={<Button onClick={() => void locateNow()}>Try again</Button>}
        >
          {locateFault.message}
        </Notice>
      ) : null}
      <Standing total={questions.length} counts={counts} documents={documents.length} />
      {filterLabels.some(({ value }) => value !== 'all' && counts[value] > 0) ? (
        <Choice
          label="Show"
          value={shownFilter}
          options={filterLabels
            .filter(({ value }) => value === 'all' || counts[value] > 0)
            .map(({ value, label }) => ({ value, label: `${label} (${format.count(counts[value])})` }))}
          onChange={setFilter}
        />
      ) : null}
      {shown.length > 0 ? (
        <QuestionTable questions={shown} fresh={fresh} onShow={onShow} onRows={readText} />
      ) : null}
      <div className="row">
        <Button onClick={add} disabled={questions.length >= benchmarkLimits.questions}>
          Add a question
        </Button>
        {questions.length > 0 ? (
          <>
            <Button
              tone="quiet"
              onClick={() => downloadFile('questions.csv', 'text/csv', questionsCsv(questions, separator))}
            >
              Download as CSV
            </Button>
            <Button
              tone="quiet"
              onClick={() =>
                downloadFile('questions.json', 'application/json', questionsJson(questions, documentTexts()))
              }
            >
              Download as JSON
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}

function Standing({
  total,
  counts,
  documents,
}: {
  total: number;
  counts: Record<QuestionFilter, number>;
  documents: number;
}) {
  if (total === 0)
    return (
      <p className="soft">
        No question yet. Load a file, paste rows, mark gold in a document, or add one by hand.
      </p>
    );
  if (documents === 0)
    return (
      <p className="soft">
        {format.count(total)} questions; their gold is looked for once there is a document.
      </p>
    );
  const missing = counts['not located'];
  return (
    <>
      {missing > 0 ? (
        <Notice tone="warn" title={`${format.count(missing)} not located.`}>
          Their gold stands in no document, whatever the case and white space. They stay in the run as misses
          at the source; “Not located” lists them.
        </Notice>
      ) : null}
      {counts['inside a word'] > 0 ? (
        <Notice tone="warn" title={`${format.count(counts['inside a word'])} inside a word only.`}>
          Their gold stands in the documents only as a part of longer words, such as “no” in “not”. A context
          with such a word counts as found, whatever it says.
        </Notice>
      ) : null}
      {counts['not established'] > 0 ? (
        <Notice tone="info" title={`${format.count(counts['not established'])} not established.`}>
          Their file says that the documents hold no answer. They are counted apart and enter no figure.
        </Notice>
      ) : null}
      {counts['no gold'] > 0 ? (
        <Notice tone="warn" title={`${format.count(counts['no gold'])} without gold.`}>
          Nothing can count as found for them. They count as misses, unless you leave them out of the figures
          below.
        </Notice>
      ) : null}
    </>
  );
}

function PasteRows({ onRead }: { onRead: (text: string) => boolean }) {
  const [text, setText] = useState('');
  return (
    <details>
      <summary>Paste rows or JSON</summary>
      <div className={`stack gap-3 ${styles.paste}`}>
        <TextArea
          label="Rows"
          spellCheck={false}
          value={text}
          placeholder={
            'How long may trials export?\t7 days\tpolicy.md\nWho cannot export?\tguests|a guest\tpolicy.md'
          }
          help="Question, answer, document and family, as copied from a spreadsheet; or CSV with a header; or JSON."
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button
            disabled={text.trim() === ''}
            onClick={() => {
              if (onRead(text)) setText('');
            }}
          >
            Add these questions
          </Button>
        </div>
      </div>
    </details>
  );
}
