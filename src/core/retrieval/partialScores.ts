import { termFrequency } from './bm25Index';
import type { TermShares } from './termShares';
import { createTopK, type Hit } from './topK';

/** Partial scores of the documents that a query has met so far. */
export class PartialScores {
  readonly #shares: TermShares;
  /** By document; 0 for one that was not met, and for all between two queries. */
  readonly #scores: Float64Array;
  /** Documents in the order in which they were met. */
  #met = new Int32Array(1024);
  /** How many there are. */
  count = 0;

  constructor(shares: TermShares) {
    this.#shares = shares;
    this.#scores = new Float64Array(shares.index.documentCount);
  }

  /** Adds a term's shares, and notes the documents met for the first time. */
  add(term: number, occurrences: number): void {
    const { index } = this.#shares;
    const { postingStarts, postingDocuments, postingFrequencies } = index;
    // The share is written out here: this loop is most of a search.
    const { norms, saturation } = this.#shares;
    const scores = this.#scores;
    const [start, end] = [postingStarts[term]!, postingStarts[term + 1]!];
    const weight = this.#shares.idfOf(term);
    let met = this.count;
    if (met + end - start > this.#met.length) {
      const grown = new Int32Array(Math.max(met + end - start, this.#met.length * 2));
      grown.set(this.#met);
      this.#met = grown;
    }
    const list = this.#met;
    for (let p = start; p < end; p++) {
      const document = postingDocuments[p]!;
      const before = scores[document]!;
      if (before === 0) list[met++] = document;
      const tf = postingFrequencies[p]!;
      scores[document] = before + (occurrences * (weight * tf * saturation)) / (tf + norms[document]!);
    }
    this.count = met;
  }

  /** Adds a term's shares to documents met before, and to no others: by their postings or by all of the term's, whichever are fewer. */
  addToMet(term: number, occurrences: number): void {
    const shares = this.#shares;
    const scores = this.#scores;
    const { index, norms, saturation } = shares;
    const weight = occurrences * shares.idfOf(term);
    const met = this.#met;
    const count = this.count;
    if (count * 16 < shares.frequencyOf(term)) {
      for (let i = 0; i < count; i++) {
        const document = met[i]!;
        const tf = termFrequency(index, term, document);
        if (tf > 0) scores[document]! += shares.share(weight, tf, document);
      }
      return;
    }
    const { postingStarts, postingDocuments, postingFrequencies } = index;
    for (let p = postingStarts[term]!; p < postingStarts[term + 1]!; p++) {
      const document = postingDocuments[p]!;
      const before = scores[document]!;
      if (before > 0) {
        const tf = postingFrequencies[p]!;
        scores[document] = before + (weight * tf * saturation) / (tf + norms[document]!);
      }
    }
  }

  /** Drops the documents whose partial score is below a limit. */
  keepFrom(limit: number): void {
    const met = this.#met;
    const scores = this.#scores;
    const count = this.count;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const document = met[i]!;
      if (scores[document]! >= limit) met[kept++] = document;
      else scores[document] = 0;
    }
    this.count = kept;
  }

  /** The k-th largest partial score. */
  kth(k: number): number {
    const met = this.#met;
    const scores = this.#scores;
    const count = this.count;
    const best = createTopK(k, count);
    for (let i = 0; i < count; i++) {
      const document = met[i]!;
      const score = scores[document]!;
      if (score > best.floor) best.offer(document, score);
    }
    return best.floor;
  }

  /** The best k documents with a score above 0; all scores are forgotten. */
  takeBest(k: number): Hit[] {
    const met = this.#met;
    const scores = this.#scores;
    const count = this.count;
    // A score may return to 0 under `robertson`, and its document be met twice.
    const best = createTopK(k, Math.min(count, scores.length));
    for (let i = 0; i < count; i++) {
      const document = met[i]!;
      const score = scores[document]!;
      scores[document] = 0;
      if (score > 0 && score >= best.floor) best.offer(document, score);
    }
    this.count = 0;
    return best.drain();
  }

  /** The documents, in the order in which they were met; all scores are forgotten. Valid until the next `add`. */
  takeDocuments(): Int32Array {
    const documents = this.#met.subarray(0, this.count);
    for (const document of documents) this.#scores[document] = 0;
    this.count = 0;
    return documents;
  }
}
