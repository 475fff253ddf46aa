import { describe, expect, it } from 'vitest';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRun,
  NeighborSummary,
} from '../../../experiments/chunking/neighbors/formats';
import { expansionOf } from './expansionOf';
import {
  expansionDrawing,
  hitRank,
  markGold,
  neighborData,
  questionRow,
  reachOf,
  stateCounts,
  stateOf,
  type DrawnChunk,
} from './neighborsModel';

/** Document A: chunks of 10 characters and 5 tokens each, numbered 0–3; document B: one, number 4. */
const chunks: NeighborChunks = {
  formatVersion: 1,
  kind: 'neighbor-chunks',
  documents: [
    { spans: [0, 10, 10, 20, 20, 30, 30, 40], tokens: [5, 5, 5, 5] },
    { spans: [0, 8], tokens: [4] },
  ],
};
/** The first answer is cut between chunks 2 and 3, the second lies in chunk 4, the third nowhere. */
const questions: NeighborQuestions = {
  formatVersion: 1,
  kind: 'neighbor-questions',
  questions: [
    {
      id: 'cut',
      document: 0,
      families: { article: 'A' },
      gold: [{ document: 0, start: 28, end: 32 }],
      answerRuns: [[2, 3]],
      evidenceRuns: [[2, 3]],
    },
    {
      id: 'whole',
      document: 1,
      families: { article: 'B' },
      gold: [],
      answerRuns: [[4, 4]],
      evidenceRuns: [],
    },
    { id: 'nowhere', document: 0, families: { article: 'A' }, gold: [], answerRuns: [], evidenceRuns: [] },
  ],
};
const hits: NeighborHits = {
  formatVersion: 1,
  kind: 'neighbor-hits',
  depth: 20,
  chunks: [[1, 2], [4], [0]],
  scores: [[3, 2], [1], [1]],
  answerRank: [0, 1, 0],
};
const run = (neighborPrev: number, neighborNext: number, answer: number[]): NeighborRun => ({
  formatVersion: 1,
  kind: 'neighbor-run',
  neighborPrev,
  neighborNext,
  answer,
  evidence: [answer[0]!, 0, 0],
  tokensToHit: [null, null, null],
  tokensAt: [],
  chunksAt: [],
});
const rows = [
  { row: '0/0', neighborPrev: 0, neighborNext: 0 },
  { row: '1/1', neighborPrev: 1, neighborNext: 1 },
];
const summary = {
  rows,
  corpus: { documents: [{ utf16Length: 40 }, { utf16Length: 8 }] },
} as unknown as NeighborSummary;
const data = neighborData(summary, questions, chunks, hits, [run(0, 0, [0, 1, 0]), run(1, 1, [2, 1, 0])]);
const drawn = (list: readonly DrawnChunk[]) =>
  list.map(({ chunkIndex, role, left, width, answer }) => [chunkIndex, role, left, width, answer]);

describe('outcomes of questions under a width', () => {
  it('tell a hit from a rescue and from a miss', () => {
    expect([0, 1, 2].map((question) => stateOf(data, question, '1/1', 5, 'answer'))).toEqual([
      'rescued',
      'hit',
      'missed',
    ]);
    expect(stateOf(data, 0, '1/1', 1, 'answer')).toBe('missed');
    expect(stateOf(data, 0, '0/0', 5, 'answer')).toBe('missed');
    expect([hitRank(data, 1, 'answer'), hitRank(data, 1, 'evidence')]).toEqual([1, 0]);
  });

  it('are counted, in a family too', () => {
    expect(stateCounts(data, '1/1', 5, 'answer', null)).toEqual({ hit: 1, rescued: 1, missed: 1 });
    expect(stateCounts(data, '1/1', 5, 'answer', 'A')).toEqual({ hit: 0, rescued: 1, missed: 1 });
  });

  it('come with chunks and tokens, each chunk once', () => {
    expect(questionRow(data, 0, rows[1] as never, 5, 'answer')).toEqual({
      row: '1/1',
      rank: 2,
      state: 'rescued',
      chunks: 4,
      tokens: 20,
      extra: 10,
    });
    expect(questionRow(data, 0, rows[0] as never, 5, 'answer')).toMatchObject({
      chunks: 2,
      tokens: 10,
      extra: 0,
    });
  });
});

describe('the drawing of an expansion', () => {
  it('puts hits one below the other on one scale, and each strip on the scale of its document', () => {
    const { tree, strips, tokens, hitTokens } = expansionDrawing(
      data,
      0,
      5,
      { neighborPrev: 1, neighborNext: 0 },
      'answer',
    );
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
    const { tree } = expansionDrawing(data, 1, 5, { neighborPrev: 0, neighborNext: 0 }, 'answer');
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
  it('are read from its files, and do not apply where fixed_size was not run', () => {
    expect(
      expansionOf({
        kind: 'neighbor-expansion',
        files: [file('summary.json'), file('runs/0-0.json'), file('runs/2-12.json')],
      }),
    ).toEqual({
      applies: true,
      widths: [
        { neighborPrev: 0, neighborNext: 0 },
        { neighborPrev: 2, neighborNext: 12 },
      ],
    });
    expect(expansionOf({ kind: 'chunking', files: [file('relevant/fixed_size.json')] })).toMatchObject({
      applies: true,
    });
    expect(expansionOf({ kind: 'chunking', files: [] })).toMatchObject({ applies: false });
    expect(expansionOf({ kind: 'contextual-blend', files: [] })).toEqual({
      applies: false,
      widths: [{ neighborPrev: 0, neighborNext: 0 }],
    });
  });
});
