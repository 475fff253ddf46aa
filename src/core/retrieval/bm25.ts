import { indexTokens, termFrequency, type TokenIndex } from './bm25Index';
import { PartialScores } from './partialScores';
import type { TokenRule } from './terms';
import { TermShares, type IdfForm } from './termShares';
import { checkTop, createTopK, type Hit } from './topK';

export interface Bm25Parameters {
  /** How soon repetitions of a term stop counting: 0 = presence alone. Default 1.2. */
  k1?: number;
  /** How far a long document is discounted: 0 = not at all, 1 = in proportion. Default 0.75. */
  b?: number;
  /** Default `lucene`. */
  idf?: IdfForm;
}

export interface Bm25Options extends Bm25Parameters {
  /** Default `unicode`. */
  tokenRule?: TokenRule;
}

export const bm25Defaults = {
  k1: 1.2,
  b: 0.75,
  idf: 'lucene',
  tokenRule: 'unicode',
} as const satisfies Required<Bm25Options>;

/** One distinct query term's share of a score. The shares add up to the score. */
export interface Bm25Term {
  term: string;
  idf: number;
  /** Documents that hold the term. */
  documentFrequency: number;
  /** Occurrences in this document. */
  tf: number;
  documentLength: number;
  queryOccurrences: number;
  /** All its query occurrences together; 0 where the document lacks the term. */
  contribution: number;
}

export interface Bm25 {
  readonly parameters: Required<Bm25Options>;
  readonly documentCount: number;
  readonly averageLength: number;
  readonly termCount: number;
  /**
   * The best `k` documents, best first, ties in corpus order; fewer when fewer match.
   *
   * Only scores above 0 are retrieved. Under `robertson` a document may match and
   * still not be: at 0 or below it stands no higher than one without any query word.
   */
  search(query: string, k: number): Hit[];
  /** The same result without skipping anything: what `search` is checked and measured against. */
  searchPlain(query: string, k: number): Hit[];
  /** Every distinct query term in query order, terms that the document lacks included. */
  explain(query: string, index: number): Bm25Term[];
}

/**
 * Indexes texts for Okapi BM25 search.
 *
 * `Σ_t idf(t) · tf·(k1+1) / (tf + k1·(1 − b + b·dl/avgdl))` with exact lengths,
 * summed over the query's tokens in order, each occurrence counting.
 */
export function buildBm25(texts: readonly string[], options: Bm25Options = {}): Bm25 {
  return scoreWith(indexTokens(texts, options.tokenRule ?? bm25Defaults.tokenRule), options);
}

/** BM25 over texts that were read before: a variant costs one pass over the document lengths. */
export function scoreWith(index: TokenIndex, parameters: Bm25Parameters = {}): Bm25 {
  const { k1, b, idf } = { ...bm25Defaults, ...parameters };
  if (!(k1 >= 0 && k1 < Infinity)) throw new RangeError(`k1: expected a number of at least 0, found ${k1}`);
  if (!(b >= 0 && b <= 1)) throw new RangeError(`b: expected a number from 0 to 1, found ${b}`);
  if (idf !== 'lucene' && idf !== 'robertson')
    throw new RangeError(`idf: expected lucene or robertson, found ${String(idf)}`);

  const { documentCount, averageLength, tokenRule, vocabulary } = index;
  const shares = new TermShares(index, { k1, b, idf });
  const scores = new PartialScores(shares);
  const knownTerms = (query: string): number[] => vocabulary.look(query).ids.filter((term) => term >= 0);
  return {
    parameters: { k1, b, idf, tokenRule },
    documentCount,
    averageLength,
    termCount: vocabulary.size,
    search(query, k) {
      checkTop(k);
      const terms = knownTerms(query);
      const postings = terms.reduce((sum, term) => sum + shares.frequencyOf(term), 0);
      return idf === 'lucene' && k > 0 && k * 8 < postings && postings > 10_000
        ? prunedSearch(terms, k, shares, scores)
        : plainSearch(terms, k, scores);
    },
    searchPlain(query, k) {
      checkTop(k);
      return plainSearch(knownTerms(query), k, scores);
    },
    explain(query, document) {
      if (!Number.isInteger(document) || document < 0 || document >= documentCount)
        throw new RangeError(`index: expected a document from 0 to ${documentCount - 1}, found ${document}`);
      return explainScore(query, document, shares);
    },
  };
}

function plainSearch(terms: readonly number[], k: number, scores: PartialScores): Hit[] {
  for (const term of terms) scores.add(term, 1);
  return scores.takeBest(k);
}

/**
 * Skips documents that cannot enter the best k (MaxScore over whole terms).
 *
 * Terms come by falling upper bound. Once the k-th best partial score is above
 * everything that the remaining terms could still add, no new document can
 * enter; those met are thinned term by term, and the survivors scored in query
 * order, so that the sums are those of the plain path to the last bit. The
 * comparisons leave room for the other order of summation of the partial scores.
 */
function prunedSearch(terms: readonly number[], k: number, shares: TermShares, scores: PartialScores): Hit[] {
  const occurrences = new Map<number, number>();
  for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
  const distinct = [...occurrences]
    .map(([term, count]) => ({ term, count, bound: count * shares.largestShare(term) }))
    .sort((a, b) => b.bound - a.bound || a.term - b.term);
  let remaining = distinct.reduce((sum, { bound }) => sum + bound, 0);
  /** What the k-th best partial score can be at most. */
  let reach = 0;
  let done = 0;
  let floor = -Infinity;
  while (done < distinct.length) {
    const { term, count, bound } = distinct[done++]!;
    scores.add(term, count);
    reach += bound;
    remaining = done === distinct.length ? 0 : remaining - bound;
    if (reach > remaining && scores.count >= k) {
      reach = scores.kth(k);
      floor = reach * (1 - 1e-9);
      if (floor > remaining * (1 + 1e-9)) break;
    }
  }
  scores.keepFrom(floor - remaining * (1 + 1e-9));
  for (; done < distinct.length; done++) {
    const { term, count, bound } = distinct[done]!;
    scores.addToMet(term, count);
    remaining = done === distinct.length - 1 ? 0 : remaining - bound;
    floor = Math.max(floor, scores.kth(k) * (1 - 1e-9));
    scores.keepFrom(floor - remaining * (1 + 1e-9));
  }
  const weights = terms.map((term) => shares.idfOf(term));
  const survivors = scores.takeDocuments();
  const best = createTopK(k, survivors.length);
  for (const document of survivors) {
    let score = 0;
    for (let t = 0; t < terms.length; t++) {
      const tf = termFrequency(shares.index, terms[t]!, document);
      if (tf > 0) score += shares.share(weights[t]!, tf, document);
    }
    best.offer(document, score);
  }
  return best.drain();
}

function explainScore(query: string, document: number, shares: TermShares): Bm25Term[] {
  const { index } = shares;
  const { ids, terms } = index.vocabulary.look(query);
  const rows = new Map<string, Bm25Term>();
  ids.forEach((id, i) => {
    const term = terms[i]!;
    const row = rows.get(term);
    const tf = id < 0 ? 0 : termFrequency(index, id, document);
    const contribution = tf === 0 ? 0 : shares.share(shares.idfOf(id), tf, document);
    if (row === undefined)
      rows.set(term, {
        term,
        idf: shares.idfOf(id),
        documentFrequency: shares.frequencyOf(id),
        tf,
        documentLength: index.documentLengths[document]!,
        queryOccurrences: 1,
        contribution,
      });
    else {
      row.queryOccurrences++;
      row.contribution += contribution;
    }
  });
  return [...rows.values()];
}
