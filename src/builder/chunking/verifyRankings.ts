import { blendWithDocuments } from '../../experiments/chunking/measure/rankers';
import type { BenchmarkEmbedding } from '../../experiments/chunking/measure/setups';
import type { StrategyIndex } from '../../experiments/chunking/measure/strategyIndex';
import type { BenchmarkCorpus } from '../../datasets/corpus';
import { randomSource, shuffled } from '../../core/stats/rng';
import { cosine } from '../../core/vectors/vectors';
import { storedRun, type StoredBenchmark } from '../../experiments/chunking/stored';
import type { Progress } from '../progress';

/** How far a score may move when the same text is embedded again, in another batch or on another machine. */
export const embeddingTolerance = 1e-6;
/** Documents whose chunks are embedded again. */
const subsetDocuments = 2;
const subsetSeed = 101009;

const close = (a: number, b: number): boolean => Math.abs(a - b) <= embeddingTolerance;

/**
 * The first ranking that differs by more than neighbours within the tolerance changing
 * places (`difference`, null when none does), and how many did that (`swapped`).
 */
export function compareRankings(
  committed: StoredBenchmark,
  rebuilt: StoredBenchmark,
): { difference: string | null; swapped: number } {
  let swapped = 0;
  for (const { row } of committed.summary.rows) {
    const [old, fresh] = [committed.rankings.get(row)!, rebuilt.rankings.get(row)];
    if (!fresh) return { difference: `rankings/${row}.json was not rebuilt`, swapped };
    for (const [q, contexts] of old.contexts.entries()) {
      const place = `rankings/${row}.json, question ${q}`;
      const [scores, again] = [old.scores[q]!, fresh.scores[q] ?? []];
      if (contexts.length !== fresh.contexts[q]?.length)
        return {
          difference: `${place}: ${contexts.length} contexts committed, ${fresh.contexts[q]?.length} rebuilt`,
          swapped,
        };
      let moved = false;
      for (const [rank, context] of contexts.entries()) {
        if (!close(scores[rank]!, again[rank]!))
          return {
            difference: `${place}, rank ${rank + 1}: score ${scores[rank]} committed, ${again[rank]} rebuilt`,
            swapped,
          };
        moved ||= context !== fresh.contexts[q]![rank];
      }
      if (moved) swapped++;
    }
  }
  return { difference: null, swapped };
}

/** Whether every fused score is the sum over the ranks in the two stored rankings, wherever both are within their depth. */
export function checkFusion({ summary, rankings }: StoredBenchmark): string | null {
  const { rrfK } = summary.rankFusion!;
  for (const { row, strategy, retriever } of summary.rows) {
    if (!retriever.startsWith('hybrid')) continue;
    const lists = ['bm25', retriever === 'hybrid' ? 'embedding' : 'embedding-blend'].map((part) =>
      rankings.get(
        summary.rows.find((other) => other.strategy === strategy && other.retriever === part)!.row,
      )!,
    );
    const fused = rankings.get(row)!;
    for (const [q, contexts] of fused.contexts.entries()) {
      for (const [place, context] of contexts.entries()) {
        const ranks = lists.map((list) => list.contexts[q]!.indexOf(context) + 1);
        if (ranks.includes(0)) continue;
        const expected = ranks.reduce((sum, rank) => sum + 1 / (rrfK + rank), 0);
        if (Math.abs(fused.scores[q]![place]! - expected) > 1e-8)
          return `rankings/${row}.json, question ${q}, rank ${place + 1}: score ${fused.scores[q]![place]}, ranks ${ranks.join(' and ')} give ${expected}`;
      }
    }
  }
  return null;
}

/**
 * Embeds every chunk of a few documents again, and their questions, and compares each
 * stored score that lies there: the seeded subset of a run that takes too long to repeat.
 */
export async function compareSubset(
  stored: StoredBenchmark,
  { documents, questions }: BenchmarkCorpus,
  embedding: BenchmarkEmbedding,
  progress: Progress,
): Promise<{ checked: number; difference: string | null }> {
  const chosen = new Set(shuffled(documents.keys(), randomSource(subsetSeed)).slice(0, subsetDocuments));
  const asked = questions.flatMap(({ document, text }, q) =>
    document !== null && chosen.has(document) ? [{ q, text }] : [],
  );
  const { strategies } = storedRun({ ...stored, rankings: new Map() });
  const textOf = ({ document, start, end }: StrategyIndex['chunks'][number]): string =>
    documents[document]!.text.slice(start, end);
  const texts = [
    ...new Set([
      ...asked.map(({ text }) => text),
      ...strategies.flatMap(({ index }) =>
        index.chunks.filter(({ document }) => chosen.has(document)).map(textOf),
      ),
    ]),
  ];
  const found = await embedding.embed(texts);
  progress.end();
  const vectors = new Map(texts.map((text, i) => [text, found[i]!]));
  let checked = 0;
  for (const { index } of strategies) {
    // Blends need the mean of a whole document, so documents are taken whole.
    const own = new Map(
      [...chosen].map((document) => [
        document,
        vectorsOf(index, document, (chunk) => vectors.get(textOf(chunk))!, stored.summary.focusWeight!),
      ]),
    );
    for (const retriever of ['embedding', 'embedding-blend'] as const) {
      const { row } = stored.summary.rows.find(
        (row) => row.strategy === index.strategy.id && row.retriever === retriever,
      )!;
      const { contexts, scores } = stored.rankings.get(row)!;
      for (const { q, text } of asked) {
        for (const [rank, context] of contexts[q]!.entries()) {
          const byContext = own.get(index.contexts[context]!.document)?.[retriever];
          if (!byContext) continue;
          const best = Math.max(
            ...byContext.get(context)!.map((vector) => cosine(vector, vectors.get(text)!)),
          );
          if (!close(best, scores[q]![rank]!))
            return {
              checked,
              difference: `rankings/${row}.json, question ${q}, rank ${rank + 1}: score ${scores[q]![rank]} committed, ${best} rebuilt`,
            };
          checked++;
        }
      }
    }
  }
  return { checked, difference: null };
}

/** The vectors of a document's chunks by the context that they return, plain and blended. */
function vectorsOf(
  { chunks, chunkOffsets, contextOf }: StrategyIndex,
  document: number,
  vectorOf: (chunk: StrategyIndex['chunks'][number]) => ArrayLike<number>,
  focusWeight: number,
) {
  const [first, end] = [chunkOffsets[document]!, chunkOffsets[document + 1]!];
  const plain = chunks.slice(first, end).map(vectorOf);
  const blended = [
    ...blendWithDocuments(plain, { chunkOffsets: Int32Array.of(0, plain.length) }, focusWeight),
  ];
  const byContext = (vectors: readonly ArrayLike<number>[]): Map<number, ArrayLike<number>[]> => {
    const groups = new Map<number, ArrayLike<number>[]>();
    vectors.forEach((vector, i) =>
      groups.set(contextOf[first + i]!, [...(groups.get(contextOf[first + i]!) ?? []), vector]),
    );
    return groups;
  };
  return { embedding: byContext(plain), 'embedding-blend': byContext(blended) };
}
