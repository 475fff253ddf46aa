import { describe, expect, it } from 'vitest';
import { firstFragment } from './firstFragment';

const text = 'Rules\nMembers may export files.\n\nGuests\nGuests may read. Guests may not export files.';
const target = { start: text.indexOf('Guests may not'), end: text.length };
const asked = (words: string) => ({ id: 'q', text: words, target });

describe('the first fragment', () => {
  it('passes where it holds the target whole', () => {
    const found = firstFragment(text, asked('May guests export files?'), 'paragraphs');
    expect(found.outcome).toBe('passed');
    expect(found.shared).toEqual(['may', 'guests', 'export', 'files']);
    expect(text.slice(found.paragraph.start, found.paragraph.end)).toMatch(/^Guests\n/);
  });

  it('is lost by the ranking where another chunk wins', () => {
    const { outcome, fragment } = firstFragment(text, asked('Members export files'), 'paragraphs');
    expect(outcome).toBe('ranking');
    expect(fragment!.start).toBe(0);
  });

  it('is lost by the cut where no chunk holds the target', () => {
    expect(firstFragment(text, asked('May guests export files?'), { size: 20, overlap: 0 }).outcome).toBe(
      'cut',
    );
  });

  it('is nothing for a question without a word of the text', () => {
    expect(firstFragment(text, asked('?'), 'paragraphs')).toMatchObject({
      fragment: null,
      outcome: 'ranking',
    });
  });
});
