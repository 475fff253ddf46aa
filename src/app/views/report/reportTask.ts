import type { MeasuredRun } from '../../../analysis/compare/measuredRun';
import { fileOf, type ExperimentKind } from '../../../analysis/kind';
import { kindOf } from '../../../experiments/kinds';
import { decode } from '../../../artifact/decode';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { parseJsonText } from '../../../artifact/jsonText';
import type { ComparisonRequest } from '../../../analysis/report/comparison';
import type { Across } from '../../../analysis/across/across';
import { buildAcrossReport, buildComparisonReport, buildReport } from '../../../analysis/report/report';

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
  | ({ kind: 'comparison' } & ComparisonSettings)
  | { kind: 'across'; across: Across; entries: readonly ExperimentEntry[] };
export type ReportMessage = { kind: 'done'; page: string } | { kind: 'failed'; message: string };

/** Decodes the files and makes the report: a second of work, so a worker does it. */
export async function reportTask(request: ReportRequest): Promise<string> {
  if (request.kind === 'experiment') {
    const kind = await kindOf(request.entry);
    return buildReport(kind, request.entry, decodeFiles(kind, request.files));
  }
  if (request.kind === 'across') return buildAcrossReport(request.across, request.entries);
  const { kind: _, runs, ...settings } = request;
  return buildComparisonReport({
    ...settings,
    runs: await Promise.all(
      runs.map(async ({ run, entry, files }) => {
        const kind = await kindOf(entry);
        return { run, entry, kind, files: decodeFiles(kind, files) };
      }),
    ),
  });
}

function decodeFiles(kind: ExperimentKind, files: readonly RawFile[]): ReadonlyMap<string, unknown> {
  return new Map(
    files.flatMap(({ name, file, content }): [string, unknown][] => {
      const found = fileOf(kind, name);
      return found ? [[name, decode(found.format, file, parseJsonText(file, content).value)]] : [];
    }),
  );
}
