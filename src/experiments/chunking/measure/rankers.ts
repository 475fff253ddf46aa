import { scoreWith, type Bm25Parameters } from '../../../core/retrieval/bm25';
import type { TokenIndex } from '../../../core/retrieval/bm25Index';
import { fusionDefaults, reciprocalRankFusion } from '../../../core/retrieval/fusion';
import type { Hit } from '../../../core/retrieval/topK';
import { buildWordOverlap } from '../../../core/retrieval/wordOverlap';
import type { VectorMatrix } from '../../../core/vectors/matrix';
import { searchRows, topKCosine } from '../../../core/vectors/search';
import { chunkSearchVector, meanVector } from '../../../core/vectors/vectors';
import { knownRanking, readRanking, type RankingReader } from './rankingReader';
import type { StrategyIndex } from './strategyIndex';

/** Rankings of the questions of a benchmark by one retriever, asked for in their order. */
export type Ranker = (question: number) => RankingReader;

/** Chunks that a first search reads: enough for the largest budget of most questions. */
const firstChunks = 512;
/** Questions that are compared with all chunks in one pass. */
const questionBlock = 32;

export function bm25Ranker(
  tokens: TokenIndex,
  parameters: Bm25Parameters,
  { contextOf }: StrategyIndex,
  questions: readonly { text: string }[],
  first = firstChunks,
): Ranker {
  const bm25 = scoreWith(tokens, parameters);
  return (question) => readRanking((k) => bm25.search(questions[question]!.text, k), contextOf, first);
}

export function wordOverlapRanker(
  texts: readonly string[],
  { contextOf }: StrategyIndex,
  questions: readonly { text: string }[],
): Ranker {
  const overlap = buildWordOverlap(texts);
  return (question) =>
    readRanking((k) => overlap.search(questions[question]!.text, k), contextOf, firstChunks);
}

/** Rankings by exact cosine. A question without a vector finds nothing. */
export function cosineRanker(
  rows: VectorMatrix,
  questionVectors: readonly (ArrayLike<number> | null)[],
  { contextOf }: StrategyIndex,
): Ranker {
  const anyRow = rows.values.subarray(0, rows.dimensions);
  let block = -1;
  let hits: Hit[][] = [];
  const firstHits = (question: number): Hit[] => {
    const wanted = Math.floor(question / questionBlock);
    if (wanted !== block) {
      block = wanted;
      // A blank question holds its place with the vector of another; its hits are not used.
      const asked = questionVectors.slice(block * questionBlock, (block + 1) * questionBlock);
      hits = searchRows(
        asked.map((vector) => vector ?? anyRow),
        rows,
        firstChunks,
      );
    }
    return hits[question % questionBlock]!;
  };
  return (question) => {
    const vector = questionVectors[question];
    if (!vector || rows.rows === 0) return knownRanking([]);
    return readRanking(
      (k) => (k === firstChunks ? firstHits(question) : topKCosine(vector, rows, k)),
      contextOf,
      firstChunks,
    );
  };
}

/** Rank fusion of two rankings of contexts, both cut at the fusion's depth. */
export function hybridRanker(lists: readonly (readonly (readonly { index: number }[])[])[]): Ranker {
  return (question) => knownRanking(reciprocalRankFusion(lists.map((list) => list[question]!)));
}

/** The first contexts of a ranking, as many as a fusion reads. */
export function fusionList(ranking: RankingReader): { index: number }[] {
  const list: { index: number }[] = [];
  for (let rank = 1; rank <= fusionDefaults.depth; rank++) {
    const hit = ranking.at(rank);
    if (hit === undefined) break;
    list.push({ index: hit.index });
  }
  return list;
}

/** Chunk vectors blended with the mean of their document's chunks, one after the other: all of them as lists would take four times the memory that they are searched in. */
export function* blendWithDocuments(
  vectors: readonly ArrayLike<number>[],
  { chunkOffsets }: Pick<StrategyIndex, 'chunkOffsets'>,
  focusWeight: number,
): Generator<number[]> {
  for (let place = 0; place + 1 < chunkOffsets.length; place++) {
    const own = vectors.slice(chunkOffsets[place]!, chunkOffsets[place + 1]!);
    if (own.length === 0) continue;
    const mean = meanVector(own);
    for (const vector of own) yield chunkSearchVector(vector, mean, focusWeight);
  }
}
