import { indexTokens, termFrequency, type TokenIndex } from './bm25Index';
import type { TokenRule } from './terms';
import { checkTop, createTopK, type Hit } from './topK';

/**
 * Weight of a term by its rarity. `lucene`: `ln(1 + (N − n + 0.5)/(n + 0.5))`,
 * never negative. `robertson`: `ln((N − n + 0.5)/(n + 0.5))`, negative for a term
 * in more than half of the documents.
 */
export type IdfForm = 'lucene' | 'robertson';

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

  const { documentCount, postingStarts, postingDocuments, postingFrequencies, vocabulary } = index;
  const saturation = k1 + 1;
  /** k1·(1 − b + b·dl/avgdl) of each document. */
  const norms = Float64Array.from(
    index.documentLengths,
    (length) => k1 * (1 - b + (index.averageLength > 0 ? (b * length) / index.averageLength : 0)),
  );
  const accumulators = new Float64Array(documentCount);
  let touched = new Int32Array(1024);
  /** The largest share of a term in any document; NaN until asked. */
  const largestShares = new Float64Array(vocabulary.size).fill(NaN);

  const frequencyOf = (term: number): number =>
    term < 0 ? 0 : postingStarts[term + 1]! - postingStarts[term]!;

  function idfOf(term: number): number {
    const n = frequencyOf(term);
    const odds = (documentCount - n + 0.5) / (n + 0.5);
    return idf === 'lucene' ? Math.log(1 + odds) : Math.log(odds);
  }

  const share = (weight: number, tf: number, document: number): number =>
    (weight * tf * saturation) / (tf + norms[document]!);

  function largestShare(term: number): number {
    let largest = largestShares[term]!;
    if (Number.isNaN(largest)) {
      const weight = idfOf(term);
      largest = 0;
      for (let p = postingStarts[term]!; p < postingStarts[term + 1]!; p++) {
        const value = share(weight, postingFrequencies[p]!, postingDocuments[p]!);
        if (value > largest) largest = value;
      }
      largestShares[term] = largest;
    }
    return largest;
  }

  /** Adds a term's shares to the accumulators and notes the documents met for the first time. */
  function accumulate(term: number, occurrences: number, met: number): number {
    const end = postingStarts[term + 1]!;
    const weight = idfOf(term);
    if (met + frequencyOf(term) > touched.length) {
      const grown = new Int32Array(Math.max(met + frequencyOf(term), touched.length * 2));
      grown.set(touched);
      touched = grown;
    }
    for (let p = postingStarts[term]!; p < end; p++) {
      const document = postingDocuments[p]!;
      const tf = postingFrequencies[p]!;
      const before = accumulators[document]!;
      if (before === 0) touched[met++] = document;
      accumulators[document] = before + (occurrences * (weight * tf * saturation)) / (tf + norms[document]!);
    }
    return met;
  }

  function knownTerms(query: string): number[] {
    return vocabulary.look(query).ids.filter((term) => term >= 0);
  }

  function plain(terms: readonly number[], k: number): Hit[] {
    let met = 0;
    for (const term of terms) met = accumulate(term, 1, met);
    const best = createTopK(k, Math.min(met, documentCount));
    for (let i = 0; i < met; i++) {
      const document = touched[i]!;
      const score = accumulators[document]!;
      accumulators[document] = 0;
      if (score > 0 && score >= best.floor) best.offer(document, score);
    }
    return best.drain();
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
  function pruned(terms: readonly number[], k: number): Hit[] {
    const occurrences = new Map<number, number>();
    for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    const distinct = [...occurrences]
      .map(([term, count]) => ({ term, count, bound: count * largestShare(term) }))
      .sort((a, b) => b.bound - a.bound || a.term - b.term);
    let remaining = distinct.reduce((sum, { bound }) => sum + bound, 0);
    /** What the k-th best partial score can be at most. */
    let reach = 0;
    let met = 0;
    let done = 0;
    let floor = -Infinity;
    while (done < distinct.length) {
      const { term, count, bound } = distinct[done++]!;
      met = accumulate(term, count, met);
      reach += bound;
      remaining = done === distinct.length ? 0 : remaining - bound;
      if (reach > remaining && met >= k) {
        reach = kthPartial(met, k);
        floor = reach * (1 - 1e-9);
        if (floor > remaining * (1 + 1e-9)) break;
      }
    }
    let left = keepAbove(met, floor - remaining * (1 + 1e-9));
    for (; done < distinct.length; done++) {
      const { term, count, bound } = distinct[done]!;
      addToKnown(term, count, left);
      remaining = done === distinct.length - 1 ? 0 : remaining - bound;
      floor = Math.max(floor, kthPartial(left, k) * (1 - 1e-9));
      left = keepAbove(left, floor - remaining * (1 + 1e-9));
    }
    const weights = terms.map(idfOf);
    const best = createTopK(k, left);
    for (let i = 0; i < left; i++) {
      const document = touched[i]!;
      accumulators[document] = 0;
      let score = 0;
      for (let t = 0; t < terms.length; t++) {
        const tf = termFrequency(index, terms[t]!, document);
        if (tf > 0) score += share(weights[t]!, tf, document);
      }
      best.offer(document, score);
    }
    return best.drain();
  }

  /** Drops the documents met whose partial score is below a limit; returns how many stay. */
  function keepAbove(met: number, limit: number): number {
    let kept = 0;
    for (let i = 0; i < met; i++) {
      const document = touched[i]!;
      if (accumulators[document]! >= limit) touched[kept++] = document;
      else accumulators[document] = 0;
    }
    return kept;
  }

  /** Adds a term's shares to documents met before, and to no others: by their postings or by all of the term's, whichever are fewer. */
  function addToKnown(term: number, occurrences: number, met: number): void {
    const weight = occurrences * idfOf(term);
    if (met * 16 < frequencyOf(term)) {
      for (let i = 0; i < met; i++) {
        const document = touched[i]!;
        const tf = termFrequency(index, term, document);
        if (tf > 0) accumulators[document]! += share(weight, tf, document);
      }
    } else {
      for (let p = postingStarts[term]!; p < postingStarts[term + 1]!; p++) {
        const document = postingDocuments[p]!;
        if (accumulators[document]! > 0)
          accumulators[document]! += share(weight, postingFrequencies[p]!, document);
      }
    }
  }

  /** The k-th largest partial score of the documents met so far. */
  function kthPartial(met: number, k: number): number {
    const best = createTopK(k, met);
    for (let i = 0; i < met; i++) {
      const score = accumulators[touched[i]!]!;
      if (score > best.floor) best.offer(touched[i]!, score);
    }
    return best.floor;
  }

  return {
    parameters: { k1, b, idf, tokenRule: index.tokenRule },
    documentCount,
    averageLength: index.averageLength,
    termCount: vocabulary.size,
    search(query, k) {
      checkTop(k);
      const terms = knownTerms(query);
      const postings = terms.reduce((sum, term) => sum + frequencyOf(term), 0);
      return idf === 'lucene' && k > 0 && k * 8 < postings && postings > 10_000
        ? pruned(terms, k)
        : plain(terms, k);
    },
    searchPlain(query, k) {
      checkTop(k);
      return plain(knownTerms(query), k);
    },
    explain(query, document) {
      if (!Number.isInteger(document) || document < 0 || document >= documentCount)
        throw new RangeError(`index: expected a document from 0 to ${documentCount - 1}, found ${document}`);
      const { ids, terms } = vocabulary.look(query);
      const rows = new Map<string, Bm25Term>();
      ids.forEach((id, i) => {
        const term = terms[i]!;
        const row = rows.get(term);
        const tf = id < 0 ? 0 : termFrequency(index, id, document);
        const contribution = tf === 0 ? 0 : share(idfOf(id), tf, document);
        if (row === undefined)
          rows.set(term, {
            term,
            idf: idfOf(id),
            documentFrequency: frequencyOf(id),
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
    },
  };
}
