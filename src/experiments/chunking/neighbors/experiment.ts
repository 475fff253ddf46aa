import type { Tokenizer } from '../../../core/chunking/tokens';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import { prepareBenchmark, searchBenchmark, type BenchmarkRun } from '../measure/benchmark';
import type { BenchmarkCorpus, BenchmarkStep } from '../../../datasets/corpus';
import type { BenchmarkStrategy } from '../measure/strategyIndex';
import { expansionGround } from './basis';
import type { ExpansionRun } from './figures';
import { expansionOutcomes, type ExpansionBasis } from './outcomes';
import { expandedStrategy, neighborRunId, neighborRuns } from './runs';

/** A finished neighbor expansion: the plain benchmark under it, what the widths rest on, and each width. */
export interface NeighborExpansionRun {
  benchmark: BenchmarkRun;
  basis: ExpansionBasis;
  runs: ExpansionRun[];
}

/** Searches a corpus once with BM25 and hands over what was found under every width. Only `fixed_size` is expanded. */
export async function runNeighborExpansion(
  corpus: BenchmarkCorpus,
  strategy: BenchmarkStrategy,
  tokenizer: Tokenizer | undefined,
  widths: readonly NeighborCounts[] = neighborRuns,
  step?: BenchmarkStep,
): Promise<NeighborExpansionRun> {
  if (strategy.id !== expandedStrategy)
    throw new RangeError(`neighbor expansion works on ${expandedStrategy}, found ${strategy.id}`);
  const benchmark = await searchBenchmark(
    await prepareBenchmark(corpus, [strategy], tokenizer, {}, step),
    step,
  );
  const ground = await expansionGround(corpus, benchmark.strategies[0]!, step);
  const basis: ExpansionBasis = { ...ground, hits: benchmark.rows[0]!.rankings };
  const runs: ExpansionRun[] = [];
  for (const width of widths) {
    await step?.(`expanding: ${neighborRunId(width)}`, 0, 1);
    runs.push({ ...width, outcomes: expansionOutcomes(basis, width) });
    await step?.(`expanding: ${neighborRunId(width)}`, 1, 1);
  }
  return { benchmark, basis, runs };
}
