import type { BenchmarkCorpus } from './corpus';

/** What a file of a known form holds, as a corpus. */
export interface Dataset {
  corpus: BenchmarkCorpus;
  /** Of the whole file, whatever was drawn from it: what a wrong file is told from the right one by. */
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
 * Reads one form of file. Adding one is a file that exports a `DatasetReader`, its test, and a
 * line in `readers.ts`: the live benchmark then offers it, and a published corpus may name it.
 */
export interface DatasetReader {
  /** As in “a file in the form of …”. */
  label: string;
  /** What stands in such a file, in a few words. */
  holds: string;
  /** Whether a text looks like such a file, by its beginning. */
  recognises(text: string): boolean;
  /** Throws an `ArtifactError` that names the file, the place, what was found and what was expected. */
  read(file: string, source: Uint8Array | string, options?: ReadOptions): Dataset;
}
