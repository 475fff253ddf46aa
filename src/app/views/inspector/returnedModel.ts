import type { ChunkingRankings } from '../../../experiments/chunking/formats';

/** A context that a search returned, placed in its document. */
export interface ReturnedContext {
  rank: number;
  score: number;
  /** Number over the whole corpus. */
  context: number;
  document: number;
  /** Number within its document. */
  local: number;
}

/** Contexts of ranks 1 … k of one question; fewer where fewer were retrieved. */
export function returnedContexts(
  rankings: ChunkingRankings,
  question: number,
  contextOffsets: readonly number[],
  k: number,
): ReturnedContext[] {
  const contexts = rankings.contexts[question] ?? [];
  const scores = rankings.scores[question] ?? [];
  return contexts.slice(0, k).map((context, place) => {
    const document = documentOf(contextOffsets, context);
    return {
      rank: place + 1,
      score: scores[place] ?? Number.NaN,
      context,
      document,
      local: context - contextOffsets[document]!,
    };
  });
}

/** The document that holds a context, by the number of contexts before each document. */
export function documentOf(contextOffsets: readonly number[], context: number): number {
  let [low, high] = [0, contextOffsets.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (contextOffsets[middle]! <= context) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rank of the first relevant context (answer rule) when it is within k; null for a miss. */
export function hitRank(rankings: ChunkingRankings, question: number, k: number): number | null {
  const rank = rankings.answer.rank[question] ?? 0;
  return rank > 0 && rank <= k ? rank : null;
}

/** Questions of each document, and how many of them a row misses at k. */
export function documentCounts(
  { corpus }: { corpus: { documents: readonly unknown[] } },
  questions: readonly { document: number | null }[],
  rankings: ChunkingRankings | undefined,
  k: number,
): { questions: number; misses: number | null }[] {
  const counts = corpus.documents.map(
    () => ({ questions: 0, misses: rankings ? 0 : null }) as { questions: number; misses: number | null },
  );
  questions.forEach(({ document }, question) => {
    const count = document === null ? undefined : counts[document];
    if (!count) return;
    count.questions += 1;
    if (rankings && hitRank(rankings, question, k) === null) count.misses! += 1;
  });
  return counts;
}
