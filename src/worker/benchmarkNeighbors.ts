import { checkWidth, expandedStrategy, isSameWidth } from '../experiments/chunking/neighbors/widths';
import { expansionFigures } from '../experiments/chunking/neighbors/figures';
import {
  expansionGround,
  expansionRuns,
  type ExpansionGround,
} from '../experiments/chunking/neighbors/measure';
import type { BenchmarkRun } from '../experiments/chunking/measure/benchmark';
import type { BenchmarkStep } from '../datasets/corpus';
import type { NeighborCounts } from '../core/retrieval/neighbors';
import type { BenchmarkSetup } from '../experiments/chunking/own/setup';
import type { BenchmarkTasks } from './benchmarkProtocol';
import { createStepper } from './benchmarkSteps';
import type { TaskHandlers } from './taskChannel';

const neighborStep = { kind: 'looking at neighbors' } as const;

/** Hits alone: what every width is compared with. */
const alone: NeighborCounts = { neighborPrev: 0, neighborNext: 0 };

/** Of a finished run what was cut by `fixed_size` and found in it. */
interface Held {
  id: string;
  benchmark: Pick<BenchmarkRun, 'corpus' | 'clusters' | 'strategies' | 'rows'>;
  /** By strategy; found when they are first asked for. */
  grounds: Map<string, ExpansionGround>;
}

export interface Expander {
  /** Keeps what can be widened of a finished run, in the place of the one before. */
  take(id: string, finished: BenchmarkRun, setup: BenchmarkSetup): void;
  tasks: Pick<TaskHandlers<BenchmarkTasks>, 'expand'>;
}

/** Widens the hits of the newest finished run. */
export function createExpander(): Expander {
  let held: Held | undefined;

  const find = async (run: string, strategy: string, step: BenchmarkStep) => {
    if (held?.id !== run)
      throw new RangeError(
        `the hits of the run ${run} are gone: the worker holds those of ${held ? held.id : 'no run'}`,
      );
    const { benchmark, grounds } = held;
    const strategyRun = benchmark.strategies.find(({ index }) => index.strategy.id === strategy);
    if (!strategyRun)
      throw new RangeError(`neighbor expansion works on ${expandedStrategy}, found ${strategy}`);
    const ground =
      grounds.get(strategy) ??
      (await expansionGround(benchmark.corpus, strategyRun, (_, done, total) =>
        step(neighborStep, done, total),
      ));
    grounds.set(strategy, ground);
    return {
      ground,
      rows: benchmark.rows.filter((row) => row.strategy === strategy),
      clusters: benchmark.clusters,
    };
  };

  return {
    take(id, { corpus, clusters, strategies, rows }, { variants }) {
      const ids = new Set(
        variants.filter(({ strategy }) => strategy === expandedStrategy).map(({ id: variant }) => variant),
      );
      held = {
        id,
        // Without the options: they lead to every vector.
        benchmark: {
          corpus,
          clusters,
          strategies: strategies.filter(({ index }) => ids.has(index.strategy.id)),
          rows: rows.filter(({ strategy }) => ids.has(strategy)),
        },
        grounds: new Map(),
      };
    },

    tasks: {
      async expand({ run, strategy, width }, context) {
        checkWidth(width);
        const { step } = createStepper(context);
        const { ground, rows, clusters } = await find(run, strategy, step);
        const widths = isSameWidth(width, alone) ? [alone] : [alone, width];
        const found = [];
        for (const { row, rankings } of rows)
          found.push({
            row,
            runs: await expansionRuns(row, { ...ground, hits: rankings }, widths, (_, done, total) =>
              step(neighborStep, done, total),
            ),
          });
        // In one call: its draws are the same for all searches.
        const figures = expansionFigures(
          found.flatMap(({ runs }) => runs),
          clusters,
        );
        return found.map(({ row, runs }) => ({ row, figures: figures.splice(0, runs.length) }));
      },
    },
  };
}
