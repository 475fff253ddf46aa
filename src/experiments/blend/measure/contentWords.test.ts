import { describe, expect, it } from 'vitest';
import { contentStems, longestSharedRun, shareContentWord, wordsOf } from './contentWords';

const share = (a: string, b: string) => shareContentWord(contentStems(a), contentStems(b));

describe('content words', () => {
  it('meet in every inflection', () => {
    expect(share('The key has to be changed.', 'Two keys lay there.')).toBe(true);
    expect(share('The key has to be changed.', 'We are changing trains.')).toBe(true);
    expect(share('Charge it twice.', 'They charged us.')).toBe(true);
    expect(share('One berry.', 'Many berries.')).toBe(true);
  });

  it('leave out words without a subject, and words that only look alike', () => {
    expect(share('It is there, and I am here.', 'There it was, and here am I.')).toBe(false);
    expect(share('The key turned.', 'A donkey and a monkey ate.')).toBe(false);
  });

  it('are read without case and punctuation', () => {
    expect(wordsOf("My daughter's HAT, please!")).toEqual(['my', 'daughter', 's', 'hat', 'please']);
  });
});

describe('longestSharedRun', () => {
  it('counts the longest run of equal words', () => {
    expect(longestSharedRun('one two three four', 'zero Two, three! five')).toBe(2);
    expect(longestSharedRun('a b c a b c d', 'x a b c d')).toBe(4);
    expect(longestSharedRun('a b', 'c d')).toBe(0);
    expect(longestSharedRun('', 'c d')).toBe(0);
  });
});
