import {
  byDisagreement,
  pairCell,
  type CompareQuestion,
  type PairCell,
  type PlacedContext,
  type SharedQuestion,
} from '../../../analysis/compare/compare';
import { toCsv, type CsvColumn } from '../../../core/stats/csv';
import type { Span } from '../../../core/units';
import type { CompareFigures, CompareMetric } from '../../../analysis/compare/figures';
import { familyIn } from '../../../analysis/compare/measuredRun';
import { letterOf } from '../../../analysis/compare/words';
import type { SortKey } from '../../state/params';
import { sortedBy } from '../failures/sortedBy';
import type { LoadedRun } from './adapters/adapter';

export { foundText, letterOf, missReason, pairReason, splitFacts } from '../../../analysis/compare/words';
export { familyIn } from '../../../analysis/compare/measuredRun';

export interface PairFilter {
  cell: PairCell | null;
  family: string | null;
  grouping: string;
}

/** Names of the filters that keep a question out of the list; empty when it is in. */
export function hidingFilters(
  { cell, family, grouping }: PairFilter,
  { sides }: SharedQuestion,
  a: number,
  b: number,
): ('cell' | 'family')[] {
  const hiding: ('cell' | 'family')[] = [];
  if (cell !== null && pairCell(sides[a]!, sides[b]!) !== cell) hiding.push('cell');
  if (family !== null && familyIn(grouping, sides) !== family) hiding.push('family');
  return hiding;
}

/** The questions that pass the filters: the largest disagreement first unless sorted otherwise. */
export function pairList(
  shared: readonly SharedQuestion[],
  filter: PairFilter,
  a: number,
  b: number,
  sort: readonly SortKey[],
): SharedQuestion[] {
  const listed = byDisagreement(
    shared.filter((question) => hidingFilters(filter, question, a, b).length === 0),
    a,
    b,
  );
  const [key] = sort;
  switch (key?.column) {
    case 'question':
      return sortedBy(listed, ({ id }) => id, key.descending);
    case 'family':
      return sortedBy(listed, ({ sides }) => familyIn(filter.grouping, sides), key.descending);
    case 'a':
      return sortedBy(listed, ({ sides }) => sides[a]!.rank, key.descending);
    case 'b':
      return sortedBy(listed, ({ sides }) => sides[b]!.rank, key.descending);
    case 'gap':
      return sortedBy(
        listed,
        ({ sides }) => sides[a]!.reciprocalRank - sides[b]!.reciprocalRank,
        key.descending,
      );
    default:
      return listed;
  }
}

/** Stretch of a document that lanes are drawn over: the gold, and as much around it as shows a chunk or two. */
export function laneWindow(gold: Span, lanes: readonly (readonly Span[])[]): Span {
  const touching = lanes.flatMap((spans) =>
    spans.filter(({ start, end }) => start < gold.end && end > gold.start),
  );
  const start = Math.min(gold.start, ...touching.map((span) => span.start));
  const end = Math.max(gold.end, ...touching.map((span) => span.end));
  const margin = Math.ceil((end - start) * 0.08);
  return { start: Math.max(0, start - margin), end: end + margin };
}

export interface LaneBox extends Span {
  /** 1-based rank of the context in the side's ranking; null when it is not among those shown. */
  rank: number | null;
  holdsGold: boolean;
  /** Row inside the lane, where contexts overlap. */
  track: number;
}

/** Contexts of one side inside the window, in tracks so that none covers another. */
export function laneBoxes(
  spans: readonly Span[],
  ranking: readonly PlacedContext[],
  gold: PlacedContext,
  window: Span,
): { boxes: LaneBox[]; tracks: number } {
  const ends: number[] = [];
  const boxes = spans
    .filter(({ start, end }) => start < window.end && end > window.start)
    .map(({ start, end }): LaneBox => {
      const free = ends.findIndex((last) => last <= start);
      const track = free < 0 ? ends.length : free;
      ends[track] = end;
      const rank = ranking.findIndex(
        (context) => context.document === gold.document && context.start === start && context.end === end,
      );
      return {
        start,
        end,
        track,
        rank: rank < 0 ? null : rank + 1,
        holdsGold: start <= gold.start && end >= gold.end,
      };
    });
  return { boxes, tracks: Math.max(1, ends.length) };
}

/** A rank against another: `+` is a rise (nearer the top). */
export type Move = { kind: 'new' } | { kind: 'same' } | { kind: 'rise' | 'fall'; by: number; from: number };

export function moveOf(rank: number, from: number | null): Move {
  if (from === null) return { kind: 'new' };
  if (from === rank) return { kind: 'same' };
  return { kind: from > rank ? 'rise' : 'fall', by: Math.abs(from - rank), from };
}

/** One line per shared question: what the JSON and CSV exports hold. */
export function exportCsv(
  runs: readonly LoadedRun[],
  questions: readonly { id: string; sides: readonly (CompareQuestion | null)[] }[],
  grouping: string,
): string {
  type Line = (typeof questions)[number];
  const columns: CsvColumn<Line>[] = [
    { header: 'question', value: ({ id }) => id },
    { header: 'family', value: ({ sides }) => familyIn(grouping, sides) },
    ...runs.flatMap(({ label }, place): CsvColumn<Line>[] => [
      { header: `${letterOf(place)} ${label}: expected hit`, value: ({ sides }) => sides[place]?.outcome },
      { header: `${letterOf(place)}: reciprocal rank`, value: ({ sides }) => sides[place]?.reciprocalRank },
      { header: `${letterOf(place)}: rank`, value: ({ sides }) => sides[place]?.rank },
      { header: `${letterOf(place)}: lost at`, value: ({ sides }) => sides[place]?.loss },
      ...(questions.some(({ sides }) => sides[place]?.tokens)
        ? [
            {
              header: `${letterOf(place)}: tokens returned`,
              value: ({ sides }: Line) => sides[place]?.tokens?.handedOver,
            },
          ]
        : []),
    ]),
  ];
  return toCsv(questions, columns);
}

/** Runs with their setups, paired differences, and what every run made of every question. */
export function exportJson({
  runs,
  questions,
  n,
  metric,
  figures,
}: {
  runs: readonly LoadedRun[];
  questions: readonly { id: string; sides: readonly (CompareQuestion | null)[] }[];
  /** Questions that every run was asked. */
  n: number;
  metric: CompareMetric;
  figures: CompareFigures | null;
}): string {
  const content = {
    kind: 'comparison',
    corpus: runs[0]!.corpus.hash,
    metric,
    runs: runs.map(({ id, label, experiment, facts }, place) => ({
      id,
      label,
      experiment,
      setup: Object.fromEntries(facts.map((fact) => [fact.id, fact.value])),
      n,
      mean: figures?.means[place] ?? null,
    })),
    pairs: (figures?.pairs ?? []).map(({ a, b, difference, p, adjustedP, verdict }) => ({
      a: runs[Number(a)]!.id,
      b: runs[Number(b)]!.id,
      difference,
      p,
      adjustedP,
      verdict: verdict.kind,
    })),
    questions: questions.map(({ id, sides }) => ({
      id,
      sides: sides.map(
        (side) =>
          side && {
            outcome: side.outcome,
            reciprocalRank: side.reciprocalRank,
            rank: side.rank,
            loss: side.loss,
          },
      ),
    })),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

const excerptLength = 180;

/** A context's text in little room: around the gold that it holds, else its beginning. */
export function excerptOf(
  text: string,
  context: Span,
  gold: Span | undefined,
): { before: string; inside: string; after: string } {
  const held =
    gold && gold.start < context.end && gold.end > context.start
      ? { start: Math.max(gold.start, context.start), end: Math.min(gold.end, context.end) }
      : null;
  const middle = held ?? { start: context.start, end: context.start };
  const from = Math.max(context.start, middle.start - (held ? excerptLength / 2 : 0));
  const to = Math.min(context.end, middle.end + (held ? excerptLength / 2 : excerptLength));
  // Never half a surrogate pair at the ends.
  const start = isLowSurrogate(text, from) ? from + 1 : from;
  const end = isLowSurrogate(text, to) ? to - 1 : to;
  return {
    before: `${start > context.start ? '… ' : ''}${text.slice(start, middle.start)}`,
    inside: text.slice(middle.start, middle.end),
    after: `${text.slice(middle.end, end)}${end < context.end ? ' …' : ''}`,
  };
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
