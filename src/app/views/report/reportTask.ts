import type { MeasuredRun } from '../../../analysis/compare/measuredRun';
import { artifactFormat } from '../../../experiments/artifactFormats';
import { decode } from '../../../artifact/decode';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { parseJsonText } from '../../../artifact/jsonText';
import type { ComparisonRequest } from '../../../analysis/report/comparison';
import { buildComparisonReport, buildReport } from '../../../analysis/report/report';

/** A file as it was read: its name in the experiment, what the reader knows it as, and its content. */
export interface RawFile {
  name: string;
  file: string;
  content: Uint8Array | string;
}

export interface ComparisonSettings extends Omit<ComparisonRequest, 'runs' | 'draws'> {
  runs: readonly { run: MeasuredRun; entry: ExperimentEntry; files: readonly RawFile[] }[];
}

export type ReportRequest =
  | { kind: 'experiment'; entry: ExperimentEntry; files: readonly RawFile[] }
  | ({ kind: 'comparison' } & ComparisonSettings);
export type ReportMessage = { kind: 'done'; page: string } | { kind: 'failed'; message: string };

/** Decodes the files and makes the report: a second of work, so a worker does it. */
export function reportTask(request: ReportRequest): string {
  if (request.kind === 'experiment')
    return buildReport(request.entry, decodeFiles(request.entry, request.files));
  const { kind: _, runs, ...settings } = request;
  return buildComparisonReport({
    ...settings,
    runs: runs.map(({ run, entry, files }) => ({ run, entry, files: decodeFiles(entry, files) })),
  });
}

function decodeFiles({ kind }: ExperimentEntry, files: readonly RawFile[]): ReadonlyMap<string, unknown> {
  return new Map(
    files.flatMap(({ name, file, content }): [string, unknown][] => {
      const format = artifactFormat(kind, name);
      return format ? [[name, decode(format, file, parseJsonText(file, content).value)]] : [];
    }),
  );
}
