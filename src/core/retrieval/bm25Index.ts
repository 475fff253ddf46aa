import {
  checkTokenRule,
  createTermSequence,
  createVocabulary,
  type TokenRule,
  type Vocabulary,
} from './terms';

/**
 * What BM25 needs to know of a corpus, whatever its parameters: one reading of
 * the texts serves every variant of k1, b and idf.
 *
 * Postings are compressed rows: those of term `t` stand at
 * `[postingStarts[t], postingStarts[t + 1])`, documents ascending.
 */
export interface TokenIndex {
  tokenRule: TokenRule;
  vocabulary: Vocabulary;
  documentCount: number;
  /** Tokens of each document, exact. */
  documentLengths: Int32Array;
  /** Mean tokens of a document; 0 for an empty corpus. */
  averageLength: number;
  postingStarts: Int32Array;
  postingDocuments: Int32Array;
  postingFrequencies: Int32Array;
}

/** Reads a corpus once into terms and postings. Empty texts keep their place. */
export function indexTokens(texts: readonly string[], tokenRule: TokenRule = 'unicode'): TokenIndex {
  checkTokenRule(tokenRule);
  const vocabulary = createVocabulary(tokenRule);
  const documentLengths = new Int32Array(texts.length);
  const sequence = createTermSequence(1 << 12);
  let entryTerms = new Int32Array(1 << 12);
  let entryFrequencies = new Int32Array(1 << 12);
  const entryEnds = new Int32Array(texts.length);
  let entries = 0;
  let totalLength = 0;
  /** Where this document's entry of a term stands; valid when it is at or past the document's first entry. */
  let entryOf = new Int32Array(1 << 10).fill(-1);

  for (let document = 0; document < texts.length; document++) {
    const text = texts[document];
    if (typeof text !== 'string')
      throw new RangeError(`texts[${document}]: expected a string, found ${String(text)}`);
    sequence.length = 0;
    vocabulary.read(text, sequence);
    if (vocabulary.size > entryOf.length) {
      const grown = new Int32Array(Math.max(vocabulary.size, entryOf.length * 2)).fill(-1);
      grown.set(entryOf);
      entryOf = grown;
    }
    if (entries + sequence.length > entryTerms.length) {
      const capacity = Math.max(entries + sequence.length, entryTerms.length * 2);
      entryTerms = copied(entryTerms, capacity);
      entryFrequencies = copied(entryFrequencies, capacity);
    }
    const first = entries;
    for (let i = 0; i < sequence.length; i++) {
      const term = sequence.ids[i]!;
      const entry = entryOf[term]!;
      if (entry >= first) entryFrequencies[entry]!++;
      else {
        entryOf[term] = entries;
        entryTerms[entries] = term;
        entryFrequencies[entries++] = 1;
      }
    }
    documentLengths[document] = sequence.length;
    totalLength += sequence.length;
    entryEnds[document] = entries;
  }

  const postingStarts = new Int32Array(vocabulary.size + 1);
  for (let entry = 0; entry < entries; entry++) postingStarts[entryTerms[entry]! + 1]!++;
  for (let term = 0; term < vocabulary.size; term++) postingStarts[term + 1]! += postingStarts[term]!;
  const next = postingStarts.slice();
  const postingDocuments = new Int32Array(entries);
  const postingFrequencies = new Int32Array(entries);
  for (let document = 0, entry = 0; document < texts.length; document++) {
    for (; entry < entryEnds[document]!; entry++) {
      const at = next[entryTerms[entry]!]!++;
      postingDocuments[at] = document;
      postingFrequencies[at] = entryFrequencies[entry]!;
    }
  }
  return {
    tokenRule,
    vocabulary,
    documentCount: texts.length,
    documentLengths,
    averageLength: texts.length === 0 ? 0 : totalLength / texts.length,
    postingStarts,
    postingDocuments,
    postingFrequencies,
  };
}

function copied(values: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(capacity);
  grown.set(values);
  return grown;
}

/** How often a document holds a term: its posting found by bisection, 0 where there is none. */
export function termFrequency(index: TokenIndex, term: number, document: number): number {
  let low = index.postingStarts[term]!;
  let high = index.postingStarts[term + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.postingDocuments[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low < index.postingStarts[term + 1]! && index.postingDocuments[low] === document
    ? index.postingFrequencies[low]!
    : 0;
}
