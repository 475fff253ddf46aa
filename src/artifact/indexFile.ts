import * as z from 'zod/mini';
import type { FileFormat } from './decode';

const fileEntry = z.object({
  /** Path below `artifacts/<id>/`. */
  name: z.string(),
  sha256: z.string(),
  bytes: z.number(),
});

const provenance = z.object({
  program: z.string(),
  command: z.string(),
  startedAt: z.string(),
  durationMs: z.number(),
  node: z.string(),
  icu: z.string(),
  packages: z.record(z.string(), z.string()),
  /** Figures of the machine rather than of the method, by metric and row: `buildMs` of each strategy. */
  measurements: z.optional(z.record(z.string(), z.record(z.string(), z.number()))),
});

const experimentEntry = z.object({
  id: z.string(),
  /** One of the kinds that a program has; others are refused by name when they are opened. */
  kind: z.string(),
  title: z.string(),
  /** One sentence. */
  question: z.string(),
  /** The result in one or two sentences, with its uncertainty. */
  headline: z.string(),
  /** What it was measured on, in a phrase. */
  data: z.string(),
  badges: z.array(z.object({ label: z.string(), title: z.string() })),
  files: z.array(fileEntry),
  provenance,
});

const indexFile = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('index'),
  experiments: z.array(experimentEntry),
});

export type FileEntry = z.infer<typeof fileEntry>;
export type Provenance = z.infer<typeof provenance>;
export type ExperimentEntry = z.infer<typeof experimentEntry>;
export type IndexFile = z.infer<typeof indexFile>;

/** `artifacts/index.json`: the first and only file that the start page needs. */
export const indexFormat: FileFormat<IndexFile> = {
  kind: 'index',
  title: 'a list of experiments',
  version: 1,
  schema: indexFile,
};
