import { artifactFormat } from '../../../schema/artifactFormats';
import { runFileNames } from '../../../schema/compare/readRun';
import type { ComparisonRequest } from '../../../schema/report/comparison';
import { reportFileNames } from '../../../schema/report/contents';
import { buildComparisonReport, buildReport } from '../../../schema/report/report';
import { loadExperimentFile } from '../../data/artifacts';
import type { LoadedRun } from '../compare/adapters/adapter';
import type { OpenExperiment } from '../openExperiment';

/** The report of an experiment, from the files that its views read. */
export async function makeReport(open: OpenExperiment): Promise<string> {
  return buildReport(open.entry, await readFiles(open, reportFileNames(open.entry)));
}

export interface ComparisonChoice extends Omit<ComparisonRequest, 'runs' | 'draws'> {
  runs: readonly LoadedRun[];
}

/** The report of compared runs, as they are loaded, with the files that trees and drawings need. */
export async function makeComparisonReport({ runs, ...choice }: ComparisonChoice): Promise<string> {
  const compared = await Promise.all(runs.map(async (run) => ({ run, entry: run.open.entry, files: await readFiles(run.open, runFileNames(run.open.entry, run.name)) })));
  return buildComparisonReport({ runs: compared, ...choice });
}

async function readFiles({ source, entry }: OpenExperiment, names: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const read = await Promise.all(
    names.map(async (name): Promise<[string, unknown][]> => {
      const format = artifactFormat(entry.kind, name);
      return format ? [[name, (await loadExperimentFile(source, entry, name, format)).value]] : [];
    }),
  );
  return new Map(read.flat());
}
