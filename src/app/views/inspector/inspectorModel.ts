import type { Span, Utf16Offset } from '../../../core/units';
import type { ChunkingChunks } from '../../../experiments/chunking/formats';
import { ArtifactError } from '../../../artifact/errors';
import {
  depthRuns,
  overlapping,
  packSpans,
  spanAt,
  tracksOf,
  type PackedSpans,
  type Tracks,
} from './spansModel';

/** Which spans a lane draws: what is searched, or what is handed to the reader when it is found. */
export const spanKinds = ['chunks', 'contexts'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** One strategy over one document. */
export interface Lane {
  strategy: string;
  label: string;
  /** `A`, `B` …: what the lane is called where its full name has no room. */
  letter: string;
  chunks: PackedSpans;
  contexts: PackedSpans;
  /** For each chunk, which context of this document it returns. */
  contextOf: readonly number[];
  /** The spans that are drawn: `chunks` or `contexts`. */
  drawn: PackedSpans;
  tracks: Tracks;
  /** Stretches in more than one drawn span, ascending. */
  overlaps: Span[];
  /** Stretches in none, but for blank ones, ascending. */
  gaps: Span[];
}

/**
 * The lanes of some strategies, lettered in their order. What lies between two spans and is
 * blank is no gap: without `text`, up to two code units are taken for blank.
 */
export function lanesOf(
  file: ChunkingChunks,
  strategies: readonly { id: string; label: string }[],
  length: Utf16Offset,
  kind: SpanKind,
  text: string | null,
): Lane[] {
  const sameEdge = sameEdgeIn(text);
  return strategies.map(({ id, label }, place) => {
    const { indexed, contexts, contextOf } = file.strategies[id]!;
    const packed = { chunks: packSpans(indexed), contexts: packSpans(contexts) };
    const drawn = packed[kind];
    const runs = depthRuns(drawn, length);
    const overlaps = mergeTouching(runs.filter(({ depth }) => depth > 1));
    const gaps = runs.flatMap(({ start, end, depth }) =>
      depth === 0 && !sameEdge(start, end) ? [{ start, end }] : [],
    );
    return {
      strategy: id,
      label,
      letter: letterOf(place),
      ...packed,
      contextOf,
      drawn,
      tracks: tracksOf(drawn),
      overlaps,
      gaps,
    };
  });
}

function mergeTouching(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last?.end === start) last.end = end;
    else merged.push({ start, end });
  }
  return merged;
}

export function letterOf(place: number): string {
  return String.fromCharCode(65 + (place % 26));
}

/** The part of a summary that tells which documents and strategies there are. */
export interface MeasuredDocuments {
  strategies: readonly { id: string }[];
  corpus: { documents: readonly { utf16Length: number }[] };
}

/** Refuses a file whose spans do not fit its document: every offset on the page rests on them. */
export function checkChunks(
  name: string,
  file: ChunkingChunks,
  { strategies, corpus }: MeasuredDocuments,
  document: number,
): void {
  const { utf16Length } = corpus.documents[document]!;
  const refuse = (path: string, found: string, expected: string): never => {
    throw new ArtifactError({ kind: 'invalid', file: name, path, found, expected });
  };
  if (file.document !== document) refuse('$.document', String(file.document), String(document));
  for (const { id } of strategies) {
    if (!Object.hasOwn(file.strategies, id))
      refuse('$.strategies', `no strategy “${id}”`, 'one for each of summary.json');
    const { indexed, contexts, contextOf } = file.strategies[id]!;
    for (const [field, edges] of [
      ['indexed', indexed],
      ['contexts', contexts],
    ] as const) {
      if (edges.length % 2 !== 0)
        refuse(`$.strategies.${id}.${field}`, `${edges.length} numbers`, 'pairs of start and end');
      for (let i = 0; i < edges.length; i += 2) {
        const [start, end] = [edges[i]!, edges[i + 1]!];
        if (
          !Number.isInteger(start) ||
          !Number.isInteger(end) ||
          start < 0 ||
          start >= end ||
          end > utf16Length
        )
          refuse(
            `$.strategies.${id}.${field}[${i}]`,
            `${start}–${end}`,
            `a span within the ${utf16Length} UTF-16 code units of the document`,
          );
        if (i > 0 && start < edges[i - 2]!)
          refuse(
            `$.strategies.${id}.${field}[${i}]`,
            `a span at ${start} after one at ${edges[i - 2]}`,
            'spans by ascending start',
          );
      }
    }
    if (contextOf.length * 2 !== indexed.length)
      refuse(
        `$.strategies.${id}.contextOf`,
        `${contextOf.length} entries`,
        `${indexed.length / 2}, one for each indexed span`,
      );
    const wrong = contextOf.findIndex(
      (context) => !Number.isInteger(context) || context < 0 || 2 * context >= contexts.length,
    );
    if (wrong >= 0)
      refuse(
        `$.strategies.${id}.contextOf[${wrong}]`,
        String(contextOf[wrong]),
        `a number from 0 to ${contexts.length / 2 - 1}`,
      );
  }
}

/** What a lane makes of its document, as figures. Lengths are of the drawn spans, in UTF-16 code units; null without spans. */
export interface LaneFigures {
  chunks: number;
  contexts: number;
  /** Drawn spans. */
  spans: number;
  shortest: number | null;
  meanLength: number | null;
  longest: number | null;
  /** Shares of the document; null for an empty one. */
  overlap: number | null;
  gap: number | null;
}

export function laneFigures(
  { chunks, contexts, drawn, overlaps, gaps }: Lane,
  length: Utf16Offset,
): LaneFigures {
  const total = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const lengths = Array.from(
    { length: drawn.count },
    (_, i) => drawn.edges[2 * i + 1]! - drawn.edges[2 * i]!,
  );
  const of = (figure: (values: number[]) => number) => (lengths.length === 0 ? null : figure(lengths));
  return {
    chunks: chunks.count,
    contexts: contexts.count,
    spans: drawn.count,
    shortest: of((values) => values.reduce((least, value) => Math.min(least, value))),
    meanLength: of((values) => values.reduce((sum, value) => sum + value) / values.length),
    longest: of((values) => values.reduce((most, value) => Math.max(most, value))),
    overlap: length === 0 ? null : total(overlaps) / length,
    gap: length === 0 ? null : total(gaps) / length,
  };
}

/** Places where at least one lane cuts, and which lanes do. */
export interface Cuts {
  /** Distinct starts and ends, ascending. */
  offsets: Int32Array;
  /** Bit `i` is set where lane `i` cuts. */
  lanes: Uint32Array;
}

export function cutsOf(lanes: readonly Pick<Lane, 'drawn'>[]): Cuts {
  const masks = new Map<number, number>();
  lanes.forEach(({ drawn: { edges } }, lane) => {
    for (const offset of edges) masks.set(offset, (masks.get(offset) ?? 0) | (1 << lane));
  });
  const offsets = Int32Array.from(masks.keys()).sort();
  return { offsets, lanes: Uint32Array.from(offsets, (offset) => masks.get(offset)!) };
}

/** Index of the first of ascending offsets that is at or after `offset`; their number when none is. */
export function firstAtOrAfter(offsets: ArrayLike<number>, offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest of ascending offsets beyond `from` in one direction; null at the end. */
export function nextOffset(offsets: ArrayLike<number>, from: number, direction: 1 | -1): number | null {
  const place = direction > 0 ? firstAtOrAfter(offsets, from + 1) : firstAtOrAfter(offsets, from) - 1;
  return place >= 0 && place < offsets.length ? offsets[place]! : null;
}

/** How far two edges may lie apart and still count as one, where the text between them is unknown: a blank line. */
const edgeTolerance = 2;

/** Whether two edges cut at the same place: nothing but white space lies between them. */
export type SameEdge = (a: Utf16Offset, b: Utf16Offset) => boolean;

export function sameEdgeIn(text: string | null): SameEdge {
  if (text === null) return (a, b) => Math.abs(a - b) <= edgeTolerance;
  return (a, b) => a === b || text.slice(Math.min(a, b), Math.max(a, b)).trim() === '';
}

/** A place that a reader cares about: evidence, or what a search returned. */
export interface Target extends Span {
  kind: 'gold' | 'returned';
}

/** A stretch where lanes treat something that matters differently. */
export interface Zone extends Span {
  targets: Target[];
}

/**
 * The zones of the rule “only where it matters”: around a gold span that one lane's contexts hold whole while
 * another's cut or lose it, and around each given place that was returned, lane by lane, the spans that touch it. The
 * caller gives returned places only where the lanes do not agree on a hit. Zones that touch are one. By ascending
 * start; none with fewer than two lanes.
 */
export function zonesOf(
  lanes: readonly Pick<Lane, 'drawn' | 'contexts'>[],
  targets: readonly Target[],
): Zone[] {
  if (lanes.length < 2) return [];
  const zones = targets.flatMap((target): Zone[] => {
    const held = lanes.filter((lane) => goldFate(lane, target) === 'whole').length;
    if (target.kind === 'gold' && (held === 0 || held === lanes.length)) return [];
    const all = lanes.flatMap(({ drawn }) =>
      overlapping(drawn, target.start, target.end).map((index) => spanAt(drawn, index)),
    );
    return [
      {
        start: Math.min(target.start, ...all.map(({ start }) => start)),
        end: Math.max(target.end, ...all.map(({ end }) => end)),
        targets: [target],
      },
    ];
  });
  return mergeZones(zones);
}

/** One zone for those that overlap or touch. */
export function mergeZones(zones: readonly Zone[]): Zone[] {
  const merged: Zone[] = [];
  for (const zone of [...zones].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && zone.start <= last.end) {
      last.end = Math.max(last.end, zone.end);
      last.targets = [...last.targets, ...zone.targets];
    } else merged.push({ ...zone });
  }
  return merged;
}

/** What a lane does to a gold span: a context holds it whole, contexts hold parts of it, or none touches it. */
export type GoldFate = 'whole' | 'cut' | 'outside';

export function goldFate({ contexts }: Pick<Lane, 'contexts'>, { start, end }: Span): GoldFate {
  const touching = overlapping(contexts, start, end);
  if (touching.length === 0) return 'outside';
  return touching.some(
    (index) => contexts.edges[2 * index]! <= start && contexts.edges[2 * index + 1]! >= end,
  )
    ? 'whole'
    : 'cut';
}

/** Index of the span to name for a place: the last one that begins at or before it and holds it; null in a gap. */
export function spanAtOffset(spans: PackedSpans, offset: Utf16Offset): number | null {
  return overlapping(spans, offset, offset + 1).at(-1) ?? null;
}
