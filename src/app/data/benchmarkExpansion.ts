import { neighborRunId } from '../../experiments/chunking/neighbors/runs';
import type { NeighborCounts } from '../../core/retrieval/neighbors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { ExpandedSearch, ExpansionFoundation, StepEvent } from '../../worker/protocol';
import { createPromiseCache } from './promiseCache';
import { benchmarkWorker } from './benchmarkWorker';
import type { RunFiles } from './runBundle';

export type { ExpandedSearch, ExpansionFoundation } from '../../worker/protocol';

const foundations = createPromiseCache<ExpansionFoundation>();

/** What the widths of a strategy of the newest finished run rest on. One promise per run and strategy, fit for `use()`. */
export function expansionFoundation(run: string, strategy: string): Promise<ExpansionFoundation> {
  return foundations.get(JSON.stringify([run, strategy]), () => {
    // Another run takes the place of the one before, in the worker too.
    for (const known of [...foundations.keys()])
      if ((JSON.parse(known) as string[])[0] !== run) void foundations.take(known);
    return benchmarkWorker().run('expansionFoundation', { run, strategy });
  });
}

/** Figures and outcomes of every search of a strategy, its hits alone and widened. Nothing is cut or embedded again. */
export function expandHits(
  run: string,
  strategy: string,
  width: NeighborCounts,
  signal: AbortSignal,
): Promise<ExpandedSearch[]> {
  return benchmarkWorker().run('expand', { run, strategy, width }, { signal });
}

export interface ExpandedStrategy {
  id: string;
  label: string;
}

/** The id of the experiment that is made of one width of a run. */
export const expansionRunId = (
  run: string,
  strategy: string,
  { neighborPrev, neighborNext }: NeighborCounts,
): string => `${run}-${strategy}-${neighborPrev}-${neighborNext}`;

/** Makes an experiment of its own of the BM25 hits of a finished run: hits alone, and with so many neighbors. */
export async function makeExpansion(
  of: ExperimentEntry,
  strategy: ExpandedStrategy,
  width: NeighborCounts,
  signal: AbortSignal,
  onStep?: (event: StepEvent) => void,
): Promise<RunFiles> {
  const startedAt = new Date();
  const row = `±${neighborRunId(width)}`;
  const id = expansionRunId(of.id, strategy.id, width);
  const title = `${of.title}: ${strategy.label} with neighbors ${row}`;
  const made = await benchmarkWorker().run(
    'expansionFiles',
    { run: of.id, strategy: strategy.id, width, description: { id, title } },
    { signal, ...(onStep && { onEvent: onStep }) },
  );
  const { measurements: _, ...provenance } = of.provenance;
  const entry: ExperimentEntry = {
    ...of,
    id,
    kind: 'neighbor-expansion',
    title,
    question: made.question,
    headline: made.headline,
    badges: [
      ...of.badges.filter(({ label }) => !/ rows?$/.test(label)),
      {
        label: 'BM25',
        title: `The hits of BM25 in ${strategy.label} chunks, alone and with their neighbors`,
      },
    ],
    files: made.files.map(({ name, sha256, bytes }) => ({
      name,
      sha256: sha256 ?? '',
      bytes: bytes.byteLength,
    })),
    provenance: {
      ...provenance,
      command: `${provenance.command}, neighbor expansion ${row} of its ${strategy.label} hits (run ${of.id})`,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(Date.now() - startedAt.getTime()),
    },
  };
  return { entry, files: new Map(made.files.map(({ name, bytes }) => [name, bytes])) };
}
