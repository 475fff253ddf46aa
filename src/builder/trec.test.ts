import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrelsLines, runLines } from './trec';

describe('runLines', () => {
  it('has the six columns of a run', () => {
    expect(
      runLines(
        'q',
        [
          { id: 'a', score: 0.75 },
          { id: 'b', score: 0.5 },
        ],
        'row',
      ),
    ).toBe('q Q0 a 1 0.75 row\nq Q0 b 2 0.5 row\n');
    expect(runLines('q', [], 'row')).toBe('');
  });

  it('strictly decreases with rank in single precision, also where scores are tied or nearly so', () => {
    const scores = fc
      .array(
        fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(0, 1, 0.5, 0.5 + 1e-12, -0.25)),
        { maxLength: 60 },
      )
      .map((list) => list.sort((a, b) => b - a));
    fc.assert(
      fc.property(scores, (list) => {
        const written = runLines(
          'q',
          list.map((score, index) => ({ id: `d${index}`, score })),
          'row',
        )
          .split('\n')
          .filter(Boolean)
          .map((line) => Math.fround(Number(line.split(' ')[4])));
        expect(written).toHaveLength(list.length);
        written.forEach((score, rank) => {
          if (rank > 0) expect(score).toBeLessThan(written[rank - 1]!);
          expect(Math.abs(score - list[rank]!)).toBeLessThan(1e-5);
        });
      }),
      { seed: 9, numRuns: 300 },
    );
  });
});

describe('qrelsLines', () => {
  it('lists every relevant context, and one that is not where there is none', () => {
    expect(qrelsLines('q', ['a', 'b'])).toBe('q 0 a 1\nq 0 b 1\n');
    expect(qrelsLines('q', [])).toBe('q 0 no-relevant-context 0\n');
  });
});
