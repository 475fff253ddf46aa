import type { LocatedQuestion } from '../../../../datasets/own/asked';
import type { InputQuestion } from '../../../state/benchmarkInput';

const questionFilters = [
  'all',
  'not located',
  'elsewhere',
  'inside a word',
  'not established',
  'no gold',
  'no text',
] as const;
export type QuestionFilter = (typeof questionFilters)[number];

/** Whether a question belongs to a filter; one that is still looked for belongs to none but `all`. */
export function isUnder(
  filter: QuestionFilter,
  question: InputQuestion,
  located: LocatedQuestion | undefined,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'inside a word':
      return located?.insideWord === true;
    case 'no text':
      return question.text.trim() === '';
    default:
      return located?.status === filter;
  }
}

export function countUnder(
  questions: readonly InputQuestion[],
  located: ReadonlyMap<InputQuestion, LocatedQuestion>,
): Record<QuestionFilter, number> {
  const counts: Record<QuestionFilter, number> = {
    all: 0,
    'not located': 0,
    elsewhere: 0,
    'inside a word': 0,
    'not established': 0,
    'no gold': 0,
    'no text': 0,
  };
  for (const question of questions)
    for (const filter of questionFilters)
      if (isUnder(filter, question, located.get(question))) counts[filter] += 1;
  return counts;
}
