import { quantile } from 'd3-array';
import { sentenceSpans } from '../text/sentences';
import { lexicalDistances, vectorDistances } from './sentenceDistances';
import { plainChunk, type Chunk, type ChunkingParameters, type ChunkingStrategy } from './strategy';

const defaults = { percentile: 80 } as const;

/** Distance from which a document is cut: the type 7 quantile of its own distances; null without any. */
export function distanceThreshold(distances: ArrayLike<number>, percentile: number): number | null {
  if (!(percentile >= 0 && percentile <= 100))
    throw new RangeError(`percentile must be a number from 0 to 100, found ${percentile}`);
  return quantile(Array.from(distances), percentile / 100) ?? null;
}

/** Adjacent sentences together, cut where their distance reaches the threshold and is above 0. */
function semanticBlocks(text: string, parameters: ChunkingParameters): Chunk[] {
  const { percentile = defaults.percentile, distances: given, sentenceVectors } = parameters;
  distanceThreshold([], percentile);
  const sentences = sentenceSpans(text);
  if (sentences.length === 0) return [];
  const adjacent = sentences.length - 1;
  if (given !== undefined && given.length !== adjacent)
    throw new RangeError(
      `distances must hold ${adjacent} values for ${sentences.length} sentences, found ${given.length}`,
    );
  if (sentenceVectors !== undefined && sentenceVectors.length !== sentences.length)
    throw new RangeError(
      `sentenceVectors must hold ${sentences.length} vectors, one a sentence, found ${sentenceVectors.length}`,
    );
  if (sentences.length < 3) return [plainChunk(sentences[0]!.start, sentences.at(-1)!.end)];
  const distances =
    given ??
    (sentenceVectors === undefined ? lexicalDistances(text, sentences) : vectorDistances(sentenceVectors));
  for (let i = 0; i < adjacent; i++)
    if (!Number.isFinite(distances[i]))
      throw new RangeError(`distances must be finite, found ${distances[i]} at ${i}`);
  const threshold = distanceThreshold(distances, percentile)!;
  const chunks: Chunk[] = [];
  let first = 0;
  for (let i = 0; i <= adjacent; i++) {
    if (i < adjacent && !(distances[i]! >= threshold && distances[i]! > 0)) continue;
    chunks.push(plainChunk(sentences[first]!.start, sentences[i]!.end));
    first = i + 1;
  }
  return chunks;
}

export const semantic: ChunkingStrategy = {
  label: 'Semantic',
  slot: 5,
  description:
    'Sentences kept together until the next one is among the least like its predecessor in the document.',
  unit: 'sentences',
  defaults,
  settings: [{ name: 'percentile', label: 'Cut from percentile', unit: '', low: 0, high: 100 }],
  comparesSentences: true,
  returns: 'itself',
  note: 'A percentile fixes how many cuts a document gets, not where they fall: a text on one subject is cut as often as one on ten.',
  chunk: semanticBlocks,
};
