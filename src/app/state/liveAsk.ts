import { create } from 'zustand';
import { askDocuments, type Ask, type AskedRow } from '../data/ask';
import { addQuestions, editQuestion, useBenchmarkInput, type InputQuestion } from './benchmarkInput';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';

/** What was asked last, and what came back. */
export interface Answered {
  ask: Omit<Ask, 'model'>;
  rows: readonly AskedRow[];
}

/** The question as it is typed, and the newest answer: both outlive a look at another mode. */
export const useAsk = create<{ question: string; answered: Answered | null }>()(() => ({
  question: '',
  answered: null,
}));

export const typeQuestion = (question: string): void => useAsk.setState({ question });

export const askJob = createLiveJob('ask');

export async function askNow(ask: Ask, hooks: JobHooks): Promise<void> {
  try {
    const rows = await askDocuments(ask, hooks);
    hooks.signal.throwIfAborted();
    useAsk.setState({ answered: { ask: withoutKey(ask), rows } });
  } finally {
    if (ask.model) void lookAtKeptVectors();
  }
}

const withoutKey = ({ documents, question, variants, retriever }: Ask): Answered['ask'] => ({
  documents,
  question,
  variants,
  retriever,
});

/** The question of the benchmark with these words; null where there is none. */
export function questionOf(text: string, questions: readonly InputQuestion[]): InputQuestion | null {
  return questions.find((question) => question.text.trim() === text.trim()) ?? null;
}

/**
 * Makes a span the gold of the question that was asked, which makes the question part of
 * the benchmark. A span that shares text with gold marked before takes its place: all marks
 * of a question are required, and the same passage twice would be required twice.
 */
export function markAsked(
  text: string,
  span: { document: string; start: number; end: number },
): InputQuestion {
  const known = questionOf(text, useBenchmarkInput.getState().questions);
  if (!known) {
    const { document } = span;
    return addQuestions([
      { id: null, text: text.trim(), answers: [], document, family: null, marks: [span] },
    ])[0]!;
  }
  const others = known.marks.filter(
    ({ document, start, end }) => document !== span.document || end <= span.start || start >= span.end,
  );
  editQuestion(known.id, { marks: [...others, span], document: known.document ?? span.document });
  return known;
}

/** Takes a mark back; the question stays. */
export function unmarkAsked(id: string, span: { document: string; start: number; end: number }): void {
  const known = useBenchmarkInput.getState().questions.find((question) => question.id === id);
  if (!known) return;
  editQuestion(id, {
    marks: known.marks.filter(
      ({ document, start, end }) => document !== span.document || start !== span.start || end !== span.end,
    ),
  });
}
