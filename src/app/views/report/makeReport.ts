import { artifactFormat } from '../../../schema/artifactFormats';
import { reportFileNames } from '../../../schema/report/contents';
import { buildReport } from '../../../schema/report/report';
import { loadExperimentFile } from '../../data/artifacts';
import type { OpenExperiment } from '../openExperiment';

/** The report of an experiment, from the files that its views read. */
export async function makeReport({ source, entry }: OpenExperiment): Promise<string> {
  const names = reportFileNames(entry);
  const files = new Map<string, unknown>();
  await Promise.all(
    names.map(async (name) => {
      const format = artifactFormat(entry.kind, name);
      if (format) files.set(name, (await loadExperimentFile(source, entry, name, format)).value);
    }),
  );
  return buildReport(entry, files);
}
