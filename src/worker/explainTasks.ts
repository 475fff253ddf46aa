import { buildBm25, type Bm25 } from '../core/retrieval/bm25';
import type { ExplainedText, ExplainTasks } from './protocol';
import type { TaskHandlers } from './taskChannel';

/** Indexes kept: every strategy of a benchmark, and the oldest goes first. */
const kept = 8;

/** The handlers of the explain worker; tests run them without one. */
export function createExplainTasks(): TaskHandlers<ExplainTasks> {
  const indexes = new Map<string, Bm25>();
  return {
    index: async ({ key, documents, spans, options }) => {
      const texts = documents.flatMap((text, document) => slices(text, spans[document] ?? []));
      const bm25 = buildBm25(texts, options);
      indexes.set(key, bm25);
      const [oldest] = indexes.keys();
      if (indexes.size > kept && oldest !== undefined) indexes.delete(oldest);
      return { texts: bm25.documentCount, averageLength: bm25.averageLength };
    },
    explain: async ({ key, query, groups }) => {
      const bm25 = indexes.get(key);
      if (!bm25) return { explained: null };
      return { explained: groups.map((group) => best(bm25, query, group)) };
    },
  };
}

function slices(text: string, spans: readonly number[]): string[] {
  return Array.from({ length: spans.length / 2 }, (_, index) =>
    text.slice(spans[2 * index], spans[2 * index + 1]),
  );
}

/** The text of a group that scores highest, the earliest of equal ones; null for an empty group. */
function best(bm25: Bm25, query: string, group: readonly number[]): ExplainedText | null {
  let found: ExplainedText | null = null;
  for (const place of group) {
    const terms = bm25.explain(query, place);
    const score = terms.reduce((sum, { contribution }) => sum + contribution, 0);
    if (!found || score > found.score) found = { place, score, terms };
  }
  return found;
}
