import { describe, expect, it } from 'vitest';
import { joinRuns, type CompareQuestion } from '../../../core/experiments/compare';
import { excerptOf, hidingFilters, laneBoxes, laneWindow, moveOf, pairList, pairReason } from './compareModel';

const side = (outcome: number, rank: number | null, loss: string | null = null, families: Record<string, string> = {}): CompareQuestion => ({ id: '', cluster: 'c', families, outcome, reciprocalRank: rank === null ? 0 : 1 / rank, rank, loss });

describe('the reason of a flip', () => {
  it.each([
    [side(1, 1), side(0, 12, 'ranking'), 'A has it at rank 1; B ranks it 12, too deep'],
    [side(1, 2), side(0, null, 'boundary'), 'A has it at rank 2; B lost it at boundary: no chunk of its document covers the gold span whole'],
    [side(0, null, 'ranking'), side(1, 3), 'B has it at rank 3; A did not retrieve it, though a context holds it'],
    [side(0.25, 1), side(1, 1), 'B has it at rank 1; A ties it with others: expected hit 0.25'],
    [side(0, 4), side(0, 7), 'A ranks it 4; B ranks it 7'],
    [side(1, 1), side(1, 1), 'both at rank 1'],
    [side(1, 1), side(1, 4), 'A at rank 1, B at rank 4'],
  ])('is told from the stage of loss or the rank (%#)', (a, b, expected) => {
    expect(pairReason(a, b, ['A', 'B'])).toBe(expected);
  });
});

describe('the list of a pair', () => {
  const named = (id: string, made: CompareQuestion) => ({ ...made, id });
  const { shared } = joinRuns([
    { id: 'A', questions: [named('x', side(1, 1, null, { f: '__proto__' })), named('y', side(0, null, 'ranking', { f: 'two' })), named('z', side(1, 2))] },
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
    expect(hidingFilters({ cell: 'both', family: 'two', grouping: 'f' }, shared[2]!, 0, 1)).toEqual(['cell', 'family']);
    expect(hidingFilters(all, shared[2]!, 0, 1)).toEqual([]);
  });
});

describe('rise and fall', () => {
  it('count from the other rank', () => {
    expect([moveOf(2, 5), moveOf(5, 2), moveOf(3, 3), moveOf(1, null)]).toEqual([{ kind: 'rise', by: 3, from: 5 }, { kind: 'fall', by: 3, from: 2 }, { kind: 'same' }, { kind: 'new' }]);
  });
});

describe('lanes around the gold', () => {
  const gold = { document: 0, start: 90, end: 110 };
  const cut = [{ start: 0, end: 100 }, { start: 100, end: 200 }];
  const windows = [{ start: 40, end: 140 }, { start: 80, end: 180 }, { start: 300, end: 400 }];

  it('show every context that touches it, and some room', () => {
    expect(laneWindow(gold, [cut, windows])).toEqual({ start: 0, end: 216 });
  });

  it('set overlapping contexts on tracks, and tell ranks and who covers the gold', () => {
    const { boxes, tracks } = laneBoxes(windows, [{ document: 1, start: 40, end: 140 }, { document: 0, start: 80, end: 180 }], gold, { start: 0, end: 216 });
    expect(tracks).toBe(2);
    expect(boxes.map(({ track, rank, holdsGold }) => [track, rank, holdsGold])).toEqual([[0, null, true], [1, 2, true]]);
    expect(laneBoxes(cut, [], gold, { start: 0, end: 216 }).boxes.every(({ holdsGold }) => !holdsGold)).toBe(true);
  });
});

describe('an excerpt', () => {
  it('shows the gold that a context holds, and never half a character', () => {
    const text = `${'a'.repeat(200)}GOLD${'🙂'.repeat(200)}`;
    const { before, inside, after } = excerptOf(text, { start: 0, end: text.length }, { start: 200, end: 204 });
    expect(inside).toBe('GOLD');
    expect(before).toBe(`… ${'a'.repeat(90)}`);
    expect(after).toBe(`${'🙂'.repeat(45)} …`);
    const start = excerptOf('🙂'.repeat(200), { start: 0, end: 400 }, undefined);
    expect([start.inside, start.after]).toEqual(['', `${'🙂'.repeat(90)} …`]);
  });
});
