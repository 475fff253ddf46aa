import { comparableText, mapComparable } from '../../../core/text/findText';
import { spansOverlap } from '../../../core/text/spans';
import type { Span } from '../../../core/units';
import {
  eachWithStep,
  type BenchmarkCorpus,
  type BenchmarkStep,
  type GoldSpan,
} from '../../../datasets/corpus';
import type { StrategyIndex } from './strategyIndex';

/** Where the answers of every question stand in the corpus. */
export interface AnswerPlaces {
  /** Comparable forms of each question's answers; blank ones are left out. */
  answers: string[][];
  /** Every occurrence of one of them, by question; of a question without answers its gold spans, by which alone it is judged. */
  places: readonly GoldSpan[][];
  /** Whether any answer, or the gold text, occurs anywhere. */
  inCorpus: boolean[];
}

/**
 * Lower-casing these depends on what stands beside them, or makes two characters of one, so
 * a slice that holds one may compare unlike the same stretch of its document.
 */
const sensitive = /[\u0130\u03a3]/;
const sensitiveAll = /[\u0130\u03a3]/g;

/** Finds every answer in every document, once for all strategies. Occurrences with sensitive characters are left to the slices. */
export async function findAnswers(
  { documents, questions }: BenchmarkCorpus,
  step?: BenchmarkStep,
): Promise<AnswerPlaces> {
  const mapped = documents.map(({ text }) => mapComparable(text.replace(sensitiveAll, '\uffff')));
  const whole = documents.map(({ text }) => (sensitive.test(text) ? comparableText(text) : null));
  const answers = questions.map((question) =>
    [...new Set(question.answers.map(comparableText))].filter((answer) => answer !== ''),
  );
  const known = new Map<string, GoldSpan[]>();
  const occurrences = (answer: string): GoldSpan[] => {
    let found = known.get(answer);
    if (found === undefined) {
      found = [];
      for (const [document, { text, starts, ends }] of mapped.entries()) {
        for (let at = text.indexOf(answer); at >= 0; at = text.indexOf(answer, at + 1)) {
          found.push({ document, start: starts[at]!, end: ends[at + answer.length - 1]! });
        }
      }
      known.set(answer, found);
    }
    return found;
  };
  const places: GoldSpan[][] = [];
  await eachWithStep({ kind: 'finding answers' }, questions.length, 16, step, (q) =>
    places.push(answers[q]!.length > 0 ? answers[q]!.flatMap(occurrences) : [...questions[q]!.gold]),
  );
  const inCorpus = questions.map(({ gold }, q) => {
    if (gold.length > 0 || places[q]!.some(({ document }) => whole[document] === null)) return true;
    return whole.some((text) => text !== null && answers[q]!.some((answer) => text.includes(answer)));
  });
  return { answers, places, inCorpus };
}

/** Relevant contexts of every question, ascending. */
export interface RelevantContexts {
  /** Contexts that contain an answer, both lower-cased with white space collapsed; without answers those that cover a gold span. */
  answer: Int32Array[];
  /** Contexts that cover a gold span whole. */
  evidence: Int32Array[];
  /** Of `answer` without `evidence`, those in which an answer overlaps a gold span. */
  partly: Int32Array[];
}

/**
 * All relevant contexts of a strategy, retrieved or not.
 *
 * Contexts are found from the places of the answers, which costs a few comparisons each
 * instead of a search of every context for every answer; the result is the same.
 */
export function relevantContexts(
  { documents, questions }: BenchmarkCorpus,
  index: StrategyIndex,
  { answers, places }: AnswerPlaces,
): RelevantContexts {
  const covering = coverage(index);
  const exceptions = index.contexts.flatMap(({ document, start, end }, context) => {
    const text = documents[document]!.text.slice(start, end);
    return sensitive.test(text) ? [{ context, text: comparableText(text) }] : [];
  });
  const isException = new Set(exceptions.map(({ context }) => context));
  const sorted = (contexts: Iterable<number>): Int32Array => Int32Array.from(contexts).sort();
  const answer = questions.map((_, q) => {
    const found = new Set<number>();
    for (const place of places[q]!) covering(place, (context) => found.add(context));
    if (answers[q]!.length === 0) return sorted(found);
    for (const context of found) if (isException.has(context)) found.delete(context);
    for (const { context, text } of exceptions)
      if (answers[q]!.some((answer) => text.includes(answer))) found.add(context);
    return sorted(found);
  });
  const evidence = questions.map(({ gold }) => {
    const found = new Set<number>();
    for (const span of gold) covering(span, (context) => found.add(context));
    return sorted(found);
  });
  const partly = questions.map(({ gold }, q) => {
    const whole = new Set(evidence[q]);
    const held = new Set(answer[q]);
    const found = new Set<number>();
    for (const place of places[q]!)
      if (gold.some((span) => span.document === place.document && spansOverlap(span, place)))
        covering(place, (context) => {
          if (held.has(context) && !whole.has(context)) found.add(context);
        });
    return sorted(found);
  });
  return { answer, evidence, partly };
}

/** Visits every context that covers a span whole. */
function coverage({
  contexts,
  contextOffsets,
}: StrategyIndex): (span: GoldSpan, visit: (context: number) => void) => void {
  /** The furthest end of a document's contexts up to this one: where it falls short, nothing before covers either. */
  const reach = new Int32Array(contexts.length);
  contexts.forEach(
    ({ document, end }, i) =>
      (reach[i] = contexts[i - 1]?.document === document ? Math.max(reach[i - 1]!, end) : end),
  );
  return ({ document, start, end }, visit) => {
    const first = contextOffsets[document]!;
    for (
      let i = lastStartingBy(contexts, first, contextOffsets[document + 1]!, start);
      i >= first && reach[i]! >= end;
      i--
    ) {
      if (contexts[i]!.end >= end) visit(i);
    }
  };
}

/** The last of the spans `from` … `to` − 1, ordered by start, that starts at or before an offset; `from` − 1 when none does. */
function lastStartingBy(spans: readonly Span[], from: number, to: number, offset: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
