import { describe, expect, it } from 'vitest';
import { blendSummaryFixture, hostileName } from '../../../testing/summaryFixtures';
import { blendColumns, blendRows } from '../../../experiments/blend/scorecard';
import { rankMarks } from '../../../analysis/scorecard/ranks';
import { tableCsv, tableJson, type ShownTable } from './scoreExport';
import { addressOf } from './address';

const summary = blendSummaryFixture();
const all = blendColumns(summary, 'both');
const columns = all.filter(({ id }) => id === 'top1.both');
const marks = rankMarks(columns[0]!.groups!);
const table: ShownTable = {
  rows: blendRows(summary, 'both', addressOf('blend-fixture')),
  columns,
  sort: [{ column: 'top1.both', descending: true }],
  marks,
  interval: 'bootstrap',
};

describe('the table as CSV', () => {
  const lines = tableCsv(table).split('\r\n');

  it('has one column per number, with its interval and n', () => {
    expect(lines[0]).toBe(
      'places,row,label,role,"top 1, noise in both","top 1, noise in both, low","top 1, noise in both, high","top 1, noise in both, interval","top 1, noise in both, n"',
    );
    expect(lines[2]).toBe('1–2,blend80,80/20 blend,prespecified,0.75,0.7,0.8,bootstrap,128');
  });

  it('neutralises text that a spreadsheet would run, and quotes what needs it', () => {
    expect(lines[4]).toContain(",'=1+1,");
    expect(lines[3]).toContain(`"${hostileName.replaceAll('"', '""')}"`);
  });

  it('leaves missing values empty', () => {
    expect(lines[5]).toBe(',nothing,No queries,exploration,,,,,0');
  });

  it('holds the columns and the interval that are on screen, and no others', () => {
    expect(tableCsv({ ...table, interval: 'off', marks: null }).split('\r\n')[0]).toBe(
      'row,label,role,"top 1, noise in both","top 1, noise in both, n"',
    );
  });
});

describe('the table as JSON', () => {
  it('holds numbers as numbers and every interval', () => {
    const parsed = JSON.parse(
      tableJson(table, { experiment: 'blend-fixture', title: 'T', link: 'http://localhost/' }),
    );
    expect(parsed.rows[1]).toEqual({
      row: 'blend80',
      label: '80/20 blend',
      role: 'prespecified',
      places: '1–2',
      figures: { 'top1.both': { value: 0.75, n: 128, bootstrap: [0.7, 0.8], t: [0.69, 0.81], exact: null } },
    });
    expect(parsed.rows[4].figures['top1.both'].value).toBeNull();
    expect(parsed.columns).toHaveLength(1);
  });
});
