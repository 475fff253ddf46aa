import { describe, expect, it } from 'vitest';
import { clusterColumn } from '../../../core/stats/aggregate';
import { blendOrderGroups } from './orders';

describe('groups of rows that the data cannot order', () => {
  const sixteen = (value: number) => Array.from({ length: 16 }, () => [value]);
  // The good rows win in every family; the last row of a block has no queries there.
  const columnOf = (row: string, condition: string, _metric: 'top1', block: string) =>
    clusterColumn(
      row === 'empty' && block === 'intent'
        ? sixteen(0).map(() => [])
        : sixteen(row === 'good' || row === 'alike' ? 1 : condition === 'clean' ? 1 : 0),
    );
  const groups = blendOrderGroups(['poor', 'good', 'alike', 'empty'], ['top1'], columnOf, {
    draws: 200,
    seed: 1,
  });
  const found = (block: string, condition: string) =>
    groups.find((candidate) => candidate.block === block && candidate.condition === condition)!;

  it('exist for every choice of block and every condition', () => {
    expect(groups.map(({ block, condition }) => `${block} ${condition}`)).toEqual(
      ['both', 'context', 'intent'].flatMap((block) =>
        ['clean', 'stored', 'query', 'both'].map((condition) => `${block} ${condition}`),
      ),
    );
  });

  it('hold rows of equal value together, in their stored order', () => {
    expect(found('both', 'clean').groups).toEqual([['poor', 'good', 'alike', 'empty']]);
  });

  it('part where the leader beats a row', () => {
    expect(found('both', 'query')).toEqual({
      block: 'both',
      metric: 'top1',
      condition: 'query',
      clusters: 16,
      groups: [
        ['good', 'alike'],
        ['poor', 'empty'],
      ],
    });
  });

  it('leave out a row without queries', () => {
    expect(found('intent', 'query').groups).toEqual([['good', 'alike'], ['poor']]);
  });
});
