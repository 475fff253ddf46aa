import { parseRunId } from '../../../analysis/compare/runId';
import type { ReadNotice } from '../../../artifact/jsonText';
import { nearestName } from '../../../core/text/nearestName';
import { loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { isOpenedId, restoreRun, useOpenedRuns } from '../../state/openedRuns';
import { loadTogether } from '../../data/promiseCache';
import type { OpenExperiment } from '../openExperiment';
import { maxRuns } from './maxRuns';
import { panelsOf } from '../panels';
import type { HitRule, LoadedRun, RunAdapter, RunEntry, RunPair, SideDetail } from './adapters/adapter';

/** The adapter of an experiment; one of a kind that this program does not have is refused by name. */
async function adapterOf({ entry }: OpenExperiment): Promise<RunAdapter> {
  const panels = panelsOf(entry);
  if (panels) return panels.runs();
  throw new RangeError(`${entry.id} is of the kind “${entry.kind}”, which this program does not have`);
}

export interface ListedRun extends RunEntry {
  open: OpenExperiment;
}

export interface RunList {
  runs: ListedRun[];
  pairs: (RunPair & { open: OpenExperiment })[];
  notices: ReadNotice[];
  /** Experiments whose runs could not be read; the others are there. */
  faults: { experiment: string; message: string }[];
}

const openedNow = (): string =>
  useOpenedRuns
    .getState()
    .runs.map(({ source }) => source.id)
    .join(' ');

/** Every run of every experiment that is published or open. The promise is the same until a run is opened or closed. */
export function loadRunList(): Promise<RunList> {
  return loadTogether(`runs\n${openedNow()}`, async () => {
    const { value: index, notices } = await loadIndex();
    const experiments: OpenExperiment[] = [
      ...useOpenedRuns.getState().runs.map(({ entry, source }) => ({ entry, source })),
      ...index.experiments.map((entry) => ({ entry, source: publishedArtifacts })),
    ];
    const faults: RunList['faults'] = [];
    const lists = await Promise.all(
      experiments.map(async (open) => {
        try {
          const adapter = await adapterOf(open);
          const [entries, pairs] = await Promise.all([adapter.list(open), adapter.pairs(open)]);
          return {
            runs: entries.map((entry) => ({ ...entry, open })),
            pairs: pairs.map((pair) => ({ ...pair, open })),
          };
        } catch (error) {
          faults.push({
            experiment: open.entry.title,
            message: error instanceof Error ? error.message : String(error),
          });
          return { runs: [], pairs: [] };
        }
      }),
    );
    return {
      runs: lists.flatMap(({ runs }) => runs),
      pairs: lists.flatMap(({ pairs }) => pairs),
      notices,
      faults,
    };
  });
}

export interface LoadedRuns {
  runs: LoadedRun[];
  /** Ids that name no run here, each with the nearest that does. */
  unknown: { id: string; nearest: RunEntry | null }[];
  /** Names of runs that the link names more than once. */
  repeated: string[];
  /** Known runs past the most that fit side by side. */
  tooMany: string[];
}

/** The runs that a link names, in its order, each once. */
export function loadRuns(ids: readonly string[], rule: HitRule): Promise<LoadedRuns> {
  return loadTogether(JSON.stringify([openedNow(), ids, rule.k, rule.rule]), async () => {
    const unknown: LoadedRuns['unknown'] = [];
    const tooMany: string[] = [];
    const runs: LoadedRun[] = [];
    const { value: index } = await loadIndex();
    for (const id of new Set(ids)) {
      const name = parseRunId(id);
      const open =
        name &&
        (isOpenedId(name.experiment)
          ? await restoreRun(name.experiment)
          : publishedOne(index.experiments.find((entry) => entry.id === name.experiment)));
      const adapter = open ? await adapterOf(open) : null;
      const entry =
        open && adapter ? (await adapter.list(open)).find((candidate) => candidate.id === id) : undefined;
      if (!open || !adapter || !entry) unknown.push({ id, nearest: await nearestRun(id) });
      else if (runs.length === maxRuns) tooMany.push(entry.label);
      else runs.push(await adapter.load(open, entry, rule));
    }
    const repeated = runs
      .filter((run) => ids.filter((id) => id === run.id).length > 1)
      .map(({ label }) => label);
    return { runs, unknown, tooMany, repeated };
  });
}

/** The run that a mistyped id was meant to name. */
async function nearestRun(id: string): Promise<RunEntry | null> {
  const { value: index } = await loadIndex();
  const [experiment, row] = partsOf(id);
  const nearest = nearestName(
    experiment,
    index.experiments.map((entry) => entry.id),
  );
  const open = publishedOne(index.experiments.find((entry) => entry.id === nearest));
  if (!open) return null;
  const runs = await (await adapterOf(open)).list(open);
  const rows = runs.map((run) => partsOf(run.id)[1]);
  return runs[rows.indexOf(nearestName(row, rows) ?? '')] ?? null;
}

/** An experiment, and the rest of a run's id. */
function partsOf(id: string): [experiment: string, row: string] {
  const end = id.indexOf('~');
  return end < 0 ? [id, ''] : [id.slice(0, end), id.slice(end + 1)];
}

function publishedOne(entry: OpenExperiment['entry'] | undefined): OpenExperiment | null {
  return entry ? { entry, source: publishedArtifacts } : null;
}

/** One question in every run that was asked it; null in the others. */
export function loadSides(
  runs: readonly LoadedRun[],
  has: readonly boolean[],
  question: string,
  rule: HitRule,
): Promise<(SideDetail | null)[]> {
  return loadTogether(
    JSON.stringify([openedNow(), 'question', question, runs.map(({ id }) => id), rule.k, rule.rule]),
    () =>
      Promise.all(
        runs.map(async (run, place) =>
          has[place] ? (await adapterOf(run.open)).detail(run, question, rule) : null,
        ),
      ),
  );
}
