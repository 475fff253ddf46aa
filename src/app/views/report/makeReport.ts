import type { Across } from '../../../analysis/across/across';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { reportFileNames, runFileNames } from '../../../analysis/kind';
import { kindOf } from '../../../experiments/kinds';
import type { LoadedRun } from '../compare/adapters/adapter';
import type { OpenExperiment } from '../openExperiment';
import type { ComparisonSettings, RawFile, ReportMessage, ReportRequest } from './reportTask';

/** The report of an experiment, from the files that its views read. */
export async function makeReport(open: OpenExperiment): Promise<string> {
  return inWorker({
    kind: 'experiment',
    entry: open.entry,
    files: await readFiles(open, reportFileNames(await kindOf(open.entry), open.entry)),
  });
}

/** The report of strategies on several corpora, as they are drawn. */
export const makeAcrossReport = (across: Across, entries: readonly ExperimentEntry[]): Promise<string> =>
  inWorker({ kind: 'across', across, entries });

export interface ComparisonChoice extends Omit<ComparisonSettings, 'runs'> {
  runs: readonly LoadedRun[];
}

/** The report of compared runs, as they are loaded, with the files that trees and drawings need. */
export async function makeComparisonReport({ runs, ...choice }: ComparisonChoice): Promise<string> {
  const compared = await Promise.all(
    runs.map(async ({ open, entry: _, ...run }) => ({
      run,
      entry: open.entry,
      files: await readFiles(open, runFileNames(await kindOf(open.entry), open.entry, run.name)),
    })),
  );
  return inWorker({ kind: 'comparison', runs: compared, ...choice });
}

function readFiles({ source, entry }: OpenExperiment, names: readonly string[]): Promise<RawFile[]> {
  return Promise.all(
    names.map(async (name) => {
      const path = `${entry.id}/${name}`;
      const sha256 = entry.files.find((file) => file.name === name)?.sha256;
      return { name, file: source.nameOf(path), content: await source.read(path, { sha256 }) };
    }),
  );
}

/** Files are copied to the worker, not moved: a run that is held in memory stays there. */
function inWorker(request: ReportRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./report.worker.ts', import.meta.url), {
      type: 'module',
      name: 'report',
    });
    const settle = (found: string | Error) => {
      worker.terminate();
      if (typeof found === 'string') resolve(found);
      else reject(found);
    };
    worker.onmessage = ({ data }: MessageEvent<ReportMessage>) =>
      settle(data.kind === 'done' ? data.page : new Error(data.message));
    worker.onerror = () => settle(new Error('The background computation could not start. Reload the page.'));
    worker.postMessage(request);
  });
}
