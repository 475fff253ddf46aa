import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedFolder } from '../artifacts/store';

const cutoffs = [1, 3, 5, 10] as const;

interface Summary {
  corpus: { documents: { utf16Length: number }[] };
  rows: {
    row: string;
    strategy: string;
    retriever: string;
    metrics: Record<string, Record<string, { value: number }> & { value: number }>;
  }[];
}
type Span = readonly [document: number, start: number, end: number];

/**
 * Figures of the files from their offsets and ranks alone, code unit by code unit: a second
 * implementation that shares no line with the program.
 */
describe.each(['chunking-chroma', 'chunking-covidqa'])('span figures of %s', async (id) => {
  const json = async <T>(name: string): Promise<T> =>
    JSON.parse(await readFile(join(publishedFolder, id, name), 'utf8')) as T;
  const summary = await json<Summary>('summary.json');
  const { questions } = await json<{
    questions: { gold: { document: number; start: number; end: number }[] }[];
  }>('questions.json');
  const contexts: Record<string, Span[]> = {};
  for (const document of summary.corpus.documents.keys()) {
    const { strategies } = await json<{ strategies: Record<string, { contexts: number[] }> }>(
      `chunks/${document}.json`,
    );
    for (const [strategy, { contexts: own }] of Object.entries(strategies))
      for (let i = 0; i < own.length; i += 2)
        (contexts[strategy] ??= []).push([document, own[i]!, own[i + 1]!]);
  }
  const bases = [0];
  for (const { utf16Length } of summary.corpus.documents) bases.push(bases.at(-1)! + utf16Length);
  const marks = new Uint32Array(bases.at(-1)!);
  let stamp = 0;
  /** Marks every code unit of some spans; how many there are, and how many of others are among them. */
  const marked = (spans: readonly Span[], others: readonly Span[]): { size: number; shared: number } => {
    stamp += 2;
    const [own, both] = [stamp, stamp + 1];
    let [size, shared] = [0, 0];
    for (const [document, start, end] of spans)
      for (let at = bases[document]! + start; at < bases[document]! + end; at++)
        if (marks[at] !== own) {
          marks[at] = own;
          size++;
        }
    for (const [document, start, end] of others)
      for (let at = bases[document]! + start; at < bases[document]! + end; at++)
        if (marks[at] === own) {
          marks[at] = both;
          shared++;
        }
    return { size, shared };
  };
  const gold = questions.map((question) =>
    question.gold.map(({ document, start, end }): Span => [document, start, end]),
  );
  const asked = [...gold.keys()].filter((q) => gold[q]!.length > 0);
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  it.each(summary.rows.filter(({ retriever }) => retriever === 'bm25').map(({ row }) => row))(
    'are those of counting by hand: %s',
    async (name) => {
      const { strategy, metrics } = summary.rows.find(({ row }) => row === name)!;
      const own = contexts[strategy]!;
      const { contexts: ranked } = await json<{ contexts: number[][] }>(`rankings/${name}.json`);
      const counted = asked.map((q) => {
        const wanted = marked(gold[q]!, []).size;
        const at = cutoffs.map((k) => {
          const returned = ranked[q]!.slice(0, k).map((context) => own[context]!);
          const { size, shared } = marked(returned, gold[q]!);
          return {
            spanRecallAt: shared / wanted,
            spanPrecisionAt: size === 0 ? 0 : shared / size,
            spanIoUAt: shared / (wanted + size - shared),
            evidenceCoverageAt: Number(shared === wanted),
          };
        });
        const touched = own.filter(([document, start, end]) =>
          gold[q]!.some(([other, from, to]) => other === document && from < end && start < to),
        );
        const { size, shared } = marked(touched, gold[q]!);
        return { at, omega: shared / Math.max(1, size) };
      });
      for (const [place, k] of cutoffs.entries())
        for (const metric of ['spanRecallAt', 'spanPrecisionAt', 'spanIoUAt', 'evidenceCoverageAt'] as const)
          expect(metrics[metric]![k]!.value, `${metric} ${k}`).toBeCloseTo(
            mean(counted.map(({ at }) => at[place]![metric])),
            8,
          );
      expect(metrics['precisionOmega']!.value).toBeCloseTo(mean(counted.map(({ omega }) => omega)), 8);
    },
  );
});
