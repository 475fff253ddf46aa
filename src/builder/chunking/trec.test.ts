import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkingSummaryFormat } from '../../schema/chunking';
import { decode } from '../../schema/decode';
import { publishedFolder } from '../artifacts/store';
import { exportChunkingTrec } from './trec';

const read = (name: string) => readFile(join(publishedFolder, 'chunking-squad', name));

/**
 * An evaluator of its own, written from the definitions of trec_eval and sharing no code
 * with the program: it reads the exported lines and nothing else.
 */
function evaluate(run: string, qrels: string): Record<string, number> {
  const judged: Record<string, Record<string, number>> = {};
  for (const [query, , id, grade] of qrels.trim().split('\n').map((line) => line.split(' '))) (judged[query!] ??= {})[id!] = Number(grade);
  const ranked: Record<string, { id: string; score: number }[]> = {};
  for (const [query, , id, , score] of run.trim().split('\n').map((line) => line.split(' '))) (ranked[query!] ??= []).push({ id: id!, score: Number(score) });
  const queries = Object.keys(judged);
  const totals: Record<string, number> = {};
  for (const query of queries) {
    const order = (ranked[query] ?? []).sort((a, b) => Math.fround(b.score) - Math.fround(a.score));
    const gains = order.map(({ id }) => judged[query]![id] ?? 0);
    const relevant = Object.values(judged[query]!).filter((grade) => grade > 0).length;
    const add = (name: string, value: number) => (totals[name] = (totals[name] ?? 0) + value / queries.length);
    for (const k of [1, 3, 5, 10]) {
      const found = gains.slice(0, k).filter((gain) => gain > 0).length;
      add(`success_${k}`, found > 0 ? 1 : 0);
      add(`recall_${k}`, relevant > 0 ? found / relevant : 0);
    }
    const first = gains.findIndex((gain) => gain > 0);
    add('recip_rank', first < 0 ? 0 : 1 / (first + 1));
    let [dcg, ideal] = [0, 0];
    for (let i = 0; i < 10; i++) {
      dcg += (gains[i] ?? 0) / Math.log2(i + 2);
      ideal += (i < relevant ? 1 : 0) / Math.log2(i + 2);
    }
    add('ndcg_cut_10', ideal > 0 ? dcg / ideal : 0);
  }
  return totals;
}

describe('the TREC export of chunking-squad', async () => {
  const { files, notes } = await exportChunkingTrec(read);
  const text = new Map(files.map((file) => [file.name, file.text]));
  const { rows } = decode(chunkingSummaryFormat, 'summary.json', JSON.parse((await read('summary.json')).toString('utf8')));

  it('has a run and its judgments for every row', () => {
    expect([...text.keys()].sort()).toEqual(rows.flatMap(({ row }) => [`${row}.qrels`, `${row}.run`]).sort());
    expect(notes.join()).toContain('answer rule');
  });

  it('gives an outside evaluator every rank metric of the scorecard to 1e-4', () => {
    for (const { row, metrics } of rows) {
      const found = evaluate(text.get(`${row}.run`)!, text.get(`${row}.qrels`)!);
      const expected = {
        ...Object.fromEntries(([1, 3, 5, 10] as const).flatMap((k) => [[`success_${k}`, metrics.hitAt[k].value], [`recall_${k}`, metrics.recallAt[k].value]])),
        recip_rank: metrics.mrrAt10.value,
        ndcg_cut_10: metrics.ndcgAt10.value,
      };
      for (const [name, value] of Object.entries(expected)) expect(Math.abs(found[name]! - value!), `${row} ${name}`).toBeLessThan(1e-4);
    }
  });

  it('has scores that strictly decrease in single precision, and a judged line for every question', () => {
    for (const { row, n } of rows) {
      let [before, query] = [Infinity, ''];
      for (const line of text.get(`${row}.run`)!.trim().split('\n')) {
        const fields = line.split(' ');
        const score = Math.fround(Number(fields[4]));
        // Not an assertion a line: there are a third of a million.
        if (fields.length !== 6 || (fields[0] === query && !(score < before))) expect.fail(`${row}: ${line} must have six fields and score below ${before}`);
        [before, query] = [score, fields[0]!];
      }
      expect(new Set(text.get(`${row}.qrels`)!.trim().split('\n').map((line) => line.split(' ')[0])).size).toBe(n);
    }
  });
});
