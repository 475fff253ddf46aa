import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGraphemeBoundary } from '../../../../core/text/graphemes';
import { nastyText } from '../../../../testing/nastyTexts';
import { findNext, pageOf, pageSegments, pageStarts, snapSelection } from './readerModel';

describe('the pages of a document', () => {
  it('hold every character once, end at lines, and cut none', () => {
    fc.assert(
      fc.property(nastyText(), fc.integer({ min: 4, max: 60 }), (text, units) => {
        const starts = pageStarts(text, units);
        const pages = starts.map((start, page) => text.slice(start, starts[page + 1] ?? text.length));
        expect(pages.join('')).toBe(text);
        for (const start of starts) expect(isGraphemeBoundary(text, start)).toBe(true);
        for (const [page, start] of starts.entries()) expect(pageOf(starts, start)).toBe(page);
      }),
      { seed: 7, numRuns: 200 },
    );
    const lines = `${'a line of text\n'.repeat(20)}`;
    expect(
      pageStarts(lines, 100)
        .slice(1)
        .every((start) => lines[start - 1] === '\n'),
    ).toBe(true);
    expect(pageStarts('', 100)).toEqual([0]);
    expect(pageStarts('x'.repeat(250), 100)).toEqual([0, 100, 200]);
  });

  it('are cut where gold begins and ends, over each other too', () => {
    const text = 'one two three four';
    const gold = [
      { start: 4, end: 13, question: 'q1' },
      { start: 8, end: 18, question: 'q2' },
      { start: 0, end: 2, question: 'q3' },
    ];
    expect(pageSegments(text, 0, 18, gold)).toEqual([
      { start: 0, text: 'on', questions: ['q3'] },
      { start: 2, text: 'e ', questions: [] },
      { start: 4, text: 'two ', questions: ['q1'] },
      { start: 8, text: 'three', questions: ['q1', 'q2'] },
      { start: 13, text: ' four', questions: ['q2'] },
    ]);
    expect(pageSegments(text, 4, 8, gold)).toEqual([{ start: 4, text: 'two ', questions: ['q1'] }]);
  });
});

describe('a selection', () => {
  it('loses the white space around it and keeps characters whole', () => {
    expect(snapSelection('  two words \n', 0, 13)).toEqual({ start: 2, end: 11 });
    expect(snapSelection('a👋🏻b', 2, 4)).toEqual({ start: 1, end: 5 });
    expect(snapSelection('a   b', 1, 4)).toBeNull();
  });
});

describe('finding in a document', () => {
  it('goes on to the next place and begins again at the end', () => {
    expect(findNext('Ten or ten', 'ten', 0)).toEqual({ start: 7, end: 10 });
    expect(findNext('Ten or ten', 'TEN', 1)).toEqual({ start: 7, end: 10 });
    expect(findNext('Ten or ten', 'or', 8)).toEqual({ start: 4, end: 6 });
    expect(findNext('Ten', 'eleven', 0)).toBeNull();
    expect(findNext('Ten', '', 0)).toBeNull();
  });
});
