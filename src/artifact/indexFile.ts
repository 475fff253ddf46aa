import * as z from 'zod/mini';
import { bounds } from './common';
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

/** A small picture of a finding, at most 1 kB of numbers. */
const picture = z.discriminatedUnion('kind', [
  /** Shares that rise in steps, at the same places for all lines. */
  z.object({
    kind: z.literal('steps'),
    x: z.array(z.number()),
    lines: z.array(z.object({ id: z.string(), label: z.string(), y: z.array(z.number()) })),
  }),
  /** Differences with their intervals, around 0. */
  z.object({
    kind: z.literal('differences'),
    items: z.array(z.object({ label: z.string(), value: z.nullable(z.number()), interval: bounds })),
  }),
]);

/** The strongest statement that an experiment establishes; where it establishes none, the sentence says so. */
const finding = z.object({
  /** At most 25 words. */
  sentence: z.string(),
  /** The number that goes with it, in `unit`; null where there is none. */
  value: z.nullable(z.number()),
  unit: z.string(),
  interval: bounds,
  picture: z.nullable(picture),
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
  /** What a reader takes away, made from the figures by the kind of experiment. */
  finding,
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
  /** What the corpora of all of them establish together; absent where there are fewer than two. */
  across: z.optional(finding),
});

export type Finding = z.infer<typeof finding>;
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
