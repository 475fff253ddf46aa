import { describe, expect, it } from 'vitest';
import { rankMarks } from './ranks';

describe('places', () => {
  it('are shared by rows that the data cannot order', () => {
    const marks = rankMarks([['a', 'b', 'c'], ['d'], ['e', 'f']]);
    expect([...marks].map(([row, { text, size }]) => [row, text, size])).toEqual([
      ['a', '1–3', 3],
      ['b', '1–3', 3],
      ['c', '1–3', 3],
      ['d', '4', 1],
      ['e', '5–6', 2],
      ['f', '5–6', 2],
    ]);
  });

  it('hold rows of any name', () => {
    expect(rankMarks([['__proto__'], ['constructor']]).get('__proto__')?.text).toBe('1');
    expect(rankMarks([['a']]).get('__proto__')).toBeUndefined();
  });
});
