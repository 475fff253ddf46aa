import { create } from 'zustand';
import { freeName } from '../../datasets/own/textFile';
import type { AskedQuestion, LocatedQuestion, MarkedSpan } from '../../datasets/own/asked';
import { nameQuestions, type AnswerSeparator, type NewQuestion } from '../../datasets/own/questions';
import { holdDocuments, locateGold, textBytes } from '../data/benchmarkRun';
import { keptInputs } from '../data/benchmarkStorage';

export interface InputDocument {
  /** Its name; what questions call it by. */
  id: string;
  text: string;
  bytes: number;
}

export type InputQuestion = AskedQuestion;

interface BenchmarkInputState {
  documents: readonly InputDocument[];
  questions: readonly InputQuestion[];
  /** By question as it stands; a question that was changed has none until it is looked for again. */
  located: ReadonlyMap<InputQuestion, LocatedQuestion>;
  /** By document, the language when it seems to be another than English; of documents that are not listed nothing is known yet. */
  languages: ReadonlyMap<InputDocument, string | null>;
  /** Why gold could not be looked for. */
  locateFault: Error | null;
  /** What stands between several answers in one cell of a table. */
  separator: AnswerSeparator;
  /** Whether the input is kept on this device, by the reader’s choice. */
  kept: boolean;
  /** Why it could not be kept or deleted, in words. */
  refusal: string | null;
}

/** What the reader brought. In memory only, unless kept. */
export const useBenchmarkInput = create<BenchmarkInputState>()(() => ({
  documents: [],
  questions: [],
  located: new Map(),
  languages: new Map(),
  locateFault: null,
  separator: '|',
  kept: false,
  refusal: null,
}));

const locateAfterMs = 250;
const saveAfterMs = 600;
let locating: ReturnType<typeof setTimeout> | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;

function change(patch: Partial<Pick<BenchmarkInputState, 'documents' | 'questions'>>): void {
  useBenchmarkInput.setState(patch.documents ? { ...patch, located: new Map() } : patch);
  clearTimeout(locating);
  locating = setTimeout(() => void locateNow(), locateAfterMs);
  if (!useBenchmarkInput.getState().kept) return;
  clearTimeout(saving);
  saving = setTimeout(() => void save(), saveAfterMs);
}

/** Looks for the gold of all questions that were changed since. */
export async function locateNow(): Promise<void> {
  const { documents, questions, located } = useBenchmarkInput.getState();
  const wanted = questions.filter((question) => !located.has(question));
  if (documents.length === 0) return;
  try {
    const { languages } = await holdDocuments(documents);
    useBenchmarkInput.setState({
      languages: new Map(documents.map((document, place) => [document, languages[place] ?? null])),
    });
    if (wanted.length === 0) return;
    const found = await locateGold(documents, wanted);
    const now = useBenchmarkInput.getState();
    if (now.documents !== documents) return;
    const known = new Map(
      now.questions.flatMap((question) =>
        now.located.has(question) ? [[question, now.located.get(question)!] as const] : [],
      ),
    );
    wanted.forEach((question, place) => known.set(question, found[place]!));
    useBenchmarkInput.setState({ located: known, locateFault: null });
  } catch (error) {
    useBenchmarkInput.setState({ locateFault: error instanceof Error ? error : new Error(String(error)) });
  }
}

/** Adds a text under a name of its own. */
export function addDocument(name: string, text: string, bytes = textBytes(text)): InputDocument {
  const { documents } = useBenchmarkInput.getState();
  const document: InputDocument = { id: freeName(name, new Set(documents.map(({ id }) => id))), text, bytes };
  change({ documents: [...documents, document] });
  return document;
}

/** Removes a document; questions that name it keep its name, and what was marked in it is gone. */
export function removeDocument(id: string): void {
  const { documents, questions } = useBenchmarkInput.getState();
  change({
    documents: documents.filter((document) => document.id !== id),
    questions: questions.map((question) =>
      question.marks.some((mark) => mark.document === id)
        ? { ...question, marks: question.marks.filter((mark) => mark.document !== id) }
        : question,
    ),
  });
}

let made = 0;

/** Questions with an id each; a number that was given once is not given again while any question is here. */
function named(added: readonly NewQuestion[], questions: readonly InputQuestion[]): InputQuestion[] {
  const own = nameQuestions(added, new Set(questions.map(({ id }) => id)), questions.length === 0 ? 0 : made);
  made = own.made;
  return own.questions;
}

export function addQuestions(added: readonly NewQuestion[]): InputQuestion[] {
  const { questions } = useBenchmarkInput.getState();
  const own = named(added, questions);
  change({ questions: [...questions, ...own] });
  return own;
}

export function editQuestion(id: string, patch: Partial<Omit<InputQuestion, 'id'>>): void {
  change({
    questions: useBenchmarkInput
      .getState()
      .questions.map((question) => (question.id === id ? { ...question, ...patch } : question)),
  });
}

export function removeQuestion(id: string): void {
  change({ questions: useBenchmarkInput.getState().questions.filter((question) => question.id !== id) });
}

/** Adds a marked span to a question, or makes it a new one's. */
export function markGold(mark: MarkedSpan, id: string | null): InputQuestion {
  const existing = useBenchmarkInput.getState().questions.find((question) => question.id === id);
  if (!existing)
    return addQuestions([
      { id: null, text: '', answers: [], document: mark.document, family: null, marks: [mark] },
    ])[0]!;
  editQuestion(existing.id, {
    marks: [...existing.marks, mark],
    document: existing.document ?? mark.document,
  });
  return existing;
}

/** Puts other documents and questions in the place of those that are here. */
export function replaceInput(
  documents: readonly { id: string; text: string }[],
  questions: readonly NewQuestion[],
): void {
  change({
    documents: documents.map(({ id, text }) => ({ id, text, bytes: textBytes(text) })),
    questions: named(questions, []),
  });
}

const key = 'benchmark';
let restored = false;

/** Brings back what was kept on an earlier visit, unless something was brought meanwhile. */
export async function restoreInput(): Promise<void> {
  if (restored) return;
  restored = true;
  const kept = await keptInputs.get(key);
  const { documents, questions } = useBenchmarkInput.getState();
  if (!kept || documents.length > 0 || questions.length > 0) return;
  replaceInput(kept.documents, kept.questions);
  useBenchmarkInput.setState({ kept: true });
}

/** Keeps the documents and questions on this device from now on. */
export async function keepInputOnDevice(): Promise<void> {
  useBenchmarkInput.setState({ kept: true, refusal: null });
  await save();
}

/** Deletes what is kept; the input stays in the page. */
export async function deleteInputFromDevice(): Promise<void> {
  clearTimeout(saving);
  useBenchmarkInput.setState({ kept: false, refusal: null });
  try {
    await keptInputs.remove(key);
  } catch (error) {
    useBenchmarkInput.setState({ refusal: (error as Error).message });
  }
}

async function save(): Promise<void> {
  const { documents, questions } = useBenchmarkInput.getState();
  try {
    await keptInputs.keep(key, {
      documents: documents.map(({ id, text }) => ({ id, text })),
      questions,
    });
  } catch (error) {
    useBenchmarkInput.setState({ kept: false, refusal: (error as Error).message });
  }
}
