import type { ExplainedText } from '../../../data/bm25Explain';

/** One query term in two scores. */
export interface TermShare {
  term: string;
  idf: number;
  /** Texts that hold it. */
  documentFrequency: number;
  queryOccurrences: number;
  tf: [target: number, other: number];
  shares: [target: number, other: number];
}

/** Terms of both scores in query order. A side without a text has no occurrence of any. */
export function termShares(target: ExplainedText | null, other: ExplainedText | null): TermShare[] {
  const terms = (target ?? other)?.terms ?? [];
  return terms.map(({ term, idf, documentFrequency, queryOccurrences }, index) => {
    const [a, b] = [target?.terms[index], other?.terms[index]];
    return {
      term,
      idf,
      documentFrequency,
      queryOccurrences,
      tf: [a?.tf ?? 0, b?.tf ?? 0],
      shares: [a?.contribution ?? 0, b?.contribution ?? 0],
    };
  });
}

/** The term that favours the other side most, and the one that favours the target most; null where none does. */
export function decidingTerms(shares: readonly TermShare[]): {
  forOther: TermShare | null;
  forTarget: TermShare | null;
} {
  const lead = ({ shares: [a, b] }: TermShare) => b - a;
  let forOther: TermShare | null = null;
  let forTarget: TermShare | null = null;
  for (const share of shares) {
    if (lead(share) > 1e-12 && (!forOther || lead(share) > lead(forOther))) forOther = share;
    if (lead(share) < -1e-12 && (!forTarget || lead(share) < lead(forTarget))) forTarget = share;
  }
  return { forOther, forTarget };
}

/** For each context of a strategy, the places of its indexed texts over the whole corpus. */
export function placesOf(
  context: number,
  contextOffsets: readonly number[],
  documents: readonly { contextOf: readonly number[] }[],
): number[] {
  let before = 0;
  for (const [document, { contextOf }] of documents.entries()) {
    const first = contextOffsets[document]!;
    if (context >= first && context < contextOffsets[document + 1]!)
      return contextOf.flatMap((local, place) => (local === context - first ? [before + place] : []));
    before += contextOf.length;
  }
  return [];
}
