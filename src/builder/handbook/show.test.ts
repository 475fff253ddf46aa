import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../artifacts/store';
import { handbook } from './experiment';

it('the handbook shows 32 rows, the widths beside them, and of every row its families and languages apart', async () => {
  const { rows, text } = await handbook.show(
    async (name) => new Uint8Array(await readFile(join(projectRoot, 'artifacts', 'handbook', name))),
  );
  const measured = rows.filter((row) => row['families'] !== undefined);
  expect([measured.length, rows.length]).toEqual([32, 36]);
  for (const row of measured) {
    expect(row).toMatchObject({ auroc: expect.any(Number), falsePositiveRate: expect.any(Number) });
    expect(row['evidenceCoverageWithin']).toBeDefined();
    const { family, language } = row['families'] as Record<
      string,
      Record<string, { n: number; missed: number; lost: Record<string, number> }>
    >;
    expect(Object.keys(language!)).toEqual(['en', 'de', 'zh']);
    for (const own of [family!, language!]) {
      expect(Object.values(own).reduce((sum, { n }) => sum + n, 0)).toBe(row['n']);
      for (const { missed, lost } of Object.values(own))
        expect(Object.values(lost).reduce((sum, count) => sum + count, 0)).toBe(missed);
    }
  }
  expect(text).toContain('Whole evidence within 512 tokens, by language:');
});
