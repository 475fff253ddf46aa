import { describe, expect, it } from 'vitest';
import type {
  ChunkingChunks,
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingSummary,
} from '../../../experiments/chunking/formats';
import type { Expansion, NeighborRow } from '../../../experiments/chunking/neighbors/formats';
import { storedExpansion } from '../../../experiments/chunking/neighbors/stored';
import { neighborWidths } from '../../../experiments/chunking/neighbors/widths';
import { drawExpansion } from './expansionDrawing';
import { expansionOf } from './expansionOf';
import {
  drawnDocuments,
  expansionInput,
  markGold,
  questionRow,
  reachOf,
  stateCounts,
  stateOf,
  type DrawnChunk,
} from './neighborsModel';

/** Document A: chunks of 10 characters and 5 tokens each, numbered 0–3; document B: one, number 4. */
const spans = [
  [0, 10, 10, 20, 20, 30, 30, 40],
  [0, 8],
];
const chunks = new Map(
  spans.map((contexts, document): [number, ChunkingChunks] => [
    document,
    {
      formatVersion: 1,
      kind: 'chunking-chunks',
      document,
      strategies: { fixed_size: { indexed: contexts, contexts, contextOf: [] } },
    },
  ]),
);
/** The first answer is cut between chunks 2 and 3, the second lies in chunk 4, the third nowhere. */
const questions: ChunkingQuestions = {
  formatVersion: 1,
  kind: 'chunking-questions',
  questions: [
    { id: 'cut', document: 0, families: { article: 'A' }, gold: [{ document: 0, start: 28, end: 32 }] },
    { id: 'whole', document: 1, families: { article: 'B' }, gold: [] },
    { id: 'nowhere', document: 0, families: { article: 'A' }, gold: [] },
  ],
};
const [none, one] = [
  { row: 'fixed_size', neighborPrev: 0, neighborNext: 0 },
  { row: 'fixed_size-1-1', neighborPrev: 1, neighborNext: 1 },
] as NeighborRow[] as [NeighborRow, NeighborRow];
const data = storedExpansion(
  {
    summary: {
      corpus: { documents: [{ utf16Length: 40 }, { utf16Length: 8 }] },
    } as unknown as ChunkingSummary,
    questions,
    rankings: {
      contexts: [[1, 2], [4], [0]],
      scores: [[3, 2], [1], [1]],
      answer: { rank: [0, 1, 0] },
      evidence: { rank: [0, 0, 0] },
    } as unknown as ChunkingRankings,
    relevant: {
      formatVersion: 1,
      kind: 'chunking-relevant',
      strategy: 'fixed_size',
      answer: [[], [4], []],
      evidence: [[], [], []],
    },
    neighbors: {
      formatVersion: 1,
      kind: 'chunking-neighbors',
      strategy: 'fixed_size',
      tokens: [[5, 5, 5, 5], [4]],
      answerRuns: [[[2, 3]], [], []],
      evidenceRuns: [[[2, 3]], [], []],
      examples: [],
    },
  },
  { row: 'fixed_size', strategy: 'fixed_size', rows: [none, one], comparisons: [] } as Expansion,
);
const input = (question: number, k: number) => expansionInput(data, chunks, question, k, 'answer');
const drawn = (list: readonly DrawnChunk[]) =>
  list.map(({ chunkIndex, role, left, width, answer }) => [chunkIndex, role, left, width, answer]);

describe('outcomes of questions under a width', () => {
  it('tell a hit from a rescue and from a miss', () => {
    expect([0, 1, 2].map((question) => stateOf(data, question, one, 5, 'answer'))).toEqual([
      'rescued',
      'hit',
      'missed',
    ]);
    expect(stateOf(data, 0, one, 1, 'answer')).toBe('missed');
    expect(stateOf(data, 0, none, 5, 'answer')).toBe('missed');
    expect([data.aloneRank(1, 'answer'), data.aloneRank(1, 'evidence')]).toEqual([1, 0]);
  });

  it('are counted, in a family too', () => {
    expect(stateCounts(data, one, 5, 'answer', null)).toEqual({ hit: 1, rescued: 1, missed: 1 });
    expect(stateCounts(data, one, 5, 'answer', 'A')).toEqual({ hit: 0, rescued: 1, missed: 1 });
  });

  it('come with chunks and tokens, each chunk once', () => {
    expect(questionRow(data, input(0, 5), 0, one, 5, 'answer')).toEqual({
      width: one,
      rank: 2,
      state: 'rescued',
      chunks: 4,
      tokens: 20,
      extra: 10,
    });
    expect(questionRow(data, input(0, 5), 0, none, 5, 'answer')).toMatchObject({
      chunks: 2,
      tokens: 10,
      extra: 0,
    });
  });
});

describe('the drawing of an expansion', () => {
  it('puts hits one below the other on one scale, and each strip on the scale of its document', () => {
    const { tree, strips, tokens, hitTokens } = drawExpansion(input(0, 5), {
      neighborPrev: 1,
      neighborNext: 0,
    });
    // Widest line: 10 before, 10 of the hit; so 5 % a character, hits at 50 %.
    expect(tree.map(({ rank, chunks }) => [rank, drawn(chunks)])).toEqual([
      [
        1,
        [
          [0, 'neighbor', 0, 50, null],
          [1, 'hit', 50, 50, null],
        ],
      ],
      [
        2,
        [
          [1, 'neighbor', 0, 50, null],
          [2, 'hit', 50, 50, 'part'],
        ],
      ],
    ]);
    expect(strips.map(({ document, chunks, gold }) => [document, drawn(chunks), gold])).toEqual([
      [
        0,
        [
          [0, 'neighbor', 0, 25, null],
          [1, 'hit', 25, 25, null],
          [2, 'hit', 50, 25, 'part'],
        ],
        [{ left: 70, width: 10 }],
      ],
    ]);
    expect([tokens, hitTokens]).toEqual([15, 10]);
  });

  it('has empty neighbor lists and nothing more at 0/0', () => {
    const { tree } = drawExpansion(input(1, 5), { neighborPrev: 0, neighborNext: 0 });
    expect(tree.map(({ chunks }) => drawn(chunks))).toEqual([[[0, 'hit', 0, 100, 'whole']]]);
  });
});

describe('how far hits must be widened', () => {
  it('is told from the hit that needs the fewest neighbors', () => {
    expect(reachOf(data, 0, 1, 'answer')).toEqual({ rank: 1, neighborPrev: 0, neighborNext: 2 });
    expect(reachOf(data, 0, 2, 'answer')).toEqual({ rank: 2, neighborPrev: 0, neighborNext: 1 });
    expect(reachOf(data, 1, 5, 'answer')).toEqual({ rank: 1, neighborPrev: 0, neighborNext: 0 });
    expect(reachOf(data, 2, 5, 'answer')).toBeNull();
  });
});

describe('gold in a chunk’s text', () => {
  it('is cut at the edges of chunk and span', () => {
    expect(markGold('abcdefghij', { start: 20, end: 30 }, [{ start: 28, end: 32 }])).toEqual([
      { text: 'abcdefgh', gold: false },
      { text: 'ij', gold: true },
    ]);
    expect(markGold('abcdefghij', { start: 30, end: 40 }, [{ start: 28, end: 32 }])).toEqual([
      { text: 'ab', gold: true },
      { text: 'cdefghij', gold: false },
    ]);
    expect(markGold('abc', { start: 0, end: 3 }, [])).toEqual([{ text: 'abc', gold: false }]);
  });
});

describe('widths of an experiment', () => {
  const file = (name: string) => ({ name, sha256: '', bytes: 0 });
  it('are those of every run with fixed_size, and do not apply where it was not run', () => {
    expect(expansionOf({ files: [file('summary.json'), file('neighbors/fixed_size.json')] })).toEqual({
      applies: true,
      widths: neighborWidths,
    });
    expect(expansionOf({ files: [file('relevant/paragraph.json')] })).toEqual({
      applies: false,
      widths: [{ neighborPrev: 0, neighborNext: 0 }],
    });
  });
});

describe('documents that a drawing needs', () => {
  it('are those of the hits and of the gold', () => {
    expect(drawnDocuments(data, 0, 5)).toEqual([0]);
    expect(drawnDocuments(data, 1, 5)).toEqual([1]);
  });
});
