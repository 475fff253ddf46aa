import { describe, expect, it } from 'vitest';
import type { ChunkingRankings } from '../../../experiments/chunking/formats';
import { documentCounts, documentOf, hitRank, returnedContexts } from './returnedModel';

const found = (rank: number[]) => ({ rank, context: rank.map(() => 0), score: rank.map(() => 1) });
const rankings: ChunkingRankings = {
  formatVersion: 1,
  kind: 'chunking-rankings',
  row: 'a',
  strategy: 'a',
  depth: 3,
  contexts: [[4, 0, 2], [], [1]],
  scores: [[3.5, 2, 1], [], [0.5]],
  answer: found([2, 0, 6]),
  evidence: found([2, 0, 6]),
  tokensToHit: [1, null, null],
  loss: [null, 'ranking', 'ranking'],
};
/** Two contexts, none, then three. */
const offsets = [0, 2, 2, 5];

describe('returned contexts', () => {
  it('are placed in their documents, ranks from 1', () => {
    expect(returnedContexts(rankings, 0, offsets, 2)).toEqual([
      { rank: 1, score: 3.5, context: 4, document: 2, local: 2 },
      { rank: 2, score: 2, context: 0, document: 0, local: 0 },
    ]);
    expect(returnedContexts(rankings, 1, offsets, 5)).toEqual([]);
    expect([0, 1, 2, 4].map((context) => documentOf(offsets, context))).toEqual([0, 0, 2, 2]);
  });

  it('hit when the first relevant one is within k', () => {
    expect([
      hitRank(rankings, 0, 1),
      hitRank(rankings, 0, 2),
      hitRank(rankings, 1, 10),
      hitRank(rankings, 2, 5),
    ]).toEqual([null, 2, null, null]);
  });

  it('are counted as misses by document; unknown without the ranking', () => {
    const summary = { corpus: { documents: offsets.slice(1) } };
    const questions = [{ document: 0 }, { document: 2 }, { document: null }];
    expect(documentCounts(summary, questions, rankings, 5)).toEqual([
      { questions: 1, misses: 0 },
      { questions: 0, misses: 0 },
      { questions: 1, misses: 1 },
    ]);
    expect(documentCounts(summary, questions, undefined, 5)[0]).toEqual({ questions: 1, misses: null });
  });
});
