import type { ExperimentEntry } from '../artifact/indexFile';
import type { KindId } from '../experiments/kinds';
import type { ArtifactFile } from './artifacts/store';
import type { Progress } from './progress';

/** One option of a command, for `parseArgs` and for `--help` alike. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  short?: string;
  /** Placeholder of the value, as in `--out DIR`. */
  value?: string;
  help: string;
  /** The only values that it takes. */
  choices?: readonly string[];
  /** May be given several times: the value is a list. */
  multiple?: true;
}
export type Options = Record<string, OptionSpec>;
export type OptionValues = Record<string, string | boolean | string[] | undefined>;

export interface BuildRequest {
  /** Values of the experiment's own options. */
  values: OptionValues;
  progress: Progress;
  signal: AbortSignal;
  /** Embeds everything again instead of reading the vector cache. */
  fresh?: boolean;
}

export interface BuiltExperiment {
  files: ArtifactFile[];
  entry: Pick<ExperimentEntry, 'title' | 'question' | 'headline' | 'data' | 'badges'>;
  /** npm packages whose versions belong to the provenance. */
  packages: readonly string[];
  /** Figures of this machine that belong to the provenance, by metric and row. */
  measurements?: Record<string, Record<string, number>>;
}

/** One line of `verify`. `ok: null` is a check that could not be made and that nothing rests on. */
export interface Check {
  /** Empty where the line is about the experiment as a whole. */
  name: string;
  ok: boolean | null;
  detail: string;
}

export interface VerifyRequest {
  /** Text of each committed file, by name. */
  committed: ReadonlyMap<string, string>;
  /** Rebuild everything, also where that takes long. */
  full: boolean;
  /** Whether missing data is a failure. */
  requireData: boolean;
  progress: Progress;
  signal: AbortSignal;
}

export interface Scorecard {
  /** One object per row, figures as numbers from 0 to 1. */
  rows: Record<string, unknown>[];
  /** The same for people. */
  text: string;
}

/** What the command line can do with an artifact that is there. */
export interface ExperimentTools {
  /** Compares what is committed with what the program makes now; gives back the files that it made. Hashes and schema are checked elsewhere. */
  verify(request: VerifyRequest): Promise<{ checks: Check[]; files: ArtifactFile[] }>;
  /** Whether `verify` itself computes the figures again; for any other the doctor does. */
  checksFigures?: true;
  /** Reads the scorecard from the experiment's files. */
  show(read: (name: string) => Promise<Uint8Array>): Promise<Scorecard>;
  /** What of one question no file lists by itself, for `show --question`; null for a question that is not there. */
  showQuestion?: (
    read: (name: string) => Promise<Uint8Array>,
    question: string,
  ) => Promise<Record<string, unknown>[] | null>;
  /** Decodes one of its files, or throws; undefined for a file that it does not know. */
  decodeFile(name: string, bytes: Uint8Array): unknown;
  /** `export trec`, where the experiment has it. */
  exportTrec?: (
    read: (name: string) => Promise<Uint8Array>,
  ) => Promise<{ files: ArtifactFile[]; notes: string[] }>;
}

/**
 * Everything the command line knows of one experiment. Adding one is a file that
 * exports an `ExperimentBuilder` and a line in `experiments.ts`.
 */
export interface ExperimentBuilder extends ExperimentTools {
  id: string;
  kind: KindId;
  /** One line for the list in `--help`. */
  summary: string;
  /** What `--help` of the experiment says below its usage. */
  details: string;
  /** Options of its own, besides `--out`. */
  options: Options;
  /** Folder for runs that must not replace the published one; undefined for the published one. */
  defaultOut?: (values: OptionValues) => string | undefined;
  build(request: BuildRequest): Promise<BuiltExperiment>;
}
