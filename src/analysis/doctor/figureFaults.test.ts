import { describe, expect, it } from 'vitest';
import { columnOfPath, figureFaults } from './figureFaults';
import { compareValues, openCheck } from './findings';

describe('findings at the figures that they are about', () => {
  it.each([
    ['$.rows[3].metrics.hitAt["5"].value', '', 'hitAt.5'],
    ['$.rows[3].metrics.hitAt["10"].interval[1]', '', 'hitAt.10'],
    ['$.rows[0].metrics.ndcgAt10.tInterval', '', 'ndcgAt10'],
    ['$.rows[0].metrics.contextTokensAt90.tokens', '', 'contextTokensAt90'],
    ['$.rows[0].metrics.contextTokensAt90', '', 'contextTokensAt90'],
    ['$.rows[12].meanTokens', '', 'meanTokens'],
    ['$.rows[1].losses.ranking', '', 'losses.ranking'],
    ['$.rows[1].baseline.recallAt["3"]', '', 'chance.recallAt.3'],
    ['$.rows[0].top1.clean.value', '', 'top1.clean'],
    ['$.rows[0].blocks.intent.coverageAt4.both.exactBound[0]', 'intent', 'coverageAt4.both'],
    ['$.rows[2].budgetCurve[4].hitRate.value', '', 'budget.1024'],
    ['$.rows[2].expandedTokensAt90.cutoff', '', 'expandedTokensAt90'],
  ])('%s', (path, block, column) => expect(columnOfPath(path)).toEqual({ block, column }));

  it('are found by row, block and column, or by the place of a comparison; the first one counts', () => {
    const check = openCheck('figures', 'Figures');
    const finding = { file: 'summary.json', found: '1', expected: '2' };
    check.add({ ...finding, path: '$.rows[0].metrics.hitAt["1"].value', row: '__proto__' });
    check.add({
      ...finding,
      path: '$.rows[0].metrics.hitAt["1"].interval[0]',
      row: '__proto__',
      expected: '3',
    });
    check.add({ ...finding, path: '$.rows[1].blocks.context.top1.both.value', row: 'whole' });
    check.add({ ...finding, path: '$.comparisons[11].adjustedP' });
    check.add({ ...finding, file: 'rankings/a.json', path: '$.comparisons[2].p' });
    const faults = figureFaults([check.close('')]);
    expect(faults.figure('__proto__', 'hitAt.1')).toMatchObject({ expected: '2' });
    expect(faults.figure('__proto__', 'hitAt.3')).toBeUndefined();
    expect(faults.figure('whole', 'top1.both', 'context')).toBeDefined();
    expect(faults.figure('whole', 'top1.both')).toBeUndefined();
    expect([faults.comparison(11), faults.comparison(1), faults.comparison(2)].map(Boolean)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('long texts that differ', () => {
  it('are shown where they part', () => {
    const check = openCheck('texts', 'Texts');
    const start = 'The same words at the beginning of both, more than a finding can show at once, ';
    compareValues(
      check,
      { file: 'summary.json', path: ['headline'] },
      `${start}and 41 of 64.`,
      `${start}and 40 of 64.`,
    );
    compareValues(check, { file: 'summary.json', path: ['title'] }, 'Short', 'Shore');
    expect(check.close('').findings).toMatchObject([
      {
        found: expect.stringMatching(/^"….*and 41 of 64\."$/),
        expected: expect.stringMatching(/^"….*and 40 of 64\."$/),
      },
      { found: '"Short"', expected: '"Shore"' },
    ]);
  });
});
