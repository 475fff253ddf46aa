import { describe, expect, it } from 'vitest';
import { clusterColumn, type ClusterColumn } from './aggregate';
import { randomSource } from './rng';
import { bestRow, inseparableFrom, tieGroups } from './tieGroups';

/** 14 clusters of 4 questions; a row hits each with its own chance. */
function row(id: string, chance: number, seed: number): { id: string; column: ClusterColumn } {
  const random = randomSource(seed);
  return {
    id,
    column: clusterColumn(
      Array.from({ length: 14 }, () => Array.from({ length: 4 }, () => (random() < chance ? 1 : 0))),
    ),
  };
}

const rows = [
  row('low', 0.15, 1),
  row('high', 0.95, 2),
  row('alsoHigh', 0.85, 3),
  row('middle', 0.5, 4),
  { id: 'none', column: null },
];

describe('tie groups', () => {
  it('order what the data can order and leave the rest together', () => {
    expect(tieGroups(rows).map(({ id, group, leader }) => [id, group, leader])).toEqual([
      ['high', 1, 'high'],
      ['alsoHigh', 1, 'high'],
      ['middle', 2, 'middle'],
      ['low', 3, 'low'],
      ['none', null, null],
    ]);
  });

  it('turn round where lower is better, missing rows still last', () => {
    expect(tieGroups(rows, { direction: 'lower' }).map(({ id, group }) => [id, group])).toEqual([
      ['low', 1],
      ['middle', 2],
      ['alsoHigh', 3],
      ['high', 3],
      ['none', null],
    ]);
  });

  it('are anchored on the leader: small steps do not chain far rows together', () => {
    // each step: half the clusters lose one of eight questions more, which no pair of neighbours can show
    const step = (id: string, lost: (g: number) => number): { id: string; column: ClusterColumn } => ({
      id,
      column: clusterColumn(
        Array.from({ length: 12 }, (_, g) => Array.from({ length: 8 }, (_, q) => (q < lost(g) ? 0 : 1))),
      ),
    });
    const chain = [
      step('a', () => 0),
      step('b', (g) => (g < 5 ? 1 : 0)),
      step('c', (g) => (g < 10 ? 1 : 0)),
      step('d', (g) => (g < 12 ? 1 : 0) + (g < 3 ? 1 : 0)),
    ];
    const grouped = tieGroups(chain);
    expect(grouped.map(({ id, group }) => [id, group])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['d', 2],
    ]);
    expect(grouped[1]!.againstLeader).toMatchObject({ a: 'a', b: 'b', verdict: { kind: 'notEstablished' } });
  });

  it('put rows that are the same into one group, in the order given', () => {
    const same = row('x', 0.5, 9).column;
    expect(
      tieGroups(['x', 'y', 'z'].map((id) => ({ id, column: same }))).map(({ id, group, leader }) => [
        id,
        group,
        leader,
      ]),
    ).toEqual([
      ['x', 1, 'x'],
      ['y', 1, 'x'],
      ['z', 1, 'x'],
    ]);
  });

  it('separate nothing with one cluster, and take an empty table', () => {
    const one = (id: string, value: number): { id: string; column: ClusterColumn } => ({
      id,
      column: clusterColumn([[value, value, value]]),
    });
    expect(tieGroups([one('x', 0), one('y', 1)]).map(({ id, group }) => [id, group])).toEqual([
      ['y', 1],
      ['x', 1],
    ]);
    expect(tieGroups([])).toEqual([]);
    expect(tieGroups([{ id: 'x', column: clusterColumn([[], []]) }])).toEqual([
      { id: 'x', value: null, group: null, leader: null, againstLeader: null },
    ]);
  });

  it('refuse two rows of one id', () => {
    expect(() => tieGroups([rows[0]!, rows[0]!])).toThrow(/row ids repeat/);
  });

  it('name the rows that the highlighted one cannot be separated from', () => {
    expect(inseparableFrom('alsoHigh', rows)).toEqual(['high']);
    expect(inseparableFrom('low', rows)).toEqual([]);
    expect(inseparableFrom('none', rows)).toEqual([]);
  });
});

describe('best row', () => {
  it('has the highest nDCG@10 to three decimals, then fewer context tokens', () => {
    const best = bestRow([
      { id: 'a', ndcgAt10: 0.8124, contextTokensAt90: 900 },
      { id: 'b', ndcgAt10: 0.8121, contextTokensAt90: 400 },
      { id: 'c', ndcgAt10: 0.8122, contextTokensAt90: null },
      { id: 'd', ndcgAt10: null, contextTokensAt90: 10 },
      { id: 'e', ndcgAt10: 0.8114, contextTokensAt90: 10 },
    ]);
    expect(best?.id).toBe('b');
    expect(bestRow([{ ndcgAt10: null, contextTokensAt90: 1 }])).toBeNull();
  });
});
