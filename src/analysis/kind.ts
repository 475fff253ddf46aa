import type { FileFormat } from '../artifact/decode';
import type { ExperimentEntry, Finding } from '../artifact/indexFile';
import type { AcrossCorpus } from './across/across';
import type { HitRule } from './compare/hitRule';
import type { MeasuredRun } from './compare/measuredRun';
import type { RunName } from './compare/runId';
import type { DoctorCheck } from './doctor/findings';
import type { ContentOptions, DecodedFiles } from './doctor/options';
import type { ReportContents, ReportFiles, ReportTree } from './report/contents';
import type { DetailPart } from './report/inspected';

/** How a file loses everybody's words: there are none in it, it is left out, or it is rewritten. */
export type WithoutText = 'has none' | 'left out' | ((value: never) => unknown);

/** A file of a kind of experiment; in a folder, of each file there. */
export interface KindFile<T = unknown> {
  format: FileFormat<T>;
  withoutText: WithoutText;
}

/** Files by name; a name that ends in a slash is a folder of such files. */
export type KindFiles = Readonly<Record<string, KindFile>>;

/** Trees of a run whose hits are widened. */
export interface ComparedTrees {
  /** Whether its hits bring anything along. */
  widens: boolean;
  /** Of a question, with so many hits; null where it was not asked. */
  treeOf(question: string, depth: number, group: string): ReportTree | null;
}

/**
 * Everything that tells one kind of experiment from another. The engines beside this file
 * (doctor, report, comparison) and the command line are handed one and ask no further.
 */
export interface ExperimentKind {
  /** As its files name it. */
  id: string;
  files: KindFiles;
  /** Where a file stands in its artifact, by what it says of itself; null where it says nothing. */
  fileName(value: Readonly<Record<string, unknown>>): string | null;
  /** Whether everything that follows from something else in its files does follow. */
  checks(files: DecodedFiles, options: ContentOptions): AsyncGenerator<DoctorCheck>;
  finding: {
    /** Whether it rests on a file. */
    reads(name: string): boolean;
    /** The strongest statement that decoded files establish; says why there is none where they do not. */
    of(files: DecodedFiles): Finding;
  };
  /** What it brings to the table of corpora; null for a kind that cuts none. */
  across: {
    /** Whether that rests on a file. */
    reads(name: string): boolean;
    /** null where this experiment has nothing to bring. */
    corpus(files: ReportFiles): AcrossCorpus | null;
  } | null;
  report: {
    /** Whether a report reads a file: all but those that only views with switches need. */
    reads(name: string): boolean;
    /** The summary must be there; what else there is makes the report richer. */
    contents(entry: ExperimentEntry, files: ReportFiles): ReportContents;
  };
  compare: {
    /** Whether a comparison of a row reads a file, drawings and trees included. */
    reads(name: string, run: RunName): boolean;
    /** A row as a run to compare; null when there is no such row. */
    run(entry: ExperimentEntry, files: ReportFiles, name: RunName, rule: HitRule): MeasuredRun | null;
    /** What a run is named by, where an id is more than experiment and row. */
    runForm?: string;
    /** What the inspector of a report draws of a run; null where it draws nothing. */
    details(files: ReportFiles, run: MeasuredRun, rule: HitRule): DetailPart | null;
    trees?: (files: ReportFiles, run: MeasuredRun, rule: HitRule) => ComparedTrees | null;
  };
}

/** The file of a kind with a name; undefined for a name that the kind does not have. */
export function fileOf({ files }: Pick<ExperimentKind, 'files'>, name: string): KindFile | undefined {
  const slash = name.indexOf('/');
  const key = slash < 0 ? name : name.slice(0, slash + 1);
  return Object.hasOwn(files, key) ? files[key] : undefined;
}

/** The names that a report of an experiment reads. */
export const reportFileNames = ({ report }: ExperimentKind, { files }: ExperimentEntry): string[] =>
  files.map(({ name }) => name).filter((name) => report.reads(name));

/** The names that a comparison of one of its rows reads. */
export const runFileNames = (
  { compare }: ExperimentKind,
  { files }: ExperimentEntry,
  run: RunName,
): string[] => files.map(({ name }) => name).filter((name) => compare.reads(name, run));

/** `fileName` of a kind whose files say what they are: in a folder by one of their values, or by their kind alone. */
export function namesOf(
  folders: Readonly<Record<string, readonly [folder: string, key: string]>>,
  names: Readonly<Record<string, string>>,
): ExperimentKind['fileName'] {
  return (value) => {
    const kind = String(value['kind']);
    if (Object.hasOwn(names, kind)) return names[kind]!;
    if (!Object.hasOwn(folders, kind)) return null;
    const [folder, key] = folders[kind]!;
    const id = value[key];
    return typeof id === 'string' || typeof id === 'number' ? `${folder}/${id}.json` : null;
  };
}

/** The names that the table of corpora reads of an experiment; none where it brings nothing. */
export const acrossFileNames = ({ across }: ExperimentKind, { files }: ExperimentEntry): string[] =>
  across ? files.map(({ name }) => name).filter((name) => across.reads(name)) : [];
