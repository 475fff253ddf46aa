import { describe, expect, it } from 'vitest';
import { joinRuns, type CompareQuestion } from '../../../analysis/compare/compare';
import { foundText, otherDifferences, setupWarnings, tokenDifference } from '../../../analysis/compare/words';
import {
  excerptOf,
  hidingFilters,
  laneBoxes,
  laneWindow,
  moveOf,
  pairList,
  pairReason,
} from './compareModel';

const side = (
  outcome: number,
  rank: number | null,
  loss: string | null = null,
  families: Record<string, string> = {},
): CompareQuestion => ({
  id: '',
  cluster: 'c',
  families,
  outcome,
  reciprocalRank: rank === null ? 0 : 1 / rank,
  rank,
  loss,
});

describe('the reason of a flip', () => {
  it.each([
    [side(1, 1), side(0, 12, 'ranking'), 'A has it at rank 1; B ranks it 12, too deep'],
    [
      side(1, 2),
      side(0, null, 'boundary'),
      'A has it at rank 2; B lost it at boundary: no chunk of its document covers the gold span whole',
    ],
    [
      side(0, null, 'ranking'),
      side(1, 3),
      'B has it at rank 3; A did not retrieve it, though a context holds it',
    ],
    [side(0.25, 1), side(1, 1), 'B has it at rank 1; A ties it with others: expected hit 0.25'],
    [side(0, 4), side(0, 7), 'A ranks it 4; B ranks it 7'],
    [side(1, 1), side(1, 1), 'both at rank 1'],
    [side(1, 1), side(1, 4), 'A at rank 1, B at rank 4'],
  ])('is told from the stage of loss or the rank (%#)', (a, b, expected) => {
    expect(pairReason(a, b, ['A', 'B'])).toBe(expected);
  });
});

describe('the reason of a flip that expansion made', () => {
  const brought = (rank: number, ...distances: number[]): CompareQuestion => ({
    ...side(1, rank),
    broughtBy: distances.map((distance) => ({ rank, distance })),
  });

  it.each([
    [
      side(0, null, 'ranking'),
      brought(2, 1),
      'B has it with its first 2 hits: the answer stands in the chunk after hit 2; A did not retrieve it, though a context holds it',
    ],
    [
      brought(1, -1),
      side(0, 8, 'ranking'),
      'A has it with its first hit: the answer stands in the chunk before hit 1; B ranks it 8, too deep',
    ],
    [
      side(1, 4),
      brought(3, 0, 1),
      'A has it at rank 4; B has it with its first 3 hits: the answer lies across hit 3 and the chunk after hit 3',
    ],
  ])('names the chunk and its hit (%#)', (a, b, expected) => {
    expect(pairReason(a, b, ['A', 'B'])).toBe(expected);
  });

  it('stands beside the rank, apart from hits that merely stand side by side', () => {
    expect([foundText(brought(2, 1)), foundText(brought(2, 0, 0)), foundText(side(1, 2))]).toEqual([
      'rank 2, by neighbors',
      'rank 2, hits merged',
      'rank 2',
    ]);
  });
});

describe('tokens of unlike expansion', () => {
  const run = (id: string, expansion: string) => ({
    id,
    label: id,
    experiment: 'e',
    corpus: { name: 'c', hash: 'h' },
    facts: [{ id: 'expansion', label: 'Neighbor expansion', value: expansion, warns: true }],
    questions: [],
  });
  const handed = (handedOver: number | null, hits = handedOver ?? 0): CompareQuestion => ({
    ...side(1, 1),
    ...(handedOver === null ? {} : { tokens: { handedOver, hits } }),
  });
  const shared = (...questions: CompareQuestion[][]) =>
    questions.map((sides, place) => ({ id: String(place), sides }));

  it('are told for every run, with how many more than the least', () => {
    expect(
      tokenDifference(
        [run('A', 'none'), run('B', '±1/1')],
        shared([handed(100), handed(250, 100)], [handed(200), handed(500, 200)]),
        5,
      ),
    ).toBe(
      'Tokens returned by the first 5 hits, mean of a question: 150 in A; 375 in B, 225 more (2.5 times as many)',
    );
  });

  it('say what neighbors add where the other run stores none', () => {
    expect(
      tokenDifference([run('A', 'none'), run('B', '±1/1')], shared([handed(null), handed(250, 100)]), 1),
    ).toBe(
      'Tokens returned by the first hit, mean of a question: not stored in A; 250 in B, 150 of them added by neighbors',
    );
  });

  it('are no subject where all expand alike, none is told, or nothing is shared', () => {
    expect(
      tokenDifference([run('A', '±1/1'), run('B', '±1/1')], shared([handed(1), handed(2)]), 5),
    ).toBeNull();
    expect(
      tokenDifference([run('A', 'none'), run('B', '±1/1')], shared([handed(null), handed(null)]), 5),
    ).toBeNull();
    expect(tokenDifference([run('A', 'none'), run('B', '±1/1')], [], 5)).toBeNull();
  });
});

describe('unlike setups', () => {
  const run = (id: string, search: string, model: string | null) => ({
    id,
    label: id,
    experiment: 'e',
    corpus: { name: 'c', hash: 'h' },
    facts: [
      { id: 'retriever', label: 'Search', value: search, warns: false },
      { id: 'model', label: 'Embedding model', value: model, warns: true },
    ],
    questions: [],
  });

  it('are named with the values of both, warnings apart from what runs are compared for', () => {
    const runs = [run('A', 'BM25', null), run('B', 'embedding', 'a model')];
    expect(setupWarnings(runs)).toEqual(['Embedding model: n/a in A; a model in B']);
    expect(otherDifferences(runs)).toEqual(['Search: BM25 in A; embedding in B']);
  });
});

describe('the list of a pair', () => {
  const named = (id: string, made: CompareQuestion) => ({ ...made, id });
  const { shared } = joinRuns([
    {
      id: 'A',
      questions: [
        named('x', side(1, 1, null, { f: '__proto__' })),
        named('y', side(0, null, 'ranking', { f: 'two' })),
        named('z', side(1, 2)),
      ],
    },
    { id: 'B', questions: [named('x', side(1, 1)), named('y', side(1, 1)), named('z', side(0, 9))] },
  ]);
  const all = { cell: null, family: null, grouping: 'f' };
  const ids = (list: typeof shared) => list.map(({ id }) => id);

  it('filters by cell and by family, whatever the family is called', () => {
    expect(ids(pairList(shared, { ...all, cell: 'onlyA' }, 0, 1, []))).toEqual(['z']);
    expect(ids(pairList(shared, { ...all, family: '__proto__' }, 0, 1, []))).toEqual(['x']);
    expect(ids(pairList(shared, { ...all, family: 'constructor' }, 0, 1, []))).toEqual([]);
  });

  it('puts the widest disagreement first, and a missing rank last in both directions', () => {
    expect(ids(pairList(shared, all, 0, 1, []))).toEqual(['y', 'z', 'x']);
    expect(ids(pairList(shared, all, 0, 1, [{ column: 'a', descending: false }]))).toEqual(['x', 'z', 'y']);
    expect(ids(pairList(shared, all, 0, 1, [{ column: 'a', descending: true }]))).toEqual(['z', 'x', 'y']);
  });

  it('names what hides a question', () => {
    expect(hidingFilters({ cell: 'both', family: 'two', grouping: 'f' }, shared[2]!, 0, 1)).toEqual([
      'cell',
      'family',
    ]);
    expect(hidingFilters(all, shared[2]!, 0, 1)).toEqual([]);
  });
});

describe('rise and fall', () => {
  it('count from the other rank', () => {
    expect([moveOf(2, 5), moveOf(5, 2), moveOf(3, 3), moveOf(1, null)]).toEqual([
      { kind: 'rise', by: 3, from: 5 },
      { kind: 'fall', by: 3, from: 2 },
      { kind: 'same' },
      { kind: 'new' },
    ]);
  });
});

describe('lanes around the gold', () => {
  const gold = { document: 0, start: 90, end: 110 };
  const cut = [
    { start: 0, end: 100 },
    { start: 100, end: 200 },
  ];
  const windows = [
    { start: 40, end: 140 },
    { start: 80, end: 180 },
    { start: 300, end: 400 },
  ];

  it('show every context that touches it, and some room', () => {
    expect(laneWindow(gold, [cut, windows])).toEqual({ start: 0, end: 216 });
  });

  it('set overlapping contexts on tracks, and tell ranks and who covers the gold', () => {
    const { boxes, tracks } = laneBoxes(
      windows,
      [
        { document: 1, start: 40, end: 140 },
        { document: 0, start: 80, end: 180 },
      ],
      gold,
      { start: 0, end: 216 },
    );
    expect(tracks).toBe(2);
    expect(boxes.map(({ track, rank, holdsGold }) => [track, rank, holdsGold])).toEqual([
      [0, null, true],
      [1, 2, true],
    ]);
    expect(laneBoxes(cut, [], gold, { start: 0, end: 216 }).boxes.every(({ holdsGold }) => !holdsGold)).toBe(
      true,
    );
  });
});

describe('an excerpt', () => {
  it('shows the gold that a context holds, and never half a character', () => {
    const text = `${'a'.repeat(200)}GOLD${'🙂'.repeat(200)}`;
    const { before, inside, after } = excerptOf(
      text,
      { start: 0, end: text.length },
      { start: 200, end: 204 },
    );
    expect(inside).toBe('GOLD');
    expect(before).toBe(`… ${'a'.repeat(90)}`);
    expect(after).toBe(`${'🙂'.repeat(45)} …`);
    const start = excerptOf('🙂'.repeat(200), { start: 0, end: 400 }, undefined);
    expect([start.inside, start.after]).toEqual(['', `${'🙂'.repeat(90)} …`]);
  });
});
