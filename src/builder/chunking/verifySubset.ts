import { randomSource, shuffled } from '../../core/stats/rng';
import { sentenceSpans } from '../../core/text/sentences';
import { cosine } from '../../core/vectors/vectors';
import type { BenchmarkCorpus } from '../../datasets/corpus';
import { blendWithDocuments } from '../../experiments/chunking/measure/rankers';
import type { BenchmarkEmbedding } from '../../experiments/chunking/measure/setups';
import type { StrategyIndex } from '../../experiments/chunking/measure/strategyIndex';
import { storedRun, type StoredBenchmark } from '../../experiments/chunking/stored';
import type { Progress } from '../progress';
import { close } from './verifyRankings';

/** Documents whose chunks are embedded again. */
const subsetDocuments = 2;
const subsetSeed = 101009;
/** Largest share of the corpus’s text that one of them may be: of a few long documents one can be half of it. */
const largestShare = 0.1;
/** Texts of each kind that `textsAtTheEdge` takes. */
const edgeTexts = 16;

const retrievers = ['embedding', 'embedding-blend'] as const;

/** How a model reads a text: its tokens, and how many of them fit one window. */
export interface TextReading {
  limit: number;
  encode(text: string): ArrayLike<number>;
}

/**
 * The texts that a change of reading moves first: those nearest to the window's limit, within
 * it and over it, and those whose tokens depend on whether they are read whole or sentence by
 * sentence. No more than a few of each, the first ones where many are equally near.
 */
export function textsAtTheEdge(texts: readonly string[], { limit, encode }: TextReading): string[] {
  const read = texts.map((text) => ({ text, ids: Array.from(encode(text)) }));
  const within = read.filter(({ ids }) => ids.length <= limit);
  const over = read.filter(({ ids }) => ids.length > limit);
  const changing = read.filter(({ text, ids }) => {
    const apart = sentenceSpans(text).flatMap(({ start, end }) => Array.from(encode(text.slice(start, end))));
    return apart.join() !== ids.join();
  });
  const taken = [
    within.sort((a, b) => b.ids.length - a.ids.length),
    over.sort((a, b) => a.ids.length - b.ids.length),
    changing,
  ].flatMap((kind) => kind.slice(0, edgeTexts));
  return [...new Set(taken.map(({ text }) => text))];
}

/** Drawn documents, by index: none of them a large part of the text; the shortest where all are. */
export function drawnDocuments(documents: readonly { text: string }[]): number[] {
  const total = documents.reduce((sum, { text }) => sum + text.length, 0);
  const drawn = shuffled(documents.keys(), randomSource(subsetSeed))
    .filter((index) => documents[index]!.text.length <= largestShare * total)
    .slice(0, subsetDocuments);
  if (drawn.length > 0 || documents.length === 0) return drawn;
  const lengths = documents.map(({ text }) => text.length);
  return [lengths.indexOf(Math.min(...lengths))];
}

/**
 * Embeds a part of a run again and compares each stored score that lies there, for a run that
 * takes too long to repeat: every chunk of a few drawn documents with their questions, and
 * every ranked chunk at the edge of a window, in any document, with the questions that rank it.
 */
export async function compareSubset(
  stored: StoredBenchmark,
  { documents, questions }: BenchmarkCorpus,
  { embed }: Pick<BenchmarkEmbedding, 'embed'>,
  reading: TextReading,
  progress: Progress,
): Promise<{ checked: number; difference: string | null }> {
  const drawn = new Set(drawnDocuments(documents));
  const asked = new Set(
    questions.flatMap(({ document }, q) => (document !== null && drawn.has(document) ? [q] : [])),
  );
  const strategies = storedRun({ ...stored, rankings: new Map() }).strategies.map(({ index }) => {
    const rows = retrievers.map(
      (retriever) =>
        stored.summary.rows.find((row) => row.strategy === index.strategy.id && row.retriever === retriever)!
          .row,
    );
    const texts = index.chunks.map(({ document, start, end }) => documents[document]!.text.slice(start, end));
    return { index, rows, texts, ranked: stored.rankings.get(rows[0]!)!.contexts };
  });

  // What no question ranks has no stored score.
  const candidates = strategies.flatMap(({ index, texts, ranked }) => {
    const contexts = new Set(ranked.flat());
    return texts.filter((_, chunk) => contexts.has(index.contextOf[chunk]!));
  });
  const edge = new Set(textsAtTheEdge([...new Set(candidates)], reading));
  const parts = strategies.map((strategy) => {
    const { index, texts, ranked } = strategy;
    const contexts = new Set(
      texts.flatMap((text, chunk) => (edge.has(text) ? [index.contextOf[chunk]!] : [])),
    );
    ranked.forEach((list, q) => {
      if (list.some((context) => contexts.has(context))) asked.add(q);
    });
    // Whole contexts, because the best chunk of one decides; of drawn documents all.
    const chunks = [...texts.keys()].filter(
      (chunk) => drawn.has(index.chunks[chunk]!.document) || contexts.has(index.contextOf[chunk]!),
    );
    return { ...strategy, chunks };
  });

  const distinct = [
    ...new Set([
      ...Array.from(asked, (q) => questions[q]!.text),
      ...parts.flatMap(({ texts, chunks }) => chunks.map((chunk) => texts[chunk]!)),
    ]),
  ];
  const found = await embed(distinct);
  progress.end();
  const vectors = new Map(distinct.map((text, i) => [text, found[i]!]));
  let checked = 0;
  for (const { index, rows, texts, chunks } of parts) {
    const vectorOf = (chunk: number): ArrayLike<number> => vectors.get(texts[chunk]!)!;
    const documentOf = (chunk: number | undefined) => chunk !== undefined && index.chunks[chunk]!.document;
    // A blend needs the mean of its whole document.
    const whole = chunks.filter((chunk) => drawn.has(index.chunks[chunk]!.document));
    const starts = whole.flatMap((chunk, i) => (documentOf(chunk) === documentOf(whole[i - 1]) ? [] : [i]));
    const blends = blendWithDocuments(
      whole.map(vectorOf),
      { chunkOffsets: Int32Array.of(...starts, whole.length) },
      stored.summary.focusWeight!,
    );
    const byRetriever = [
      byContext(index, chunks, chunks.map(vectorOf)),
      byContext(index, whole, [...blends]),
    ];
    for (const [r, row] of rows.entries()) {
      const { contexts, scores } = stored.rankings.get(row)!;
      for (const q of asked) {
        const query = vectors.get(questions[q]!.text)!;
        for (const [rank, context] of contexts[q]!.entries()) {
          const own = byRetriever[r]!.get(context);
          if (!own) continue;
          const best = Math.max(...own.map((vector) => cosine(vector, query)));
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

/** Vectors of chunks by the context that each returns. */
function byContext(
  { contextOf }: StrategyIndex,
  chunks: readonly number[],
  vectors: readonly ArrayLike<number>[],
): Map<number, ArrayLike<number>[]> {
  const groups = new Map<number, ArrayLike<number>[]>();
  chunks.forEach((chunk, i) => {
    const context = contextOf[chunk]!;
    groups.set(context, [...(groups.get(context) ?? []), vectors[i]!]);
  });
  return groups;
}
