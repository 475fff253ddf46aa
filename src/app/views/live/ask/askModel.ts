import type { NumberedRun } from '../../../../core/retrieval/neighbors';
import type { Span } from '../../../../core/units';
import { isRuleAlone } from '../../../../core/text/exceptions';
import { pairsIn, type AskedException } from '../../../../experiments/chunking/exceptions';
import type { GoldSpan } from '../../../../datasets/corpus';
import type { AskedContext, AskedRow, DocumentChunks } from '../../../data/ask';
import type { ChunkInfo, ExpansionInput } from '../../neighbors/expansionDrawing';

/** How much of the gold a context holds: all required spans of one document place count by themselves. */
export type Holding = 'whole' | 'part' | null;

export function holdingOf({ document, start, end }: GoldSpan, gold: readonly GoldSpan[]): Holding {
  const own = gold.filter((span) => span.document === document);
  if (own.some((span) => start <= span.start && span.end <= end)) return 'whole';
  return own.some((span) => start < span.end && span.start < end) ? 'part' : null;
}

/** Rank of the first context that holds a gold span whole; 0 for none. */
export const goldRank = (contexts: readonly AskedContext[], gold: readonly GoldSpan[]): number =>
  contexts.findIndex((context) => holdingOf(context, gold) === 'whole') + 1;

/** Characters of the document that are shown before and after a context. */
const surroundings = 90;

/** Characters of a context that are shown: one may be a whole document of megabytes. */
const mostShown = 4_000;

/** Rules among the contexts whose exception is in none of them. */
export const rulesAlone = (
  contexts: readonly AskedContext[],
  documents: readonly { text: string }[],
): AskedException[] =>
  [...new Set(contexts.map(({ document }) => document))].flatMap((document) => {
    const own = contexts.filter((context) => context.document === document);
    return pairsIn(documents[document]!)
      .filter((pair) => isRuleAlone(pair, own))
      .map((pair) => ({ document, pair }));
  });

export interface ShownText {
  before: string;
  inside: string;
  after: string;
  /** Characters of the context that are not in `inside`; then nothing is in `after`. */
  left: number;
  /** Offset in the document at which `before` begins. */
  from: number;
}

/** A context in the text that it was cut from, so that its boundaries can be seen. */
export function inItsText(text: string, { start, end }: Span): ShownText {
  const from = outsidePair(text, Math.max(0, start - surroundings));
  const to = outsidePair(text, Math.min(text.length, end + surroundings));
  const shownTo = end - start > mostShown ? outsidePair(text, start + mostShown) : end;
  return {
    before: text.slice(from, start),
    inside: text.slice(start, shownTo),
    after: shownTo < end ? '' : text.slice(end, to),
    left: end - shownTo,
    from,
  };
}

/** An offset that does not stand in the middle of a surrogate pair. */
const outsidePair = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

/** What the neighbors of a row's first `k` hits are drawn from. */
export function askedExpansion(
  { contexts, around }: AskedRow,
  k: number,
  documents: readonly { text: string }[],
  gold: readonly GoldSpan[],
): ExpansionInput {
  const chunks = documents.map((): ChunkInfo[] => []);
  for (const own of around) chunks[own.document] = chunksOf(own);
  return {
    documents: chunks,
    lengths: documents.map(({ text }) => text.length),
    hits: contexts.slice(0, k).map(({ document, start, end, score }) => ({
      document,
      chunkIndex: chunks[document]!.findIndex((chunk) => chunk.start === start && chunk.end === end),
      score,
    })),
    runs: gold.flatMap((span) => holdingRun(chunks[span.document]!, span)),
    gold: [...gold],
  };
}

const chunksOf = ({ first, starts, ends, tokens }: DocumentChunks): ChunkInfo[] =>
  Array.from(starts, (start, place) => ({
    number: first + place,
    start,
    end: ends[place]!,
    tokens: tokens[place]!,
  }));

/** The fewest adjacent chunks that hold a span whole; none where the document has no chunks here. */
function holdingRun(chunks: readonly ChunkInfo[], { start, end }: Span): NumberedRun[] {
  const last = chunks.find((chunk) => chunk.end >= end);
  const first = chunks.findLast((chunk) => chunk.start <= start && chunk.number <= (last?.number ?? 0));
  return first && last ? [[first.number, last.number]] : [];
}
