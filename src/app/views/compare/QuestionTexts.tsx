import { useMemo, type ReactNode } from 'react';
import { useCorpusText } from '../../data/corpusText';
import type { OpenExperiment } from '../openExperiment';
import { panelsOf } from '../panels';
import type { LoadedRun } from './adapters/adapter';

export interface KnownText {
  text: string;
  answers: readonly string[];
}

/** Texts of questions by id; null until they are loaded, and where no run has any to load. */
export type KnownTexts = ReadonlyMap<string, KnownText> | null;

/** The first experiment whose text the page can show. */
export const textRun = (runs: readonly LoadedRun[]): OpenExperiment | null =>
  runs.find(({ open }) => panelsOf(open.entry)?.hasCorpus)?.open ?? null;

interface QuestionTextsProps {
  runs: readonly LoadedRun[];
  children: (texts: KnownTexts) => ReactNode;
}

/** Hands on the texts of the questions, as far as they are known. */
export function QuestionTexts({ runs, children }: QuestionTextsProps) {
  const open = textRun(runs);
  return open ? <WithText open={open}>{children}</WithText> : <>{children(null)}</>;
}

function WithText({ open, children }: { open: OpenExperiment; children: (texts: KnownTexts) => ReactNode }) {
  const { questions } = useCorpusText(open);
  const texts = useMemo(
    () => (questions ? new Map(questions.map(({ id, text, answers }) => [id, { text, answers }])) : null),
    [questions],
  );
  return <>{children(texts)}</>;
}
