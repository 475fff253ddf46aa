import { describe, expect, it } from 'vitest';
import committedText from '../../../../artifacts/contextual-blend/summary.json?raw';
import { blendSummaryFormat } from '../../../experiments/blend/formats';
import { decode } from '../../../artifact/decode';
import { blendSummaryFixture } from '../../../testing/summaryFixtures';
import { parseLocation } from '../../state/urlState';
import {
  baselineRow,
  blendAnswer,
  blendColumnIds,
  blendColumns,
  blendFindings,
  blendRows,
  blockChoices,
  queriesBehind,
} from '../../../experiments/blend/scorecard';
import { leaderOf, valueOf } from '../../../analysis/scorecard/scoreTypes';
import { addressOf } from './address';

const summary = blendSummaryFixture();

describe('columns of the controlled experiment', () => {
  it('are five figures under four conditions, each with the questions that it could rest on', () => {
    const columns = blendColumns(summary, 'both');
    expect(columns.map(({ id }) => id)).toEqual(blendColumnIds);
    expect(columns).toHaveLength(20);
    expect(columns.find(({ id }) => id === 'top1.query')).toMatchObject({
      group: 'Noise in queries',
      label: 'top 1',
      fullLabel: 'top 1, noise in queries',
      total: 128,
      clusters: 16,
    });
    expect(columns.find(({ id }) => id === 'coverageAt4.query')?.total).toBe(16);
  });

  it('count the queries of one block when one is chosen', () => {
    const column = blendColumns(summary, 'context').find(({ id }) => id === 'top1.both');
    expect(column).toMatchObject({ total: 64, clusters: 8 });
    expect(blendRows(summary, 'context', addressOf('x'))[0]!.figures.get('top1.both')).toMatchObject({
      value: 0.4,
      n: 64,
    });
  });
});

describe('rows of the controlled experiment', () => {
  it('keep their stored order and hold the names of built-in properties', () => {
    expect(blendRows(summary, 'both', addressOf('x')).map(({ id }) => id)).toEqual([
      'whole',
      'blend80',
      'hostile',
      '__proto__',
      'nothing',
    ]);
    expect(valueOf(blendRows(summary, 'both', addressOf('x'))[3]!, 'top1.both')).toBe(0.3);
  });

  it('open the queries of a figure with method, condition, kind and block', () => {
    const row = blendRows(summary, 'intent', addressOf('a/b#1'))[1]!;
    expect(parseLocation(row.link('coverageAt4.both')!)).toEqual({
      place: { page: 'experiment', experiment: 'a/b#1', view: 'failures' },
      params: { method: 'blend80', condition: 'both', kind: 'generic', block: 'intent' },
      dropped: [],
    });
    expect(parseLocation(queriesBehind(addressOf('x'), 'whole', 'top1.clean', 'both')!).params).toEqual({
      method: 'whole',
      condition: 'clean',
      kind: 'specific',
    });
  });

  it('have nothing to open by chance', () => {
    const chance = baselineRow(summary);
    expect(valueOf(chance, 'top1.stored')).toBe(0.0234);
    expect(chance.link('top1.stored')).toBeNull();
  });
});

describe('the highlighted row', () => {
  it('leads the column sorted by and names those that share its place', () => {
    expect(leaderOf(blendColumns(summary, 'both')[0])).toEqual({
      row: 'blend80',
      rule: 'highest in top 1, clean texts',
      notSeparatedFrom: ['hostile'],
    });
    expect(leaderOf(undefined)).toBeNull();
  });
});

describe('what the comparisons say', () => {
  it('is a sentence per condition, with the verdict of the data', () => {
    const findings = blendFindings(summary);
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      '80/20 finds the right record first for 75.0 % of the queries, the whole passage for 40.0 %: +1.5 points [−2.0, +6.0], p 1; a difference is not established. Right family first: 100 % against 100 %; right record within the family: 75.0 % against 40.0 %.',
      '80/20 finds the right record first for 75.0 % of the queries, the whole passage for 40.0 %: +20.0 points [+10.0, +32.0], p 0.0080; the blend beats the whole passage. Right family first: 100 % against 100 %; right record within the family: 75.0 % against 40.0 %.',
    ]);
    expect(blendAnswer(findings)).toBe(
      'Against the whole passage, the 80/20 blend helps under “noise in both”; it makes no established difference under “clean texts”.',
    );
  });

  it('never claims a gain that the data do not establish', () => {
    const findings = blendFindings({
      ...summary,
      comparisons: summary.comparisons.map((comparison) => ({
        ...comparison,
        verdict: 'not established' as const,
      })),
    });
    expect(blendAnswer(findings)).not.toMatch(/helps|harms/);
    expect(blendAnswer([])).toBe(
      'This file declares no comparison of the 80/20 blend with the whole passage.',
    );
  });
});

describe('the committed summary', () => {
  const committed = decode(blendSummaryFormat, 'summary.json', JSON.parse(committedText));

  it.each(blockChoices)(
    'has a figure for every row of %s, and a place for every row of the source',
    (block) => {
      const rows = blendRows(committed, block, addressOf('contextual-blend'));
      expect(rows).toHaveLength(16);
      for (const column of blendColumns(committed, block)) {
        expect(column.groups?.flat().toSorted(), column.id).toEqual(
          rows.flatMap(({ id, role }) => (role === 'added' ? [] : [id])).toSorted(),
        );
        for (const row of rows)
          expect(row.figures.get(column.id)?.n, `${row.id} ${column.id}`).toBe(column.total);
      }
    },
  );
});
