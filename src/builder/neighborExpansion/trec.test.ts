import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleSquad, squadCorpus } from '../../datasets/squad/sample';
import { evaluateTrec } from '../../testing/trecEvaluator';
import { squadShapedArticles } from '../../testing/squadShaped';
import { publishedFolder } from '../artifacts/store';
import type { Progress } from '../progress';
import { measureNeighbors } from './build';
import { neighborReader, neighborText } from './files';
import { exportNeighborTrec } from './trec';

const published = neighborReader((name) => readFile(join(publishedFolder, 'neighbor-expansion', name)));
const progress: Progress = { note: () => {}, step: () => {}, end: () => {} };

/** A corpus of short documents: hits stand beside each other and at both edges, so that stretches merge and repeat. */
async function authored() {
  const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
  const files = new Map(
    (await measureNeighbors({ corpus, hash: 'h', progress, signal: new AbortController().signal, draws: 50 }))
      .map(neighborText)
      .map(({ name, text }) => [name, text]),
  );
  return neighborReader(async (name) => files.get(name)!);
}

describe.each([
  ['of the published neighbor-expansion', async () => published],
  ['of a small expansion', authored],
] as const)('the TREC export %s', async (_, open) => {
  const reader = await open();
  const { files, notes } = await exportNeighborTrec(reader);
  const text = new Map(files.map((file) => [file.name, file.text]));
  const { rows } = await reader.summary();
  const measure = (name: string) => evaluateTrec(text.get(`${name}.run`)!, text.get(`${name}.qrels`)!);

  it('has two pairs for every width, and says what they are', () => {
    expect([...text.keys()]).toEqual(
      rows.flatMap(({ neighborPrev, neighborNext }) =>
        ['', '-expanded'].flatMap((pair) =>
          ['run', 'qrels'].map((kind) => `${neighborPrev}-${neighborNext}${pair}.${kind}`),
        ),
      ),
    );
    expect(notes.join()).toMatch(/answer rule.*expanded/s);
  });

  it('gives an outside evaluator the hit-only and the expanded figures to 1e-4', () => {
    for (const { row, neighborPrev, neighborNext, metrics } of rows) {
      const [hits, expanded] = [
        measure(`${neighborPrev}-${neighborNext}`),
        measure(`${neighborPrev}-${neighborNext}-expanded`),
      ];
      for (const k of [1, 3, 5, 10] as const) {
        expect(Math.abs(hits[`success_${k}`]! - metrics.hitAt[k].value!), `${row} hit@${k}`).toBeLessThan(
          1e-4,
        );
        expect(
          Math.abs(expanded[`success_${k}`]! - metrics.expandedHitAt[k].value!),
          `${row} expanded hit@${k}`,
        ).toBeLessThan(1e-4);
      }
      expect(Math.abs(hits['recip_rank']! - metrics.mrrAt10.value!), `${row} reciprocal rank`).toBeLessThan(
        1e-4,
      );
      expect(
        Math.abs(expanded['recip_rank']! - metrics.expandedMrrAt10.value!),
        `${row} expanded reciprocal rank`,
      ).toBeLessThan(1e-4);
    }
  });

  it('has scores that strictly decrease, no id twice, and a judged line for every question', () => {
    for (const { neighborPrev, neighborNext, n } of rows) {
      for (const pair of ['', '-expanded']) {
        const lines = text
          .get(`${neighborPrev}-${neighborNext}${pair}.run`)!
          .trim()
          .split('\n')
          .map((line) => line.split(' '));
        const faults = lines.filter(
          ([query, , , , score], place) =>
            lines[place - 1]?.[0] === query &&
            !(Math.fround(Number(score)) < Math.fround(Number(lines[place - 1]![4]))),
        );
        expect(faults).toEqual([]);
        expect(new Set(lines.map(([query, , id]) => `${query} ${id}`)).size).toBe(lines.length);
        expect(
          new Set(
            text
              .get(`${neighborPrev}-${neighborNext}${pair}.qrels`)!
              .trim()
              .split('\n')
              .map((line) => line.split(' ')[0]),
          ).size,
        ).toBe(n);
      }
    }
  });
});
