import type { TokenIndex } from './bm25Index';

/**
 * Weight of a term by its rarity. `lucene`: `ln(1 + (N − n + 0.5)/(n + 0.5))`,
 * never negative. `robertson`: `ln((N − n + 0.5)/(n + 0.5))`, negative for a term
 * in more than half of the documents.
 */
export type IdfForm = 'lucene' | 'robertson';

/** What each term of an index is worth under one set of parameters. */
export class TermShares {
  readonly index: TokenIndex;
  readonly #idf: IdfForm;
  readonly saturation: number;
  /** k1·(1 − b + b·dl/avgdl) of each document. */
  readonly norms: Float64Array;
  /** The largest share of a term in any document; NaN until asked. */
  readonly #largest: Float64Array;

  constructor(index: TokenIndex, { k1, b, idf }: { k1: number; b: number; idf: IdfForm }) {
    const { documentLengths, averageLength } = index;
    this.index = index;
    this.#idf = idf;
    this.saturation = k1 + 1;
    this.norms = Float64Array.from(
      documentLengths,
      (length) => k1 * (1 - b + (averageLength > 0 ? (b * length) / averageLength : 0)),
    );
    this.#largest = new Float64Array(index.vocabulary.size).fill(NaN);
  }

  /** Documents that hold a term; 0 for one that the index lacks (below 0). */
  frequencyOf(term: number): number {
    const { postingStarts } = this.index;
    return term < 0 ? 0 : postingStarts[term + 1]! - postingStarts[term]!;
  }

  idfOf(term: number): number {
    const n = this.frequencyOf(term);
    const odds = (this.index.documentCount - n + 0.5) / (n + 0.5);
    return this.#idf === 'lucene' ? Math.log(1 + odds) : Math.log(odds);
  }

  /** A document's share of a score from one term that stands in it `tf` times. */
  share(weight: number, tf: number, document: number): number {
    return (weight * tf * this.saturation) / (tf + this.norms[document]!);
  }

  largestShare(term: number): number {
    let largest = this.#largest[term]!;
    if (Number.isNaN(largest)) {
      const { postingStarts, postingDocuments, postingFrequencies } = this.index;
      const weight = this.idfOf(term);
      largest = 0;
      for (let p = postingStarts[term]!; p < postingStarts[term + 1]!; p++) {
        const value = this.share(weight, postingFrequencies[p]!, postingDocuments[p]!);
        if (value > largest) largest = value;
      }
      this.#largest[term] = largest;
    }
    return largest;
  }
}
