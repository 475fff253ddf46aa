import { describe, expect, it } from 'vitest';
import { buildWordOverlap, overlapWords } from './wordOverlap';

describe('word overlap', () => {
  it('counts distinct words of a to z, in lower case', () => {
    expect([...overlapWords('Guests can’t export 14 exports: GUESTS')]).toEqual([
      'guests',
      'can',
      't',
      'export',
      'exports',
    ]);
  });

  it('ranks by shared words, the earlier text first where they are equal, and finds nothing without any', () => {
    const { search } = buildWordOverlap(['a guest', 'guests export', 'export of guests', 'nothing']);
    expect(search('Can guests export?', 9)).toEqual([
      { index: 1, score: 2 },
      { index: 2, score: 2 },
    ]);
    expect(search('', 9)).toEqual([]);
  });
});
