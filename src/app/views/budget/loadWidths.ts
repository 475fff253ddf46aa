import type { ExperimentEntry } from '../../../artifact/indexFile';
import { columnDifference, type ClusterColumn } from '../../../core/stats/aggregate';
import type { Interval } from '../../../core/stats/bootstrap';
import {
  columnAt,
  largestBudget,
  onStairs,
  stairsOf,
  storedClusters,
  type BudgetRow,
} from '../../../experiments/chunking/budgets';
import {
  chunkingBudgetsFormat,
  chunkingQuestionsFormat,
  type ChunkingSummary,
} from '../../../experiments/chunking/formats';
import { headlineRule } from '../../../experiments/chunking/hitRule';
import type { Expansion } from '../../../experiments/chunking/neighbors/formats';
import type { ChartPoint } from '../../charts/series';
import { loadExperimentFile } from '../../data/artifacts';
import type { ArtifactSource } from '../../data/artifactSource';
import { askOnce } from '../../data/askOnce';
import { loadTogether } from '../../data/promiseCache';
import { budgetsFrom } from './positions';

/** One width of neighbor expansion less none, for the same tokens: a staircase, and its interval at every stop. */
export interface WidthDifference {
  row: string;
  neighborPrev: number;
  neighborNext: number;
  points: ChartPoint[];
  stairs: { x: number; y: number }[];
}

interface Asked {
  source: ArtifactSource;
  entry: ExperimentEntry;
  summary: ChunkingSummary;
  expansion: Expansion;
}

/** Every width against ±0/0 over all budgets, merged runs on both sides; null for a run that stores no budgets. The same promise each time. */
export function loadWidths({ source, entry, summary, expansion }: Asked): Promise<WidthDifference[] | null> {
  const retriever = summary.rows.find(({ row }) => row === expansion.row)?.retriever ?? 'bm25';
  const name = `budgets/${retriever}.json`;
  return loadTogether(JSON.stringify(['widths', source.id, entry.id, expansion.row]), async () => {
    if (!entry.files.some((file) => file.name === name)) return null;
    const [asked, budgets] = await Promise.all([
      loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
      loadExperimentFile(source, entry, name, chunkingBudgetsFormat),
    ]);
    const { questions } = asked.value;
    const measure = headlineRule(summary);
    const clusters = storedClusters(summary, questions);
    const storedOf = (row: string) => budgets.value.widths.find((own) => own.row === row);
    const base = storedOf(expansion.row);
    const wide = expansion.rows.flatMap((row) => {
      const stored = storedOf(row.row);
      const widened = row.neighborPrev + row.neighborNext > 0;
      return stored && widened ? [{ ...row, stored }] : [];
    });
    if (!base || wide.length === 0) return null;
    const stairs = (row: BudgetRow) => stairsOf(row, measure, questions);
    const alone = stairs(base);
    const low = 2 ** Math.floor(Math.log2(alone.find(({ value }) => value > 0.02)?.tokens ?? largestBudget));
    const stops = budgetsFrom(low);
    const at = (row: BudgetRow, budget: number) => columnAt(row, measure, questions, clusters, budget);
    const intervals = await askOnce<ClusterColumn[], Interval[]>(
      new Worker(new URL('./differences.worker.ts', import.meta.url), {
        type: 'module',
        name: 'differences',
      }),
      wide.flatMap(({ stored }) =>
        stops.map((budget) => columnDifference(at(stored, budget), at(base, budget))),
      ),
    );
    return wide.map(({ row, neighborPrev, neighborNext, stored }, place) => {
      const own = stairs(stored);
      const changes = [...new Set([...own, ...alone].map(({ tokens }) => tokens))]
        .filter((tokens) => tokens >= low)
        .sort((a, b) => a - b);
      // Below, next to nothing fits that is widened, and the difference says only that.
      const poor = changes.findLastIndex((tokens) => onStairs(own, tokens)! < onStairs(alone, tokens)! / 2);
      const rises = changes.slice(poor + 1);
      const from = rises[0] ?? largestBudget;
      const difference = (budget: number) => onStairs(own, budget)! - onStairs(alone, budget)!;
      return {
        row,
        neighborPrev,
        neighborNext,
        points: stops.flatMap((x, i) => {
          if (x < from) return [];
          const { mean, low: least, high } = intervals[place * stops.length + i]!;
          return [{ x, y: mean, low: least, high, n: questions.length }];
        }),
        stairs: [
          ...rises.map((x) => ({ x, y: difference(x) })),
          { x: largestBudget, y: difference(largestBudget) },
        ],
      };
    });
  });
}
