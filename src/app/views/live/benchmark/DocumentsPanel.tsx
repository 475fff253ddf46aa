import { useMemo, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { andList } from '../../../../core/stats/words';
import { Button } from '../../../components/Button';
import { Notice } from '../../../components/Notice';
import { Checkbox, TextArea, TextField } from '../../../components/TextField';
import { benchmarkLimits } from '../../../../datasets/own/textFile';
import { readDatasetFiles, textBytes } from '../../../data/benchmarkRun';
import {
  deleteInputFromDevice,
  keepInputOnDevice,
  removeDocument,
  replaceInput,
  useBenchmarkInput,
  type InputDocument,
} from '../../../state/benchmarkInput';
import { FileDrop } from './FileDrop';
import { benchmarkDraw } from '../../../../datasets/published';
import { datasetReaders } from '../../../../datasets/readers';
import {
  addDocumentFiles,
  addQuestionText,
  addWithinLimits,
  nothingRead,
  type DatasetTexts,
  type FilesRead,
} from './readFiles';
import { ReadFaults } from './ReadFaults';
import styles from './Benchmark.module.css';

interface DocumentsPanelProps {
  /** Whether the built-in model, which knows English, will read them. */
  englishOnly: boolean;
  reading: string | null;
  onRead: (id: string | null) => void;
}

const { documents: mostDocuments, characters: mostCharacters, fileBytes } = benchmarkLimits;

/** The documents of a run: files, pasted text, and what is known of each. */
export function DocumentsPanel({ englishOnly, reading, onRead }: DocumentsPanelProps) {
  const { documents, questions, located, languages, kept, refusal } = useBenchmarkInput();
  const [read, setRead] = useState<FilesRead>(nothingRead);
  const [busy, setBusy] = useState(false);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const question of questions) {
      const place = located.get(question)?.gold[0]?.document;
      const id = question.document ?? (place === undefined ? undefined : documents[place]?.id);
      if (id !== undefined) found.set(id, (found.get(id) ?? 0) + 1);
    }
    return found;
  }, [documents, questions, located]);
  const open = async (files: File[]) => {
    setBusy(true);
    setRead(await addDocumentFiles(files));
    setBusy(false);
  };
  const asQuestions = (document: InputDocument) => {
    try {
      const { notices } = addQuestionText(document.id, document.text);
      removeDocument(document.id);
      setRead({
        ...read,
        notices: [...read.notices, ...notices],
        likeQuestions: read.likeQuestions.filter((other) => other !== document),
      });
    } catch (error) {
      setRead({ ...read, faults: [...read.faults, error as Error] });
    }
  };
  const settle = (dataset: DatasetTexts, faults: readonly Error[] = []) =>
    setRead((before) => ({
      ...before,
      faults: [...before.faults, ...faults],
      datasets: before.datasets.filter((other) => other !== dataset),
    }));
  const asDataset = async (dataset: DatasetTexts) => {
    setBusy(true);
    try {
      const found = await readDatasetFiles(dataset.files, dataset.reader);
      replaceInput(found.documents, found.questions);
      settle(dataset);
      setRead((before) => ({ ...before, notices: [...before.notices, ...found.notices] }));
    } catch (error) {
      settle(dataset, [error as Error]);
    }
    setBusy(false);
  };
  const asDocuments = (dataset: DatasetTexts) => {
    try {
      dataset.files.forEach(addWithinLimits);
      settle(dataset);
    } catch (error) {
      settle(dataset, [error as Error]);
    }
  };
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  const foreign = documents.flatMap((document) => {
    const language = languages.get(document) ?? null;
    return language === null ? [] : [{ id: document.id, language }];
  });

  return (
    <section className="panel stack gap-3" aria-labelledby="documents">
      <h2 id="documents">1. Documents</h2>
      <FileDrop
        label="Document files"
        accept=".txt,.text,.md,.markdown,.html,.htm,.json,.csv,.tsv,.log,.rst,text/*"
        onFiles={(files) => void open(files)}
      >
        <span className="soft small">
          .txt, .md, .html (its text), .json and .csv (as they are); at most {format.count(mostDocuments)}{' '}
          documents, {format.count(mostCharacters)} characters in all, {format.bytes(fileBytes)} a file
        </span>
      </FileDrop>
      <PasteDocument onFault={(fault) => setRead({ ...read, faults: [...read.faults, fault] })} />
      {busy ? <p role="status">Reading …</p> : null}
      <ReadFaults faults={read.faults} onDismiss={() => setRead({ ...read, faults: [] })} />
      {read.notices.map((notice) => (
        <Notice key={notice} tone="warn">
          {notice}
        </Notice>
      ))}
      {read.likeQuestions
        .filter((document) => documents.includes(document))
        .map((document) => (
          <Notice
            key={document.id}
            tone="info"
            action={<Button onClick={() => asQuestions(document)}>Use it as questions</Button>}
          >
            {document.id} looks like a list of questions. It was added as a document.
          </Notice>
        ))}
      {read.datasets.map((dataset) => (
        <Notice
          key={dataset.files[0]!.name}
          tone="info"
          action={
            <span className="row">
              <Button onClick={() => void asDataset(dataset)}>Use its documents and questions</Button>
              <Button onClick={() => asDocuments(dataset)}>
                {dataset.files.length > 1 ? 'Add them as documents' : 'Add it as a document'}
              </Button>
            </span>
          }
        >
          {andList(dataset.files.map(({ name }) => name))} {dataset.files.length > 1 ? 'are together' : 'is'}{' '}
          in the form of {datasetReaders[dataset.reader].label}: {datasetReaders[dataset.reader].holds}. Used
          as such it replaces what is here; of a large one at most {benchmarkDraw.documents} documents and{' '}
          {benchmarkDraw.questions} questions are drawn, as for the published benchmark.
        </Notice>
      ))}
      {englishOnly && foreign.length > 0 ? (
        <Notice tone="warn" title="Not English:">
          {foreign.map(({ id, language }) => `${id} (${language})`).join(', ')}. The built-in model was made
          for English: with it expect poor matches there. BM25 matches words as written, and pairs of
          characters in scripts without spaces.
        </Notice>
      ) : null}
      {documents.length > 0 ? (
        <div className="scroll-x" role="region" aria-label="Documents" tabIndex={0}>
          <table className={`table ${styles.table}`}>
            <caption>
              {format.count(documents.length)} {documents.length === 1 ? 'document' : 'documents'},{' '}
              {format.count(characters)} characters
            </caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="number to-end">
                  Characters
                </th>
                <th scope="col" className="number to-end">
                  Size
                </th>
                <th scope="col" className="number to-end">
                  Questions
                </th>
                {foreign.length > 0 ? <th scope="col">Language</th> : null}
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {documents.map((document) => (
                <Row
                  key={document.id}
                  document={document}
                  questions={counts.get(document.id) ?? 0}
                  language={foreign.length > 0 ? (languages.get(document) ?? '') : null}
                  isRead={reading === document.id}
                  onRead={onRead}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {documents.length > 0 || questions.length > 0 || kept ? (
        <Checkbox
          label="Keep documents and questions on this device"
          help={
            kept
              ? 'Kept in this browser’s database until you untick this. Nothing is sent.'
              : 'Otherwise they are gone when you reload or close the page.'
          }
          checked={kept}
          onChange={(keep) => void (keep ? keepInputOnDevice() : deleteInputFromDevice())}
        />
      ) : null}
      {refusal ? <Notice tone="warn">{refusal}</Notice> : null}
    </section>
  );
}

interface RowProps {
  document: InputDocument;
  questions: number;
  /** null where no document has one to tell. */
  language: string | null;
  isRead: boolean;
  onRead: (id: string | null) => void;
}

function Row({ document: { id, text, bytes }, questions, language, isRead, onRead }: RowProps) {
  return (
    <tr>
      <th scope="row">{id}</th>
      <td className="number to-end">{format.count(text.length)}</td>
      <td className="number to-end">{format.bytes(bytes)}</td>
      <td className="number to-end">{format.count(questions)}</td>
      {language === null ? null : <td>{language}</td>}
      <td className="nowrap">
        <Button
          aria-pressed={isRead}
          onClick={() => onRead(isRead ? null : id)}
          aria-label={`Read ${id} and mark gold`}
        >
          Read and mark gold
        </Button>
        <Button tone="quiet" aria-label={`Remove ${id}`} onClick={() => removeDocument(id)}>
          Remove
        </Button>
      </td>
    </tr>
  );
}

/** A pasted text of this size becomes a document at once: a field that shows it would hold up the page. */
const directUnits = 20_000;

function PasteDocument({ onFault }: { onFault: (fault: Error) => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const add = (content: string) => {
    try {
      if (content.trim() === '') return;
      const document = addWithinLimits({
        name: name.trim() === '' ? 'pasted text' : name,
        text: content,
        bytes: textBytes(content),
      });
      setAdded(document.id);
      // What stands in the field stays there when a pasted text went past it.
      setText((before) => (before === content ? '' : before));
      setName('');
    } catch (error) {
      onFault(error as Error);
    }
  };
  return (
    <details>
      <summary>Paste a text</summary>
      <div className={`stack gap-3 ${styles.paste}`}>
        <TextField
          label="Name of the document"
          value={name}
          placeholder="pasted text"
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label="Text"
          dir="auto"
          spellCheck={false}
          value={text}
          help={`A pasted text of more than ${format.count(directUnits)} characters becomes a document at once.`}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (pasted.length <= directUnits) return;
            event.preventDefault();
            add(pasted);
          }}
        />
        <div className="row">
          <Button disabled={text.trim() === ''} onClick={() => add(text)}>
            Add as a document
          </Button>
          <span role="status" className="soft small">
            {added === null ? '' : `Added as ${added}.`}
          </span>
        </div>
      </div>
    </details>
  );
}
