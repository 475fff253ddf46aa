import { describe, expect, it } from 'vitest';
import { chunkingSummaryFixture } from '../../../testing/summaryFixtures';
import { parseLocation } from '../../state/urlState';
import {
  bestOf,
  chunkingColumnIds,
  chunkingColumns,
  chunkingFindings,
  chunkingPresets,
  chunkingRows,
  comparisonsOf,
  sourceColumns,
} from '../../../experiments/chunking/scorecard';
import { figureText } from '../../../analysis/scorecard/figure';
import { addressOf } from './address';

const summary = chunkingSummaryFixture();
const rows = chunkingRows(summary, 'main', addressOf('chunking-fixture'), new Map([['recursive', 41.5]]));
const row = (id: string) => rows.find((candidate) => candidate.id === id)!;
const paramsOf = (id: string, column: string) => {
  const link = row(id).link(column);
  return link === null ? null : parseLocation(link).params;
};

describe('columns of a chunking benchmark', () => {
  it('begin with those of the source, in its order', () => {
    const labels = chunkingColumns(summary, 'main')
      .filter(({ id }) => sourceColumns.includes(id))
      .map(({ label }) => label);
    expect(labels).toEqual([
      'R@1',
      'R@3',
      'R@5',
      'R@10',
      'MRR@10',
      'nDCG@10',
      'context tokens to >90 %',
      'contexts',
      'mean tokens',
      'build time',
    ]);
  });

  it('have distinct ids, and sets that name only known ones', () => {
    expect(new Set(chunkingColumnIds).size).toBe(chunkingColumnIds.length);
    for (const preset of chunkingPresets)
      expect(chunkingColumnIds, preset.label).toEqual(expect.arrayContaining([...preset.columns]));
  });

  it('have full names that tell every column from every other', () => {
    const names = chunkingColumns(summary, 'main').map(({ fullLabel }) => fullLabel);
    expect(new Set(names).size).toBe(names.length);
  });

  it('carry the tie groups of their own table', () => {
    const groupsOf = (table: 'main' | 'second', id: string) =>
      chunkingColumns(summary, table).find((column) => column.id === id)!.groups;
    expect(groupsOf('main', 'ndcgAt10')).toEqual([['recursive', 'paragraph'], ['fixed_size']]);
    expect(groupsOf('second', 'ndcgAt10')).toEqual([['recursive-hybrid'], ['recursive-local']]);
    expect(groupsOf('main', 'contexts')).toBeNull();
  });

  it('say in every token column that tokens are an estimate, where they are', () => {
    const estimated = chunkingColumns(
      { ...summary, tokenizer: { name: 'bytes / 4', estimated: true } },
      'main',
    ).filter(({ label }) => label.includes('(estimate)'));
    expect(estimated.map(({ id }) => id)).toEqual([
      'contextTokensAt90',
      'meanTokens',
      'uniqueContextTokensAt90',
    ]);
  });
});

describe('rows of a chunking benchmark', () => {
  it('stand in their own table', () => {
    expect(rows.map(({ id }) => id)).toEqual(['fixed_size', 'recursive', 'paragraph']);
    expect(
      chunkingRows(summary, 'second', addressOf('x'), new Map()).map(({ id, role }) => [id, role]),
    ).toEqual([
      ['recursive-local', 'embedding'],
      ['recursive-hybrid', 'hybrid'],
    ]);
  });

  it('say at which cutoff their tokens stand, and n/a where 90 % is never passed', () => {
    expect(row('recursive').figures.get('contextTokensAt90')).toMatchObject({
      value: 640.2,
      note: 'k = 3',
      bootstrap: [620.2, 660.2],
    });
    const never = row('paragraph').figures.get('contextTokensAt90')!;
    expect([figureText(never), never.note]).toEqual(['n/a', 'never above 90 %']);
  });

  it('have a build time only where one was measured', () => {
    expect(figureText(row('recursive').figures.get('buildMs')!)).toBe('41.5 ms');
    expect(figureText(row('fixed_size').figures.get('buildMs')!)).toBe('n/a');
  });

  it('open the questions of a figure by row, cutoff and rule', () => {
    expect(paramsOf('recursive', 'hitAt.3')).toEqual({ row: 'recursive', k: '3', rule: 'answer' });
    expect(paramsOf('recursive', 'evidenceNdcgAt10')).toEqual({
      row: 'recursive',
      k: '10',
      rule: 'evidence',
    });
    expect(paramsOf('recursive', 'contextTokensAt90')).toEqual({ row: 'recursive', k: '3', rule: 'answer' });
    expect(paramsOf('recursive', 'losses.boundary')).toEqual({
      row: 'recursive',
      k: '5',
      rule: 'answer',
      stage: 'boundary',
    });
  });

  it('open the chunks where a figure counts chunks, and nothing where there is nothing behind it', () => {
    expect(parseLocation(row('recursive').link('contexts')!)).toMatchObject({
      place: { view: 'inspector' },
      params: { strategies: 'recursive' },
    });
    expect(paramsOf('recursive', 'buildMs')).toBeNull();
    expect(paramsOf('recursive', 'chance.hitAt.5')).toBeNull();
  });
});

describe('the verdicts', () => {
  it('highlight the best row of the file, with the rows that it cannot be told from', () => {
    expect(bestOf(summary)).toMatchObject({ row: 'recursive', notSeparatedFrom: ['paragraph'] });
    expect(bestOf({ ...summary, best: null })).toBeNull();
  });

  it('stand with the table of their first row', () => {
    expect(comparisonsOf(summary, 'main')).toHaveLength(2);
    expect(comparisonsOf(summary, 'second').map(({ a }) => a)).toEqual(['recursive-hybrid']);
  });

  it('say "beats" only where a comparison does', () => {
    const text = chunkingFindings(summary).join(' ');
    expect(text).toContain('It beats Fixed size (+0.0700).');
    expect(text).toContain(
      'It also needs the fewest context tokens to answer more than 90 % of the questions: 640.2 at k = 3.',
    );
    const none = chunkingFindings({
      ...summary,
      comparisons: summary.comparisons.map((comparison) => ({
        ...comparison,
        verdict: 'not established' as const,
      })),
    }).join(' ');
    expect(none).toContain('It beats no other row.');
  });

  it('say so when no row has a figure', () => {
    expect(chunkingFindings({ ...summary, best: null })).toEqual([
      'No row has an nDCG@10, so none is highlighted.',
    ]);
  });
});
