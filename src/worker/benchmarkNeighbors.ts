import { expandedStrategy, maxNeighbors } from '../experiments/chunking/neighbors/runs';
import { expansionFigures, type ExpansionRun } from '../experiments/chunking/neighbors/figures';
import { expansionGround, type ExpansionGround } from '../experiments/chunking/neighbors/basis';
import { expansionOutcomes, type ExpansionBasis } from '../experiments/chunking/neighbors/outcomes';
import type { BenchmarkRow, BenchmarkRun } from '../experiments/chunking/measure/benchmark';
import type { BenchmarkStep } from '../datasets/corpus';
import type { NeighborCounts } from '../core/retrieval/neighbors';
import type { NeighborExpansionRun } from '../experiments/chunking/neighbors/experiment';
import {
  neighborFiles,
  neighborHitsOf,
  neighborRunOf,
  type NeighborDescription,
  type NeighborFile,
} from '../experiments/chunking/neighbors/files';
import { liveNeighborHeadline } from './benchmarkNeighborHeadline';
import type { BenchmarkSetup, BenchmarkTasks } from './benchmarkProtocol';
import { createStepper } from './benchmarkSteps';
import { runFile } from './runFile';
import type { TaskHandlers } from './taskChannel';

const expansionQuestion =
  'When a search finds a chunk of these documents, does it help to hand over the chunks before and after it too, and at what cost in tokens?';

const neighborStep = 'looking at neighbors';

/** Hits alone: what every width is compared with. */
const alone: NeighborCounts = { neighborPrev: 0, neighborNext: 0 };

/** Of a finished run what was cut by `fixed_size` and found in it. */
interface Held {
  id: string;
  benchmark: BenchmarkRun;
  corpus: NeighborDescription['corpus'];
  /** By strategy; found when they are first asked for. */
  grounds: Map<string, ExpansionGround>;
}

export interface Expander {
  /** Keeps what can be widened of a finished run, in the place of the one before. */
  take(
    id: string,
    finished: BenchmarkRun,
    setup: BenchmarkSetup,
    corpus: NeighborDescription['corpus'],
  ): void;
  tasks: Pick<TaskHandlers<BenchmarkTasks>, 'expansionFoundation' | 'expand' | 'expansionFiles'>;
}

/** Widens the hits of the newest finished run. */
export function createExpander(): Expander {
  let held: Held | undefined;

  const find = async (run: string, strategy: string, step: BenchmarkStep) => {
    if (held?.id !== run)
      throw new RangeError(
        `the hits of the run ${run} are gone: the worker holds those of ${held ? held.id : 'no run'}`,
      );
    const { benchmark, corpus, grounds } = held;
    const strategyRun = benchmark.strategies.find(({ index }) => index.strategy.id === strategy);
    if (!strategyRun)
      throw new RangeError(`neighbor expansion works on ${expandedStrategy}, found ${strategy}`);
    const ground =
      grounds.get(strategy) ??
      (await expansionGround(benchmark.corpus, strategyRun, (_, done, total) =>
        step(neighborStep, done, total),
      ));
    grounds.set(strategy, ground);
    const of = (row: BenchmarkRow, runs: ExpansionRun[] = []): NeighborExpansionRun => ({
      benchmark: { ...benchmark, strategies: [strategyRun], rows: [row] },
      basis: { ...ground, hits: row.rankings },
      runs,
    });
    return {
      rows: benchmark.rows.filter((row) => row.strategy === strategy),
      clusters: benchmark.clusters,
      of,
      corpus,
    };
  };

  return {
    take(id, { corpus: texts, clusters, tokenizer, tokens, strategies, rows }, { variants }, corpus) {
      const ids = new Set(
        variants.filter(({ strategy }) => strategy === expandedStrategy).map(({ id: variant }) => variant),
      );
      held = {
        id,
        // Without the options: they lead to every vector.
        benchmark: {
          corpus: texts,
          clusters,
          tokenizer,
          tokens,
          options: {},
          strategies: strategies.filter(({ index }) => ids.has(index.strategy.id)),
          rows: rows.filter(({ strategy }) => ids.has(strategy)),
        },
        corpus,
        grounds: new Map(),
      };
    },

    tasks: {
      async expansionFoundation({ run, strategy }, context) {
        const { rows, of, corpus } = await find(run, strategy, createStepper(context).step);
        const description: NeighborDescription = {
          id: run,
          title: strategy,
          question: expansionQuestion,
          corpus,
          headline: () => '',
        };
        const shared = neighborFiles(of(rows[0]!), description);
        return {
          summary: valueOf(shared, 'summary.json'),
          questions: valueOf(shared, 'questions.json'),
          chunks: valueOf(shared, 'chunks.json'),
          texts: valueOf(shared, 'texts.json').documents.map(({ text }) => text),
          searches: rows.map((row) => ({
            row: row.row,
            retriever: row.retriever,
            hits: neighborHitsOf(row),
          })),
        };
      },

      async expand({ run, strategy, width }, context) {
        const { step } = createStepper(context);
        const { rows, clusters, of } = await find(run, strategy, step);
        const found: { row: string; runs: ExpansionRun[] }[] = [];
        for (const row of rows) found.push({ row: row.row, runs: await widths(of(row).basis, width, step) });
        // In one call: its draws are the same for all searches.
        const figures = expansionFigures(
          found.flatMap(({ runs }) => runs),
          clusters,
        );
        return found.map(({ row, runs }) => ({
          row,
          figures: figures.splice(0, runs.length),
          runs: runs.map(neighborRunOf),
        }));
      },

      async expansionFiles({ run, strategy, width, description }, context) {
        const { step } = createStepper(context);
        const { rows, of, corpus } = await find(run, strategy, step);
        const row = rows.find(({ retriever }) => retriever === 'bm25')!;
        const made = neighborFiles(of(row, await widths(of(row).basis, width, step)), {
          ...description,
          question: expansionQuestion,
          corpus,
          headline: liveNeighborHeadline,
        });
        return {
          files: await Promise.all(made.map(runFile)),
          headline: valueOf(made, 'summary.json').headline,
          question: expansionQuestion,
        };
      },
    },
  };
}

/** Outcomes of the hits alone and, where that is another width, of the one asked for. */
async function widths(
  basis: ExpansionBasis,
  width: NeighborCounts,
  step: BenchmarkStep,
): Promise<ExpansionRun[]> {
  for (const [name, count] of Object.entries(width))
    if (!(Number.isInteger(count) && count >= 0 && count <= maxNeighbors))
      throw new RangeError(`${name} must be a whole number from 0 to ${maxNeighbors}, found ${count}`);
  const { neighborPrev, neighborNext } = width;
  const wanted = neighborPrev + neighborNext === 0 ? [alone] : [alone, { neighborPrev, neighborNext }];
  const runs: ExpansionRun[] = [];
  for (const one of wanted) {
    await step(neighborStep, runs.length, wanted.length);
    runs.push({ ...one, outcomes: expansionOutcomes(basis, one) });
  }
  await step(neighborStep, wanted.length, wanted.length);
  return runs;
}

type ValueOf<Name extends NeighborFile['name']> = Extract<NeighborFile, { name: Name }>['value'];

function valueOf<Name extends NeighborFile['name']>(
  files: readonly NeighborFile[],
  name: Name,
): ValueOf<Name> {
  return files.find((file) => file.name === name)!.value as ValueOf<Name>;
}
