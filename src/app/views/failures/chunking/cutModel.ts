import { overlapLength } from '../../../../core/text/spans';
import type { Span } from '../../../../core/units';
import type { ChunkingChunks } from '../../../../experiments/chunking/formats';

/** Spans that stand flat in a file: start, end, start, end … */
export function spansOf(flat: readonly number[]): Span[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => ({
    start: flat[2 * index]!,
    end: flat[2 * index + 1]!,
  }));
}

export interface ContextSpan extends Span {
  document: number;
}

/** The span of a context by its number over the whole corpus; null when its document’s boundaries are not loaded. */
export function contextSpan(
  context: number,
  contextOffsets: readonly number[],
  strategy: string,
  chunks: ReadonlyMap<number, ChunkingChunks>,
): ContextSpan | null {
  const document = documentOf(context, contextOffsets);
  const flat = chunks.get(document)?.strategies[strategy]?.contexts;
  const place = context - (contextOffsets[document] ?? 0);
  const [start, end] = [flat?.[2 * place], flat?.[2 * place + 1]];
  return start === undefined || end === undefined ? null : { document, start, end };
}

/** The document that a context number falls into. */
export function documentOf(context: number, contextOffsets: readonly number[]): number {
  let low = 0;
  let high = contextOffsets.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (contextOffsets[middle]! <= context) low = middle;
    else high = middle;
  }
  return low;
}

/** A context that holds some of the gold. */
export interface GoldShare extends Span {
  /** Over the whole corpus. */
  context: number;
  /** Part of the gold that it holds, 0–1. */
  share: number;
  /** Rank in the row’s ranking; 0 when deeper than what is kept. */
  rank: number;
}

/** The contexts of a document that hold some of a gold span, in text order. */
export function goldShares(
  gold: Span,
  contexts: readonly Span[],
  firstContext: number,
  ranking: readonly number[],
): GoldShare[] {
  const length = gold.end - gold.start;
  return contexts.flatMap((span, place) => {
    const shared = overlapLength(gold, span);
    const context = firstContext + place;
    return shared > 0 && length > 0
      ? [{ ...span, context, share: shared / length, rank: ranking.indexOf(context) + 1 }]
      : [];
  });
}

/** Offsets inside the gold at which a context begins or ends: where it was cut. */
export function cutsInside(gold: Span, contexts: readonly Span[]): number[] {
  const cuts = new Set(
    contexts
      .flatMap(({ start, end }) => [start, end])
      .filter((offset) => offset > gold.start && offset < gold.end),
  );
  return [...cuts].sort((a, b) => a - b);
}

/** Text around a span: `before`, the span itself, `after`, cut at whitespace where there is some. */
export function around(
  text: string,
  { start, end }: Span,
  reach: number,
): { before: string; inside: string; after: string } {
  const from = Math.max(0, start - reach);
  const to = Math.min(text.length, end + reach);
  const before = text.slice(from, start);
  const after = text.slice(end, to);
  return {
    before: from === 0 ? before : before.replace(/^\S{0,20}\s/u, ''),
    inside: text.slice(start, end),
    after: to === text.length ? after : after.replace(/\s\S{0,20}$/u, ''),
  };
}
