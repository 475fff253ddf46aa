import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkingChunks } from '../../../experiments/chunking/formats';
import {
  checkChunks,
  cutsOf,
  goldFate,
  laneFigures,
  lanesOf,
  mergeZones,
  nextOffset,
  sameEdgeIn,
  spanAtOffset,
  zonesOf,
  type Target,
} from './inspectorModel';
import { packSpans } from './spansModel';

const strategies = [
  { id: 'words', label: 'Words' },
  { id: 'windows', label: 'Windows' },
];
//            0         1         2         3
//            0123456789012345678901234567890123
const text = 'one two three\n\nfour five six seven';

function fileOf(words: number[], windows: number[]): ChunkingChunks {
  const own = (edges: number[]) => ({
    indexed: edges,
    contexts: [...edges],
    contextOf: Array.from({ length: edges.length / 2 }, (_, i) => i),
  });
  return {
    formatVersion: 1,
    kind: 'chunking-chunks',
    document: 0,
    strategies: { words: own(words), windows: own(windows) },
  };
}

const lanes = (words: number[], windows: number[], source: string | null = text) =>
  lanesOf(fileOf(words, windows), strategies, text.length, 'chunks', source);
const gold = (start: number, end: number): Target => ({ kind: 'gold', start, end });

describe('lanes', () => {
  it('take a blank line between chunks for no gap, and lost words for one', () => {
    const [words, windows] = lanes([0, 13, 15, 34], [0, 13, 20, 34]);
    expect(words!.gaps).toEqual([]);
    expect(windows!.gaps).toEqual([{ start: 13, end: 20 }]);
    expect(lanes([0, 13, 15, 34], [0, 10, 13, 34], null).map(({ gaps }) => gaps)).toEqual([
      [],
      [{ start: 10, end: 13 }],
    ]);
  });

  it('merge overlaps of any depth into bands', () => {
    expect(lanes([0, 20, 5, 25, 10, 34], [0, 34])[0]!.overlaps).toEqual([{ start: 5, end: 25 }]);
  });

  it('are lettered in their order', () => {
    expect(lanes([0, 34], [0, 34]).map(({ letter }) => letter)).toEqual(['A', 'B']);
  });

  it('are described by figures of the spans that they draw', () => {
    const [words] = lanes([0, 10, 5, 34], [0, 34]);
    expect(laneFigures(words!, 34)).toEqual({
      chunks: 2,
      contexts: 2,
      spans: 2,
      shortest: 10,
      meanLength: 19.5,
      longest: 29,
      overlap: 5 / 34,
      gap: 0,
    });
    expect(laneFigures(lanes([], [0, 34], '')[0]!, 0)).toEqual({
      chunks: 0,
      contexts: 0,
      spans: 0,
      shortest: null,
      meanLength: null,
      longest: null,
      overlap: null,
      gap: null,
    });
  });
});

describe('cuts', () => {
  it('say which lanes cut at a place', () => {
    const { offsets, lanes: masks } = cutsOf(lanes([0, 13, 15, 34], [0, 15, 15, 34]));
    expect([...offsets]).toEqual([0, 13, 15, 34]);
    expect([...masks]).toEqual([0b11, 0b01, 0b11, 0b11]);
  });

  it('are walked one by one in both directions', () => {
    const offsets = [0, 13, 15, 34];
    expect([
      nextOffset(offsets, 13, 1),
      nextOffset(offsets, 13, -1),
      nextOffset(offsets, 14, -1),
      nextOffset(offsets, -1, 1),
      nextOffset(offsets, 34, 1),
      nextOffset(offsets, 0, -1),
    ]).toEqual([15, 0, 13, 0, null, null]);
  });
});

describe('edges', () => {
  it('with only white space between them are one; without the text, those two code units apart', () => {
    expect([sameEdgeIn('ab  cd')(2, 4), sameEdgeIn('ab  cd')(2, 5)]).toEqual([true, false]);
    expect([sameEdgeIn(null)(2, 4), sameEdgeIn(null)(2, 5)]).toEqual([true, false]);
  });
});

describe('zones where it matters', () => {
  it('hold everything that touches a gold span which one lane holds whole and another cuts', () => {
    // 16–18 lies whole in 15–34, and whole in 0–20 and 20–34 it is not cut either; 18–22 is cut by the edge at 20.
    const both = lanes([0, 13, 15, 34], [0, 20, 20, 34]);
    expect(zonesOf(both, [gold(18, 22)])).toEqual([{ start: 0, end: 34, targets: [gold(18, 22)] }]);
  });

  it('leave out gold that every lane holds whole, and gold that none does, however they cut', () => {
    expect(zonesOf(lanes([0, 13, 15, 34], [0, 20, 20, 34]), [gold(16, 18)])).toEqual([]);
    expect(zonesOf(lanes([0, 10, 10, 34], [0, 11, 11, 34]), [gold(9, 12)])).toEqual([]);
  });

  it('are one where they touch, and none with a single lane', () => {
    const both = lanes([0, 13, 15, 34], [0, 20, 20, 34]);
    expect(zonesOf(both, [gold(18, 22), gold(19, 21)])).toHaveLength(1);
    expect(zonesOf(both.slice(0, 1), [gold(18, 22)])).toEqual([]);
  });

  it('tell a lane in which the target lies in a gap', () => {
    expect(zonesOf(lanes([0, 13], [0, 13, 15, 34]), [gold(16, 18)])).toEqual([
      { start: 15, end: 34, targets: [gold(16, 18)] },
    ]);
  });

  it('lie around places that were returned, whoever cuts them', () => {
    const returned = { kind: 'returned' as const, start: 16, end: 18 };
    expect(zonesOf(lanes([0, 13, 15, 34], [0, 13, 15, 34]), [returned])).toEqual([
      { start: 15, end: 34, targets: [returned] },
    ]);
  });

  it('hold each of their targets, and no two of them touch', () => {
    const edges = fc
      .uniqueArray(fc.integer({ min: 1, max: 33 }), { maxLength: 10 })
      .map((cuts) =>
        [0, ...cuts.sort((a, b) => a - b), 34].flatMap((cut, i, all) =>
          i + 1 < all.length ? [cut, all[i + 1]!] : [],
        ),
      );
    const targets = fc
      .array(fc.tuple(fc.nat(32), fc.integer({ min: 1, max: 6 })), { maxLength: 6 })
      .map((pairs) => pairs.map(([start, size]) => gold(start, Math.min(34, start + size))));
    fc.assert(
      fc.property(edges, edges, targets, (a, b, targets) => {
        const both = lanes(a, b, null);
        const zones = zonesOf(both, targets);
        zones.forEach((zone, i) => {
          if (i > 0) expect(zone.start).toBeGreaterThan(zones[i - 1]!.end);
          for (const target of zone.targets) {
            expect(zone.start).toBeLessThanOrEqual(target.start);
            expect(zone.end).toBeGreaterThanOrEqual(target.end);
          }
        });
        for (const target of targets) {
          const whole = both.map((lane) => goldFate(lane, target) === 'whole');
          expect(zones.some(({ targets: own }) => own.includes(target))).toBe(whole[0] !== whole[1]);
        }
      }),
      { seed: 5 },
    );
  });

  it('are merged with a place that a link points to', () => {
    const zone = { start: 10, end: 20, targets: [gold(12, 13)] };
    expect(mergeZones([zone, { start: 15, end: 30, targets: [] }])).toEqual([
      { start: 10, end: 30, targets: [gold(12, 13)] },
    ]);
    expect(zone.end).toBe(20);
  });
});

describe('a gold span', () => {
  it('is whole in one context, cut between two, or outside', () => {
    const contexts = packSpans([0, 10, 10, 20, 15, 30]);
    expect([
      goldFate({ contexts }, { start: 2, end: 10 }),
      goldFate({ contexts }, { start: 8, end: 12 }),
      goldFate({ contexts }, { start: 16, end: 25 }),
      goldFate({ contexts }, { start: 30, end: 32 }),
    ]).toEqual(['whole', 'cut', 'whole', 'outside']);
  });
});

describe('the chunk of a place', () => {
  it('is the last that begins there or before, none in a gap', () => {
    const spans = packSpans([0, 6, 4, 10, 12, 14]);
    expect([0, 4, 5, 9, 10, 12, 14].map((at) => spanAtOffset(spans, at))).toEqual([
      0,
      1,
      1,
      1,
      null,
      2,
      null,
    ]);
  });
});

describe('a chunks file', () => {
  const summary = { strategies, corpus: { documents: [{ utf16Length: 34 }] } };
  const good = fileOf([0, 13, 15, 34], [0, 34]);
  const problem = (change: (file: ChunkingChunks) => void): string => {
    const file = structuredClone(good);
    change(file);
    try {
      checkChunks('chunks/0.json', file, summary, 0);
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is accepted when every span fits its document', () => {
    expect(problem(() => undefined)).toBe('accepted');
  });

  it.each([
    [
      'another document',
      (file: ChunkingChunks) => void (file.document = 3),
      /at \$\.document: found 3; expected 0/,
    ],
    [
      'a missing strategy',
      (file: ChunkingChunks) => void delete file.strategies['words'],
      /found no strategy “words”/,
    ],
    [
      'half a span',
      (file: ChunkingChunks) => void file.strategies['words']!.indexed.pop(),
      /\.indexed: found 3 numbers; expected pairs/,
    ],
    [
      'a span past the end',
      (file: ChunkingChunks) => void (file.strategies['words']!.contexts[3] = 35),
      /\.contexts\[2\]: found 15–35; expected a span within the 34/,
    ],
    [
      'an empty span',
      (file: ChunkingChunks) => void (file.strategies['words']!.indexed[1] = 0),
      /\.indexed\[0\]: found 0–0/,
    ],
    [
      'spans out of order',
      (file: ChunkingChunks) => void (file.strategies['words']!.indexed = [15, 34, 0, 13]),
      /\.indexed\[2\]: found a span at 0 after one at 15/,
    ],
    [
      'a context that is not there',
      (file: ChunkingChunks) => void (file.strategies['words']!.contextOf[1] = 2),
      /\.contextOf\[1\]: found 2; expected a number from 0 to 1/,
    ],
    [
      'a chunk without a context',
      (file: ChunkingChunks) => void file.strategies['words']!.contextOf.pop(),
      /\.contextOf: found 1 entries; expected 2/,
    ],
  ])('is refused with %s', (_, change, words) => {
    expect(problem(change)).toMatch(words);
  });
});
