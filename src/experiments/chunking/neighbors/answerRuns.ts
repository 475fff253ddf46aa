import type { NumberedRun } from '../../../core/retrieval/neighbors';
import { comparableText } from '../../../core/text/findText';
import type { BenchmarkCorpus, GoldSpan } from '../../../datasets/corpus';
import type { AnswerPlaces, RelevantContexts } from '../measure/relevance';
import type { StrategyIndex } from '../measure/strategyIndex';

/** Per question, the smallest runs of adjacent chunks that hold what was asked for. */
export interface RelevantRuns {
  /** Runs whose merged text contains an answer (answer rule). */
  answer: NumberedRun[][];
  /** Runs that cover a required span whole (evidence rule). */
  evidence: NumberedRun[][];
}

/** Characters whose lower case depends on what stands beside them or is longer; only slices tell. */
const sensitive = /[\u0130\u03a3]/;

/**
 * Where adjacent chunks, merged, hold an answer: single chunks are the relevant contexts of
 * the benchmark, longer runs are answers that a boundary cuts. What is retrieved holds an
 * answer exactly when it holds all chunks of one of these runs, so whoever has them needs
 * no text.
 *
 * For chunks that neither overlap nor nest, each returned as it was indexed; anything else
 * is a RangeError. Runs stand in corpus order.
 */
export function relevantRuns(
  { documents, questions }: BenchmarkCorpus,
  index: StrategyIndex,
  { answers, places }: AnswerPlaces,
  relevant: RelevantContexts,
): RelevantRuns {
  const { chunks, chunkOffsets, contexts } = index;
  chunks.forEach(({ document, start, end }, i) => {
    const context = contexts[i];
    const before = chunks[i - 1];
    if (
      !context ||
      context.document !== document ||
      context.start !== start ||
      context.end !== end ||
      (before?.document === document && before.end > start)
    ) {
      throw new RangeError(
        `strategy ${index.strategy.id}: chunk ${i} must be returned as it was indexed and begin after the chunk before it`,
      );
    }
  });
  const runOf = ({ document, start, end }: GoldSpan): NumberedRun | null => {
    let first = chunkOffsets[document]!;
    const stop = chunkOffsets[document + 1]!;
    while (first < stop && chunks[first]!.end <= start) first++;
    let last = first;
    while (last < stop && chunks[last]!.end < end) last++;
    return last < stop && chunks[first]!.start <= start ? [first, last] : null;
  };
  const seams = chunks.flatMap(({ document, start }, i) => {
    const next = chunks[i + 1];
    if (next?.document !== document) return [];
    const text = documents[document]!.text.slice(start, next.end);
    return sensitive.test(text) ? [{ run: [i, i + 1] as const, text: comparableText(text) }] : [];
  });
  const cut = (spans: readonly GoldSpan[]): NumberedRun[] =>
    spans.map(runOf).filter((run): run is NumberedRun => run !== null && run[0] < run[1]);
  return {
    answer: questions.map((_, q) => {
      const single = relevant.answer[q]!;
      const known = new Set(single);
      const odd = seams.filter(
        ({ run: [a, b], text }) =>
          !known.has(a) && !known.has(b) && answers[q]!.some((answer) => text.includes(answer)),
      );
      return smallest(
        [...single].map((chunk): NumberedRun => [chunk, chunk]),
        [...cut(places[q]!), ...odd.map(({ run }) => run)],
      );
    }),
    evidence: questions.map(({ gold }, q) =>
      smallest(
        [...relevant.evidence[q]!].map((chunk): NumberedRun => [chunk, chunk]),
        cut(gold),
      ),
    ),
  };
}

/** All runs in corpus order, without those that another one lies in. */
function smallest(single: readonly NumberedRun[], longer: readonly NumberedRun[]): NumberedRun[] {
  const all = [...single, ...longer].sort(([a, b], [c, d]) => a - c || d - b);
  // From the back: whatever lies in a run begins where it does or after it, so it was seen before.
  const kept: NumberedRun[] = [];
  let nearest = Infinity;
  for (const run of all.reverse()) {
    if (run[1] >= nearest) continue;
    nearest = run[1];
    kept.push(run);
  }
  return kept.reverse();
}
