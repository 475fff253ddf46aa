import { byDisagreement, isHit, pairCell, setupTable, type CompareQuestion, type FactRow, type PairCell, type PlacedContext, type SharedQuestion } from '../../../core/experiments/compare';
import { groupBy } from '../../../core/stats/aggregate';
import { toCsv, type CsvColumn } from '../../../core/stats/csv';
import { andList } from './words';
import type { Span } from '../../../core/units';
import type { LossStage } from '../../../schema/chunking';
import type { SortKey } from '../../state/params';
import { stageMeanings } from '../failures/chunking/chunkingWords';
import { sortedBy } from '../failures/sortedBy';
import type { LoadedRun } from './adapters/adapter';

/** Runs are called by letters where their names would not fit. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);

export interface PairFilter {
  cell: PairCell | null;
  family: string | null;
  grouping: string;
}

/** The family of a question, as the first run that has it names it; null where it has none. */
export function familyIn(grouping: string, sides: readonly (CompareQuestion | null)[]): string | null {
  const families = sides.find((side) => side !== null)?.families ?? {};
  return Object.hasOwn(families, grouping) ? families[grouping]! : null;
}

/** Names of the filters that keep a question out of the list; empty when it is in. */
export function hidingFilters({ cell, family, grouping }: PairFilter, { sides }: SharedQuestion, a: number, b: number): ('cell' | 'family')[] {
  const hiding: ('cell' | 'family')[] = [];
  if (cell !== null && pairCell(sides[a]!, sides[b]!) !== cell) hiding.push('cell');
  if (family !== null && familyIn(grouping, sides) !== family) hiding.push('family');
  return hiding;
}

/** The questions that pass the filters: the largest disagreement first unless sorted otherwise. */
export function pairList(shared: readonly SharedQuestion[], filter: PairFilter, a: number, b: number, sort: readonly SortKey[]): SharedQuestion[] {
  const listed = byDisagreement(shared.filter((question) => hidingFilters(filter, question, a, b).length === 0), a, b);
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
      return sortedBy(listed, ({ sides }) => sides[a]!.reciprocalRank - sides[b]!.reciprocalRank, key.descending);
    default:
      return listed;
  }
}

/** What one side found, in a phrase. */
export function foundText({ rank, outcome }: CompareQuestion): string {
  if (outcome > 0 && !isHit({ outcome })) return `tied at rank ${rank}, expected hit ${Math.round(outcome * 100) / 100}`;
  return rank === null ? 'not retrieved' : `rank ${rank}`;
}

/** Why a side did not hit, from its stage of loss or its rank. */
export function missReason(letter: string, side: CompareQuestion): string {
  if (side.loss !== null && side.loss !== 'ranking' && Object.hasOwn(stageMeanings, side.loss)) return `${letter} lost it at ${side.loss}: ${stageMeanings[side.loss as LossStage]}`;
  if (side.outcome > 0) return `${letter} ties it with others: expected hit ${Math.round(side.outcome * 100) / 100}`;
  if (side.rank === null) return `${letter} did not retrieve it${side.loss === 'ranking' ? ', though a context holds it' : ''}`;
  return `${letter} ranks it ${side.rank}${side.loss === 'ranking' ? ', too deep' : ''}`;
}

/** The pair's outcome on one question in a sentence part: who has it, and why the other has not. */
export function pairReason(a: CompareQuestion, b: CompareQuestion, letters: readonly [string, string]): string {
  switch (pairCell(a, b)) {
    case 'onlyA':
      return `${letters[0]} has it at rank ${a.rank}; ${missReason(letters[1], b)}`;
    case 'onlyB':
      return `${letters[1]} has it at rank ${b.rank}; ${missReason(letters[0], a)}`;
    case 'neither':
      return `${missReason(letters[0], a)}; ${missReason(letters[1], b)}`;
    case 'both':
      return a.rank === b.rank ? `both at rank ${a.rank}` : `${letters[0]} at rank ${a.rank}, ${letters[1]} at rank ${b.rank}`;
  }
}

/** Unlike setups that a reader should know of before reading a difference. */
export function setupWarnings(runs: readonly LoadedRun[]): string[] {
  return setupTable(runs)
    .filter(({ warns, isUnlike }) => warns && isUnlike)
    .map(({ label, values }) => `${label}: ${[...groupBy(values.keys(), (place) => values[place] ?? 'n/a')].map(([value, places]) => `${value} in ${andList(places.map(letterOf))}`).join('; ')}`);
}

/** Facts on which the runs agree, apart from those on which they do not; what none has is left out. */
export function splitFacts(runs: readonly LoadedRun[]): { unlike: FactRow[]; alike: FactRow[] } {
  const table = setupTable(runs);
  return { unlike: table.filter(({ isUnlike }) => isUnlike), alike: table.filter(({ isUnlike, values }) => !isUnlike && values.some((value) => value !== null)) };
}

/** Stretch of a document that lanes are drawn over: the gold, and as much around it as shows a chunk or two. */
export function laneWindow(gold: Span, lanes: readonly (readonly Span[])[]): Span {
  const touching = lanes.flatMap((spans) => spans.filter(({ start, end }) => start < gold.end && end > gold.start));
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
export function laneBoxes(spans: readonly Span[], ranking: readonly PlacedContext[], gold: PlacedContext, window: Span): { boxes: LaneBox[]; tracks: number } {
  const ends: number[] = [];
  const boxes = spans
    .filter(({ start, end }) => start < window.end && end > window.start)
    .map(({ start, end }): LaneBox => {
      const free = ends.findIndex((last) => last <= start);
      const track = free < 0 ? ends.length : free;
      ends[track] = end;
      const rank = ranking.findIndex((context) => context.document === gold.document && context.start === start && context.end === end);
      return { start, end, track, rank: rank < 0 ? null : rank + 1, holdsGold: start <= gold.start && end >= gold.end };
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
export function exportCsv(runs: readonly LoadedRun[], questions: readonly { id: string; sides: readonly (CompareQuestion | null)[] }[], grouping: string): string {
  type Line = (typeof questions)[number];
  const columns: CsvColumn<Line>[] = [
    { header: 'question', value: ({ id }) => id },
    { header: 'family', value: ({ sides }) => familyIn(grouping, sides) },
    ...runs.flatMap(({ label }, place): CsvColumn<Line>[] => [
      { header: `${letterOf(place)} ${label}: expected hit`, value: ({ sides }) => sides[place]?.outcome },
      { header: `${letterOf(place)}: reciprocal rank`, value: ({ sides }) => sides[place]?.reciprocalRank },
      { header: `${letterOf(place)}: rank`, value: ({ sides }) => sides[place]?.rank },
      { header: `${letterOf(place)}: lost at`, value: ({ sides }) => sides[place]?.loss },
    ]),
  ];
  return toCsv(questions, columns);
}

const excerptLength = 180;

/** A context's text in little room: around the gold that it holds, else its beginning. */
export function excerptOf(text: string, context: Span, gold: Span | undefined): { before: string; inside: string; after: string } {
  const held = gold && gold.start < context.end && gold.end > context.start ? { start: Math.max(gold.start, context.start), end: Math.min(gold.end, context.end) } : null;
  const middle = held ?? { start: context.start, end: context.start };
  const from = Math.max(context.start, middle.start - (held ? excerptLength / 2 : 0));
  const to = Math.min(context.end, middle.end + (held ? excerptLength / 2 : excerptLength));
  // Never half a surrogate pair at the ends.
  const start = isLowSurrogate(text, from) ? from + 1 : from;
  const end = isLowSurrogate(text, to) ? to - 1 : to;
  return { before: `${start > context.start ? '… ' : ''}${text.slice(start, middle.start)}`, inside: text.slice(middle.start, middle.end), after: `${text.slice(middle.end, end)}${end < context.end ? ' …' : ''}` };
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
