import { readFile } from 'node:fs/promises';
import { mergedRowId } from '../../experiments/chunking/neighbors/stored';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkingSummaryFormat } from '../../experiments/chunking/formats';
import { decode } from '../../artifact/decode';
import { evaluateTrec } from '../../testing/trecEvaluator';
import { publishedFolder } from '../artifacts/store';
import { exportChunkingTrec } from './trec';

/** Every published experiment of the kind; where spans are all that counts, they are judged. */
const published = ['chunking-squad', 'chunking-chroma', 'chunking-covidqa', 'handbook', 'missing-exception'];

describe.each(published)('the TREC export of %s', async (id) => {
  const read = (name: string) => readFile(join(publishedFolder, id, name));
  const { files, notes } = await exportChunkingTrec(read);
  const text = new Map(files.map((file) => [file.name, file.text]));
  const { rows, expansions, corpus } = decode(
    chunkingSummaryFormat,
    'summary.json',
    JSON.parse((await read('summary.json')).toString('utf8')),
  );

  it('has a run and its judgments for every row', () => {
    const widths = expansions.flatMap((own) => own.rows.map((row) => mergedRowId(own, row)));
    expect(widths).toHaveLength(5 * expansions.length);
    expect([...text.keys()].sort()).toEqual(
      [...rows.map(({ row }) => row), ...widths].flatMap((row) => [`${row}.qrels`, `${row}.run`]).sort(),
    );
    expect(notes.join()).toContain(corpus.judgedBy === 'spans' ? 'evidence rule' : 'answer rule');
  });

  it('gives an outside evaluator the expanded figures of every width', () => {
    for (const expansion of expansions)
      for (const row of expansion.rows) {
        const name = mergedRowId(expansion, row);
        const found = evaluateTrec(text.get(`${name}.run`)!, text.get(`${name}.qrels`)!);
        for (const k of [1, 3, 5, 10] as const)
          expect(found[`success_${k}`], `${name} success@${k}`).toBeCloseTo(
            row.metrics.expandedHitAt[k].value!,
            4,
          );
      }
  });

  it('gives an outside evaluator every rank metric of the scorecard to 1e-4', () => {
    for (const { row, metrics } of rows) {
      const found = evaluateTrec(text.get(`${row}.run`)!, text.get(`${row}.qrels`)!);
      const expected = {
        ...Object.fromEntries(
          ([1, 3, 5, 10] as const).flatMap((k) => [
            [`success_${k}`, metrics.hitAt[k].value],
            [`recall_${k}`, metrics.recallAt[k].value],
          ]),
        ),
        recip_rank: metrics.mrrAt10.value,
        ndcg_cut_10: metrics.ndcgAt10.value,
      };
      for (const [name, value] of Object.entries(expected))
        expect(Math.abs(found[name]! - value!), `${row} ${name}`).toBeLessThan(1e-4);
    }
  });

  it('has scores that strictly decrease in single precision, and a judged line for every question', () => {
    for (const { row, n } of rows) {
      let [before, query] = [Infinity, ''];
      for (const line of text.get(`${row}.run`)!.trim().split('\n')) {
        const fields = line.split(' ');
        const score = Math.fround(Number(fields[4]));
        // Not an assertion a line: there are hundreds of thousands.
        if (fields.length !== 6 || (fields[0] === query && !(score < before)))
          expect.fail(`${row}: ${line} must have six fields and score below ${before}`);
        [before, query] = [score, fields[0]!];
      }
      expect(
        new Set(
          text
            .get(`${row}.qrels`)!
            .trim()
            .split('\n')
            .map((line) => line.split(' ')[0]),
        ).size,
      ).toBe(n);
    }
  });
});
