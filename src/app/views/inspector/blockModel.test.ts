import { describe, expect, it } from 'vitest';
import type { ChunkingChunks } from '../../../experiments/chunking/formats';
import { barsOf, barUnder, cutMarks, cutPaths, extentOf, lanePaths, type BlockGeometry } from './blockModel';
import { cutsOf, lanesOf } from './inspectorModel';
import { isLineRightToLeft, isRightToLeftAt, lineStart } from './direction';

const block = { start: 100, end: 200 };
/** Two lines of 20 pixels: offset 130 stands in the first, 160 in the second. */
const geometry: BlockGeometry = {
  height: 40,
  offsets: [100, 130, 160, 200],
  y: [0, 10, 25, 40],
  carets: [
    { x: 0, top: 2, height: 16 },
    { x: 50, top: 2, height: 16 },
    { x: 25, top: 22, height: 16 },
  ],
};
const file: ChunkingChunks = {
  formatVersion: 1,
  kind: 'chunking-chunks',
  document: 0,
  strategies: {
    a: { indexed: [0, 130, 130, 300], contexts: [0, 130, 130, 300], contextOf: [0, 1] },
    b: { indexed: [100, 160, 130, 200], contexts: [100, 160, 130, 200], contextOf: [0, 1] },
  },
};
const lanes = lanesOf(
  file,
  [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
  300,
  'chunks',
  null,
);

describe('a block of text with its lanes', () => {
  it('gives a span the height between its places, and its own edge where it goes on beyond', () => {
    expect(extentOf({ start: 130, end: 160 }, block, geometry)).toEqual({ y: 10, height: 15 });
    expect(extentOf({ start: 0, end: 130 }, block, geometry)).toEqual({ y: 0, height: 10 });
    expect(extentOf({ start: 160, end: 999 }, block, geometry)).toEqual({ y: 25, height: 15 });
  });

  it('draws every span that reaches into it, overlapping ones side by side', () => {
    expect(barsOf(lanes[0]!, block, geometry)).toEqual([
      { index: 0, track: 0, begins: false, y: 0, height: 10 },
      { index: 1, track: 0, begins: true, y: 10, height: 30 },
    ]);
    expect(barsOf(lanes[1]!, block, geometry).map(({ track }) => track)).toEqual([0, 1]);
    const paths = lanePaths(lanes[1]!, barsOf(lanes[1]!, block, geometry), block, geometry, 10, 20);
    expect(paths).toEqual({
      even: 'M10 0.75h9.25v24.25h-9.25z',
      odd: 'M20 10.75h9.25v29.25h-9.25z',
      overlaps: 'M10 10h20v15h-20z',
      gaps: '',
    });
  });

  it('finds the span under the pointer', () => {
    const bars = barsOf(lanes[1]!, block, geometry);
    expect([
      barUnder(lanes[1]!, bars, 10, 20, { x: 12, y: 12 })?.index,
      barUnder(lanes[1]!, bars, 10, 20, { x: 25, y: 12 })?.index,
      barUnder(lanes[1]!, bars, 10, 20, { x: 25, y: 5 })?.index,
    ]).toEqual([0, 1, undefined]);
  });

  it('marks each cut where its character stands, with a slot for every lane that cuts', () => {
    const marks = cutMarks(cutsOf(lanes), block, geometry);
    expect(marks).toEqual([
      { offset: 100, lanes: 0b10, x: 0, top: 2, height: 16 },
      { offset: 130, lanes: 0b11, x: 50, top: 2, height: 16 },
      { offset: 160, lanes: 0b10, x: 25, top: 22, height: 16 },
    ]);
    const { carets, slots } = cutPaths(marks, 2, 100);
    expect(carets).toBe('M100 0v20M150 0v20M125 20v20');
    expect(slots).toEqual([
      'M148.25 2.5h3.5v7h-3.5z',
      'M98.25 10.5h3.5v7h-3.5zM148.25 10.5h3.5v7h-3.5zM123.25 30.5h3.5v7h-3.5z',
    ]);
  });
});

describe('direction of a text', () => {
  const text = 'abc (1).\nشمس 12 (fog).\n123';
  const second = text.indexOf('\n') + 1;

  it('of a line is that of its first letter', () => {
    expect([
      isLineRightToLeft(text, 0),
      isLineRightToLeft(text, second),
      isLineRightToLeft(text, text.length - 3),
    ]).toEqual([false, true, false]);
    expect([
      lineStart(text, 3, 0),
      lineStart(text, second + 5, 0),
      lineStart(text, second + 5, second + 2),
    ]).toEqual([0, second, second + 2]);
  });

  it('of a sign is that of the letter before it, or of the line', () => {
    expect(isRightToLeftAt(text, 7, 0)).toBe(false);
    expect(isRightToLeftAt(text, second + 4, second)).toBe(true);
    expect(isRightToLeftAt(text, text.indexOf('.', second), second)).toBe(false);
    expect(isRightToLeftAt('(شمس', 0, 0)).toBe(true);
  });
});
