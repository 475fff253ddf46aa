import { createTermSequence, createVocabulary } from '../retrieval/terms';
import type { Span } from '../units';

/** Rounding of a cosine; below it two sentences say the same. */
const epsilon = 1e-12;

/**
 * How little each sentence shares with the next, as 1 − cosine of their TF-IDF vectors, 0–1.
 *
 * Fitted on these sentences alone: raw term counts times `ln((1+N)/(1+df)) + 1`.
 * A sentence without terms has distance 1. One value fewer than there are
 * sentences; none for fewer than two.
 */
export function lexicalDistances(text: string, sentences: readonly Span[]): Float64Array {
  const vocabulary = createVocabulary();
  const sequence = createTermSequence();
  const sentenceEnds = new Int32Array(sentences.length);
  sentences.forEach(({ start, end }, i) => {
    vocabulary.read(text.slice(start, end), sequence);
    sentenceEnds[i] = sequence.length;
  });
  const sentencesWith = new Int32Array(vocabulary.size);
  const latest = new Int32Array(vocabulary.size).fill(-1);
  for (let i = 0, token = 0; i < sentences.length; i++) {
    for (; token < sentenceEnds[i]!; token++) {
      const term = sequence.ids[token]!;
      if (latest[term] === i) continue;
      latest[term] = i;
      sentencesWith[term]!++;
    }
  }
  const idf = Float64Array.from(sentencesWith, (n) => Math.log((1 + sentences.length) / (1 + n)) + 1);

  const distances = new Float64Array(Math.max(0, sentences.length - 1));
  let weights = new Float64Array(vocabulary.size);
  let weightsBefore = new Float64Array(vocabulary.size);
  let termsBefore: number[] = [];
  let squareBefore = 0;
  for (let i = 0, token = 0; i < sentences.length; i++) {
    const terms: number[] = [];
    for (; token < sentenceEnds[i]!; token++) {
      const term = sequence.ids[token]!;
      if (weights[term] === 0) terms.push(term);
      weights[term]! += idf[term]!;
    }
    let square = 0;
    let dot = 0;
    for (const term of terms) {
      square += weights[term]! ** 2;
      dot += weights[term]! * weightsBefore[term]!;
    }
    if (i > 0) distances[i - 1] = cosineDistance(dot, squareBefore, square);
    for (const term of termsBefore) weightsBefore[term] = 0;
    [weights, weightsBefore] = [weightsBefore, weights];
    termsBefore = terms;
    squareBefore = square;
  }
  return distances;
}

/** The same distance for sentences that were embedded, 0–2. Vectors of unlike length are an error. */
export function vectorDistances(vectors: readonly ArrayLike<number>[]): Float64Array {
  const distances = new Float64Array(Math.max(0, vectors.length - 1));
  for (let i = 0; i < distances.length; i++) {
    const a = vectors[i]!;
    const b = vectors[i + 1]!;
    if (a.length !== b.length)
      throw new RangeError(
        `sentenceVectors must have one length, found ${a.length} and ${b.length} at ${i} and ${i + 1}`,
      );
    let dot = 0;
    let squareA = 0;
    let squareB = 0;
    for (let j = 0; j < a.length; j++) {
      dot += a[j]! * b[j]!;
      squareA += a[j]! * a[j]!;
      squareB += b[j]! * b[j]!;
    }
    distances[i] = cosineDistance(dot, squareA, squareB);
  }
  return distances;
}

function cosineDistance(dot: number, squareA: number, squareB: number): number {
  if (squareA === 0 || squareB === 0) return 1;
  const distance = 1 - dot / Math.sqrt(squareA * squareB);
  return distance < epsilon ? 0 : distance;
}
