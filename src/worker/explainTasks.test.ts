import { describe, expect, it } from 'vitest';
import { buildBm25 } from '../core/retrieval/bm25';
import { createExplainTasks } from './explainTasks';

const context = { signal: new AbortController().signal, emit: () => undefined };
const documents = [
  'guests cannot export a workspace; trial workspace exports last seven days',
  'paid workspace exports last thirty days',
];
const spans = [
  [0, 32, 34, 73],
  [0, 39],
];
const query = 'can guests export a workspace';

describe('taking scores apart', () => {
  it('gives the same terms as the index itself, and picks the best text of a group', async () => {
    const tasks = createExplainTasks();
    const texts = documents.flatMap((text, document) =>
      [0, 2]
        .slice(0, spans[document]!.length / 2)
        .map((at) => text.slice(spans[document]![at], spans[document]![at + 1])),
    );
    expect(await tasks.index({ key: 'a', documents, spans, options: {} }, context)).toEqual({
      texts: 3,
      averageLength: buildBm25(texts).averageLength,
    });
    const { explained } = await tasks.explain({ key: 'a', query, groups: [[1, 0], [2], []] }, context);
    const bm25 = buildBm25(texts);
    expect(explained![0]).toEqual({
      place: 0,
      score: expect.closeTo(bm25.search(query, 1)[0]!.score, 12),
      terms: bm25.explain(query, 0),
    });
    expect(explained![1]?.place).toBe(2);
    expect(explained![2]).toBeNull();
  });

  it('says when an index is not there, and keeps the newest eight', async () => {
    const tasks = createExplainTasks();
    for (let number = 0; number < 9; number += 1)
      await tasks.index({ key: `index ${number}`, documents, spans, options: {} }, context);
    expect(await tasks.explain({ key: 'index 0', query, groups: [[0]] }, context)).toEqual({
      explained: null,
    });
    expect((await tasks.explain({ key: 'index 8', query, groups: [[0]] }, context)).explained).toHaveLength(
      1,
    );
  });
});
