import * as z from 'zod/mini';
import { comparison, embeddingModel, estimate, randomSource } from '../../artifact/common';
import type { FileFormat } from '../../artifact/decode';

const span = { start: z.number(), end: z.number() };
const turns = z.array(z.number());

const factFigures = z.object({
  /** Top hit in a right turn, at or above the floor. */
  topRightAboveFloor: estimate,
  topRight: estimate,
  reciprocalRank: estimate,
});

const row = z.object({
  row: z.string(),
  label: z.string(),
  unit: z.enum(['turns', 'pieces']),
  hasLabel: z.boolean(),
  context: z.nullable(z.enum(['mean', 'text'])),
  about: z.string(),
  /** Stored vectors, and chunks that are too long to have one. */
  vectors: z.number(),
  withoutVector: z.number(),
  /** Facts: the denominator of every mean. */
  n: z.number(),
  metrics: factFigures,
  /** The same for the threads of one language. */
  languages: z.array(
    z.object({ language: z.string(), threads: z.number(), n: z.number(), metrics: factFigures }),
  ),
});

const searchFigures = z.object({
  search: z.string(),
  label: z.string(),
  about: z.string(),
  messages: z.number(),
  subjects: z.number(),
  parts: z.number(),
  /** Share of the subjects with a right turn among what came back. */
  coverage: estimate,
  /** Subjects without. */
  lost: z.number(),
  /** Share of the parts that find something alone and have no place. */
  starvation: estimate,
  /** A message, on average. */
  tokensAttached: estimate,
  attached: estimate,
  searches: estimate,
});

const sweepCell = z.object({
  pieceBytes: z.number(),
  limit: z.number(),
  threshold: z.number(),
  /** Share of the facts with a piece of a right turn among the first X at or above the threshold. */
  found: z.number(),
  /** Tokens that come back for a fact, on average. */
  tokens: z.number(),
});

const probe = z.object({
  fact: z.number(),
  thread: z.number(),
  /** Of the first piece of the right turn, among all pieces of the thread. */
  rank: z.nullable(z.number()),
  of: z.number(),
  cosine: z.nullable(z.number()),
  /** Cosine of the whole-turn vector that holds the turn; null where it has none. */
  whole: z.nullable(z.number()),
  wholeTokens: z.number(),
});

const settings = z.object({
  /** A piece with its label. */
  pieceBytes: z.number(),
  focusWeight: z.number(),
  /** Places of a part. */
  limit: z.number(),
  /** Least raw cosine of a place. */
  threshold: z.number(),
  /** Least raw cosine of a top hit above the floor; (1 + cosine) / 2 on the scale of some indexes. */
  floor: z.number(),
  wholeTurns: z.object({
    words: z.number(),
    maxTokens: z.number(),
    argumentsLength: z.number(),
    resultLength: z.number(),
  }),
});

/** `summary.json`: the scorecard of both indexes and what it rests on. */
const summary = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('threads'),
  id: z.string(),
  title: z.string(),
  question: z.string(),
  headline: z.string(),
  corpus: z.object({ name: z.string(), hash: z.string() }),
  tokenizer: z.string(),
  model: embeddingModel,
  settings,
  threads: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      language: z.nullable(z.string()),
      turns: z.number(),
      chunks: z.number(),
      pieces: z.number(),
      facts: z.number(),
      messages: z.number(),
    }),
  ),
  facts: z.number(),
  bootstrap: z.object({
    draws: z.number(),
    patterns: z.number(),
    random: randomSource,
    cluster: z.literal('thread'),
    clusters: z.number(),
  }),
  rows: z.array(row),
  /** What a random order of the pieces would give. */
  chance: z.object({ topRight: z.nullable(z.number()), reciprocalRank: z.nullable(z.number()) }),
  /** Each declared step on each measure; Holm over the steps of a measure. */
  comparisons: z.array(comparison),
  tieGroups: z.array(z.object({ metric: z.string(), groups: z.array(z.array(z.string())) })),
  probes: z.array(probe),
  /** Empty where nobody gave messages. */
  searches: z.array(searchFigures),
  searchComparisons: z.array(comparison),
  sweep: z.array(sweepCell),
  notices: z.array(z.string()),
});

/** `facts.json`: what every row made of each fact. */
const facts = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('threads-facts'),
  facts: z.array(
    z.object({ id: z.string(), thread: z.number(), text: z.string(), turns, probe: z.optional(z.boolean()) }),
  ),
  rows: z.array(
    z.object({
      row: z.string(),
      hit: z.array(z.number()),
      reciprocalRank: z.array(z.number()),
      rank: z.array(z.nullable(z.number())),
      rightScore: z.array(z.nullable(z.number())),
      topScore: z.array(z.number()),
    }),
  ),
});

/** `messages.json`: the mixed messages and what each search made of them. */
const messages = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('threads-messages'),
  messages: z.array(
    z.object({
      id: z.string(),
      thread: z.number(),
      text: z.string(),
      subjects: z.array(z.object({ about: z.string(), ...span, turns })),
      parts: z.array(z.object(span)),
    }),
  ),
  searches: z.array(
    z.object({
      search: z.string(),
      covered: z.array(z.array(z.boolean())),
      starved: z.array(z.number()),
      attached: z.array(z.number()),
      tokens: z.array(z.number()),
    }),
  ),
});

const hits = { order: z.array(z.number()), scores: z.array(z.number()) };

/** `threads/<position>.json`: one thread with both indexes, and what its searches found. */
const thread = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('threads-thread'),
  thread: z.number(),
  turns: z.array(
    z.object({
      number: z.number(),
      time: z.nullable(z.union([z.string(), z.number()])),
      sources: z.array(
        z.object({
          kind: z.enum(['user', 'assistant', 'tool']),
          name: z.optional(z.string()),
          text: z.string(),
          argumentsEnd: z.optional(z.number()),
        }),
      ),
    }),
  ),
  chunks: z.array(
    z.object({ first: z.number(), last: z.number(), tokens: z.number(), hasVector: z.boolean() }),
  ),
  pieces: z.array(
    z.object({
      turn: z.number(),
      source: z.number(),
      ...span,
      label: z.string(),
      bytes: z.number(),
      tokens: z.number(),
    }),
  ),
  /** Positions of its facts among all. */
  facts: z.array(z.number()),
  rows: z.array(z.object({ row: z.string(), facts: z.array(z.object(hits)) })),
  /** Positions of its messages among all. */
  messages: z.array(z.number()),
  found: z.array(
    z.object({
      whole: z.object(hits),
      list: z.object({ ...hits, parts: z.array(z.number()) }),
      groups: z.array(z.object(hits)),
    }),
  ),
});

export type ThreadsSummary = z.infer<typeof summary>;
export type ThreadsRow = z.infer<typeof row>;
export type ThreadsFactFigures = z.infer<typeof factFigures>;
export type ThreadsSearchFigures = z.infer<typeof searchFigures>;
export type ThreadsSettings = z.infer<typeof settings>;
export type ThreadsProbe = z.infer<typeof probe>;
export type ThreadsSweepCell = z.infer<typeof sweepCell>;
export type ThreadsFacts = z.infer<typeof facts>;
export type ThreadsMessages = z.infer<typeof messages>;
export type ThreadsThread = z.infer<typeof thread>;

export const threadsSummaryFormat: FileFormat<ThreadsSummary> = {
  kind: 'threads',
  title: 'the summary of a threads experiment',
  version: 1,
  schema: summary,
};
export const threadsFactsFormat: FileFormat<ThreadsFacts> = {
  kind: 'threads-facts',
  title: 'facts of a threads experiment',
  version: 1,
  schema: facts,
};
export const threadsMessagesFormat: FileFormat<ThreadsMessages> = {
  kind: 'threads-messages',
  title: 'mixed messages of a threads experiment',
  version: 1,
  schema: messages,
};
export const threadsThreadFormat: FileFormat<ThreadsThread> = {
  kind: 'threads-thread',
  title: 'a thread with its pieces',
  version: 1,
  schema: thread,
};

/** Name of the file of a thread. */
export const threadFile = (position: number): string => `threads/${position}.json`;
