import type { BenchmarkCorpus } from './corpus';

/** A file by its name, with the folders before it where they are known. */
export interface SourceFile {
  name: string;
  content: Uint8Array | string;
}

/** The same as text. */
export interface SourceText {
  name: string;
  text: string;
}

/** What files of a known form hold, as a corpus. */
export interface Dataset {
  corpus: BenchmarkCorpus;
  /** Of the whole files, whatever was drawn from them: what a wrong file is told from the right one by. */
  counts: Readonly<Record<string, number>>;
  /** What was left out, made up or is good to know, in words. */
  notices: readonly string[];
}

export interface ReadOptions {
  /** At most so many documents, and of those at most so many questions, by a seeded draw; all unless told. */
  draw?: { documents: number; questions: number };
  /** What messages say was expected; the reader's own form unless told. */
  expected?: string;
}

/**
 * Reads one form of dataset, of one file or of several. Adding one is a file that exports a
 * `DatasetReader`, its test, and a line in `readers.ts`: the live benchmark and the command line
 * then take it, and a published corpus may name it.
 */
export interface DatasetReader {
  /** As in “in the form of …”. */
  label: string;
  /** What stands in it, in a few words. */
  holds: string;
  /** Of some files, those that together are a dataset of this form, by names and beginnings; none where there is no such. */
  claims<File extends SourceText>(files: readonly File[]): readonly File[];
  /** Throws an `ArtifactError` that names the file, the place, what was found and what was expected. */
  read(files: readonly SourceFile[], options?: ReadOptions): Dataset;
}

/** The last part of a path. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
