import { describe, expect, it } from 'vitest';
import { reviewStages } from '../../../data/reviewStages';
import type { ReviewLine } from '../../../data/reviewStorage';
import { candidatesText, reviewCsv, reviewMarkdown, reviewTsv, verdictOf } from './reviewModel';

const line: ReviewLine = {
  id: 'guest',
  question: '=HYPERLINK("x")',
  setup: 'Windows of 80, shared words',
  stages: {
    source: 'Exports and deletion | page 1',
    extraction: '@sum',
    boundary: 'cut at 120',
    candidates: '1. a (2)\n2. b (1)',
    context: '+1 <b>bold</b>',
    answer: '-missed',
  },
  verdict: 'boundary',
  note: 'two\tcolumns\nand a line',
};

describe('a review sheet as a file', () => {
  it('keeps formulas from running, in both tables', () => {
    for (const text of [reviewCsv([line]), reviewTsv([line])]) {
      for (const cell of ['=HYPERLINK', '@sum', '+1', '-missed']) expect(text).toContain(`'${cell}`);
      expect(text).toContain('Chunk boundary');
    }
  });

  it('has one line for each miss where a spreadsheet is pasted into', () => {
    const lines = reviewTsv([line, line]).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(new Set(lines.map((own) => own.split('\t').length))).toEqual(new Set([reviewStages.length + 5]));
  });

  it('is one table in Markdown, whatever a cell holds', () => {
    const lines = reviewMarkdown([line]).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(String.raw`Exports and deletion \| page 1`);
    expect(lines[2]).toContain('&lt;b>bold');
  });

  it('judges by the keys 1 to 6, and takes back by 0', () => {
    expect(['1', '3', '6', '0', '7', 'n'].map(verdictOf)).toEqual([
      'source',
      'boundary',
      'answer',
      null,
      undefined,
      undefined,
    ]);
  });

  it('says that nothing was returned', () => {
    expect(candidatesText([])).toBe('nothing was returned');
  });
});
