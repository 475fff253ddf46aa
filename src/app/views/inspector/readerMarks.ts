import type { Span, Utf16Offset } from '../../../core/units';
import type { Cuts, Lane } from './inspectorModel';

/** Everything that is drawn on a document, whichever part of it is in sight. */
export interface ReaderMarks {
  lanes: readonly Lane[];
  /** Colour of each lane. */
  colors: readonly string[];
  /** The lane in front: its spans mark the text. */
  front: number;
  cuts: Cuts;
  gold: readonly GoldMark[];
  /** By lane: contexts of this document at ranks 1 … k of the chosen question. */
  returned: readonly (readonly ReturnedMark[])[];
  /** The chosen span of the lane in front. */
  selected: Span | null;
  at: Utf16Offset | null;
}

export interface GoldMark extends Span {
  /** Index in `questions.json`. */
  question: number;
  isChosen: boolean;
}

export interface ReturnedMark extends Span {
  rank: number;
}

/** Width of the strip of gold spans before the lanes, and the space around it. */
export const goldWidth = 6;
const goldSpace = 10;
const laneSpace = 4;

/** Fewer lanes are wider. */
export function laneWidth(lanes: number): number {
  return lanes <= 2 ? 24 : lanes <= 4 ? 18 : 14;
}

/** Where a lane begins, in pixels from the left edge of the gutter. */
export function laneX(lane: number, lanes: number): number {
  return goldSpace + lane * (laneWidth(lanes) + laneSpace);
}

/** Width of everything before the text. */
export function gutterWidth(lanes: number): number {
  return laneX(lanes, lanes) + 8;
}

/** A span of a lane: its place among the lanes, and its number within the document. */
export interface LaneSpan {
  lane: number;
  index: number;
}

/** Tells which span the pointer is on, and whether it was picked; null for none. */
export type PointAtSpan = (span: LaneSpan | null, isPicked: boolean) => void;
