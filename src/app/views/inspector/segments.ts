import type { Span, Utf16Offset } from '../../../core/units';

/** A piece of a block between two edges of anything that is marked: it looks the same throughout. */
export interface Segment extends Span {
  gold: 'chosen' | 'other' | null;
  /** Best rank of a returned context that it lies in; null in none. */
  rank: number | null;
  isSelected: boolean;
  /** Whether the lane in front has it in more than one span, or in none though it is not blank. */
  depth: 'overlap' | 'gap' | null;
}

export interface Marks {
  /** Every place where a lane cuts, ascending. */
  cuts: ArrayLike<Utf16Offset>;
  gold: readonly (Span & { isChosen: boolean })[];
  /** Contexts that the lane in front returned for the chosen question. */
  returned: readonly (Span & { rank: number })[];
  selected: Span | null;
  /** Of the lane in front, within the block. */
  overlaps: readonly Span[];
  gaps: readonly Span[];
}

/** A block as segments, in order and without holes. */
export function segmentsOf(
  { start, end }: Span,
  { cuts, gold, returned, selected, overlaps, gaps }: Marks,
): Segment[] {
  const edges = new Set<number>([start, end]);
  const add = (offset: number) => offset > start && offset < end && edges.add(offset);
  for (let i = 0; i < cuts.length; i++) add(cuts[i]!);
  for (const span of [...gold, ...returned, ...overlaps, ...gaps, ...(selected ? [selected] : [])]) {
    add(span.start);
    add(span.end);
  }
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, i): Segment => {
    const holds = (span: Span) => span.start <= from && from < span.end;
    const ranks = returned.filter(holds).map(({ rank }) => rank);
    const marked = gold.filter(holds);
    return {
      start: from,
      end: sorted[i + 1]!,
      gold: marked.length === 0 ? null : marked.some(({ isChosen }) => isChosen) ? 'chosen' : 'other',
      rank: ranks.length === 0 ? null : Math.min(...ranks),
      isSelected: selected !== null && holds(selected),
      depth: overlaps.some(holds) ? 'overlap' : gaps.some(holds) ? 'gap' : null,
    };
  });
}
