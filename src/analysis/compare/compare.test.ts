import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byDisagreement,
  corporaOf,
  joinRuns,
  pairCounts,
  ranksOfSame,
  setupTable,
  type CompareQuestion,
  type CompareRun,
} from './compare';
import { compareColumns, compareFigures } from './figures';

const question = (id: string, outcome: number, more: Partial<CompareQuestion> = {}): CompareQuestion => ({
  id,
  cluster: 'c',
  families: {},
  outcome,
  reciprocalRank: outcome,
  rank: outcome > 0 ? 1 : null,
  loss: null,
  ...more,
});
const run = (id: string, questions: CompareQuestion[], more: Partial<CompareRun> = {}): CompareRun => ({
  id,
  label: id,
  experiment: 'e',
  corpus: { name: 'corpus', hash: 'h' },
  facts: [],
  questions,
  ...more,
});

describe('runs joined by question id', () => {
  it('put a question that B lacks under only in A, whatever the order, and count over the shared ones', () => {
    const a = run('A', [question('q1', 1), question('q2', 0), question('q3', 1)]);
    const b = run('B', [question('q2', 1), question('q1', 1)]);
    const { shared, partial, repeated } = joinRuns([a, b]);
    expect(shared.map(({ id, sides }) => [id, ...sides.map(({ outcome }) => outcome)])).toEqual([
      ['q1', 1, 1],
      ['q2', 0, 1],
    ]);
    expect(partial.map(({ id, sides }) => [id, ...sides.map((side) => side?.outcome ?? null)])).toEqual([
      ['q3', 1, null],
    ]);
    expect(repeated).toEqual([]);
    expect(pairCounts(shared, 0, 1)).toEqual({ both: 1, onlyA: 0, onlyB: 1, neither: 0 });
  });

  it('keep ids that objects would lose, and name those that a run holds twice', () => {
    const ids = ['__proto__', 'constructor', '10', '9', 'doc/a#1?x=%2F&y=ü 🙂'];
    const a = run(
      'A',
      ids.map((id) => question(id, 1)),
    );
    const b = run(
      'B',
      [...ids]
        .reverse()
        .concat('9')
        .map((id, place) => question(id, place === ids.length ? 0 : 1)),
    );
    const { shared, repeated } = joinRuns([a, b]);
    expect(shared.map(({ id }) => id)).toEqual(ids);
    expect(repeated).toEqual([{ run: 'B', id: '9' }]);
    expect(pairCounts(shared, 0, 1).both).toBe(5);
  });

  it('share nothing without runs, or with a run of 0 questions', () => {
    expect(joinRuns([])).toEqual({ shared: [], partial: [], repeated: [] });
    expect(joinRuns([run('A', [question('q', 1)]), run('B', [])]).shared).toEqual([]);
  });

  it('lose no question, and count the same however each run is ordered', () => {
    const side = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 0, max: 12 }).map(String), outcome: fc.constantFrom(0, 0.25, 1) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(side, side, (x, y) => {
        const [a, b] = [
          x.map(({ id, outcome }) => question(id, outcome)),
          y.map(({ id, outcome }) => question(id, outcome)),
        ];
        const { shared, partial } = joinRuns([run('A', a), run('B', b)]);
        expect(shared.length + partial.length).toBe(new Set([...x, ...y].map(({ id }) => id)).size);
        const counts = pairCounts(shared, 0, 1);
        expect(counts.both + counts.onlyA + counts.onlyB + counts.neither).toBe(shared.length);
        expect(pairCounts(joinRuns([run('A', a), run('B', b.toReversed())]).shared, 0, 1)).toEqual(counts);
        expect(pairCounts(joinRuns([run('B', b), run('A', a)]).shared, 1, 0)).toEqual(counts);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('the order of disagreement', () => {
  it('puts the widest gap in hits first, then in reciprocal ranks, and is stable', () => {
    const a = run('A', [
      question('same', 1),
      question('rank', 1, { reciprocalRank: 1 }),
      question('tied', 0.25),
      question('flip', 1),
      question('same too', 1),
    ]);
    const b = run('B', [
      question('same', 1),
      question('rank', 1, { reciprocalRank: 0.2 }),
      question('tied', 1),
      question('flip', 0),
      question('same too', 1),
    ]);
    expect(byDisagreement(joinRuns([a, b]).shared, 0, 1).map(({ id }) => id)).toEqual([
      'flip',
      'tied',
      'rank',
      'same',
      'same too',
    ]);
  });
});

describe('setups', () => {
  it('stand side by side; a fact that a run lacks is unlike one that is there', () => {
    const fact = (id: string, value: string | null) => ({ id, label: id, value, warns: true });
    const table = setupTable([
      run('A', [], { facts: [fact('model', 'm'), fact('k', '5')] }),
      run('B', [], { facts: [fact('k', '5'), fact('expansion', '±1/0')] }),
    ]);
    expect(table.map(({ id, values, isUnlike }) => [id, values, isUnlike])).toEqual([
      ['model', ['m', null], true],
      ['k', ['5', '5'], false],
      ['expansion', [null, '±1/0'], true],
    ]);
  });

  it('of different corpora are told apart by hash, not by name', () => {
    const named = (id: string, hash: string) => run(id, [], { corpus: { name: 'SQuAD', hash } });
    expect(corporaOf([named('A', 'x'), named('B', 'y'), named('C', 'x')])).toEqual([
      { name: 'SQuAD', hash: 'x', runs: ['A', 'C'] },
      { name: 'SQuAD', hash: 'y', runs: ['B'] },
    ]);
  });
});

describe('the same context in another ranking', () => {
  const at = (document: number, start: number, end: number) => ({ document, start, end });

  it('is the one that shares most text, at least half of the shorter', () => {
    const a = [at(0, 0, 100), at(0, 100, 200), at(1, 0, 100)];
    expect(ranksOfSame([at(0, 90, 180), at(0, 20, 40), at(1, 60, 260), at(2, 0, 100)], a)).toEqual([
      2,
      1,
      null,
      null,
    ]);
  });

  it('is not one that merely touches, and the better rank wins a draw', () => {
    expect(ranksOfSame([at(0, 0, 10)], [at(0, 10, 20)])).toEqual([null]);
    expect(ranksOfSame([at(0, 0, 20)], [at(0, 10, 20), at(0, 0, 10)])).toEqual([1]);
  });
});

describe('figures of a comparison', () => {
  const outcomes = (values: number[]) =>
    values.map((value, place) =>
      question(`q${place}`, value, {
        cluster: `c${place % 4}`,
        families: { kind: place < 6 ? 'early' : 'late' },
      }),
    );

  it('rest on the shared questions, pair every run with every other, and split by family', () => {
    const { shared } = joinRuns([
      run('A', outcomes([1, 1, 1, 1, 1, 1, 0, 0])),
      run('B', outcomes([0, 0, 0, 0, 0, 0, 0, 0])),
      run('C', outcomes([1, 1, 1, 1, 1, 1, 0, 0])),
    ]);
    const { means, pairs, families } = compareFigures(compareColumns(shared, 'hit', 'kind'), [0, 1], {
      draws: 500,
    });
    expect(means.map(({ mean }) => mean)).toEqual([0.75, 0, 0.75]);
    expect(pairs.map(({ a, b, difference }) => [a, b, difference.mean])).toEqual([
      ['0', '1', 0.75],
      ['0', '2', 0],
      ['1', '2', -0.75],
    ]);
    expect(pairs[1]).toMatchObject({ difference: { low: 0, high: 0 }, verdict: { kind: 'notEstablished' } });
    // Four clusters give 16 sign patterns: no p below 0.05 however large the gap.
    expect(pairs[0]).toMatchObject({ exact: true, p: 0.125, verdict: { kind: 'notEstablished' } });
    expect(families.map(({ family, n, a, b, difference }) => [family, n, a, b, difference.mean])).toEqual([
      ['early', 6, 1, 0, 1],
      ['late', 2, 0, 0, 0],
    ]);
  });

  it('are none without questions, and have no interval with one', () => {
    expect(compareFigures(compareColumns([], 'hit', 'kind'), [0, 1])).toEqual({
      means: [],
      pairs: [],
      families: [],
    });
    const { shared } = joinRuns([run('A', outcomes([1])), run('B', outcomes([0]))]);
    const { pairs, families } = compareFigures(compareColumns(shared, 'reciprocalRank', 'none'), [0, 1], {
      draws: 50,
    });
    expect(pairs[0]!.difference).toMatchObject({
      mean: 1,
      low: null,
      reason: 'interval not defined with n = 1',
    });
    expect(families).toMatchObject([{ family: null, n: 1 }]);
  });
});
