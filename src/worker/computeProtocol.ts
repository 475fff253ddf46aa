import type { RunFile } from './runFile';
import type { StoredReadingId } from '../datasets/stored/readings';
import type { BlendBlock } from '../experiments/blend/measure/methods';
import type { GlobalHit } from '../core/retrieval/groups';
import type { Hit } from '../core/retrieval/topK';
import type { PackedTexts } from '../core/text/packedTexts';
import type { TextSpan } from '../core/text/promptChunks';
import type { ArtifactProblem } from '../artifact/errors';
import type { Finding } from '../artifact/indexFile';
import type { AskTasks } from './askProtocol';
import type { BenchmarkTasks } from './benchmarkProtocol';
import type { ThreadsTasks } from './threadsProtocol';
import type {
  EmbedInput,
  EmbeddingTasks,
  LearnedEmbedder,
  RunEvent,
  TextsPlan,
  TokenSums,
} from './embedProtocol';

/** How a text is read: by its looks, or as the reader says. */
export type StoredFormat = StoredReadingId | 'auto';

export interface TextInput {
  format: StoredFormat;
  stored: string;
  message: string;
  /** Budget of a piece together with its label. */
  maxBytes: number;
  /** IANA name; labels tell times in it. */
  timeZone: string;
}

/** The pieces of a text; each column has one entry a piece. */
export interface PreparedPieces {
  /** What is embedded, label and all. */
  texts: PackedTexts;
  /** Length of the label in front, in UTF-16 code units; −1 where nobody spoke. */
  labels: Int32Array;
  /** Index of the context: a turn of a thread, a section, a block or a line. */
  contexts: Int32Array;
  bytes: Uint32Array;
}

/** Pasted text, cut and labelled, before anything is embedded. */
export interface PreparedText {
  /** How the stored text was read. */
  reading: StoredReadingId;
  /** Of each context: "Turn 4", "Section 2 · Refunds", "Entry 3". */
  contexts: PackedTexts;
  pieces: PreparedPieces;
  parts: TextSpan[];
  messageBytes: number;
  /** Of what is embedded as the whole message: its end, when it is long. */
  messageContextBytes: number;
  storedBytes: number;
  /** Distinct texts that a run embeds, by what stands for the context of a piece. */
  distinct: Record<ContextKind, number>;
  /** What was left out or read with doubt, in words. */
  notices: string[];
}

/** What a piece is blended with: the mean of the pieces of its context, or the embedding of that context's own text. */
export type ContextKind = 'mean' | 'text';

/** Pasted text that could be cut, or why not: error classes do not cross between threads. */
export type PreparedAnswer =
  | { kind: 'prepared'; text: PreparedText }
  | { kind: 'refused'; reading: StoredReadingId; problem: ArtifactProblem };

/** What the first mode embeds: the text that was pasted and the message, cut as `prepareText` cuts them. */
export interface MethodInput extends EmbedInput {
  text: TextInput;
  context: ContextKind;
}

/** What a run of the first mode made. Vectors and scores stay in the worker, under the run's number. */
export interface MethodFacts extends LearnedEmbedder {
  run: number;
  parts: number;
  pieces: number;
  /** Of all texts that were embedded. */
  sums: TokenSums;
  /** Windows that each piece was read in. */
  windows: Uint16Array;
  /** Whether the contexts' own texts were embedded too. */
  hasTexts: boolean;
  /** Contexts whose pieces cancel each other out, so that they stand alone. */
  zeroContexts: { mean: number; text: number | null };
  readToEnd: boolean | null;
}

export interface SearchSettings {
  weight: number;
  limit: number;
  threshold: number;
}

/** One place of a part's group. */
export interface GroupPlace extends Hit {
  /** Rank that the piece would have for this part without any context, from 1. */
  rankAlone: number;
}

export interface PartGroup {
  places: GroupPlace[];
  /** The best piece, also where it stays under the threshold; null without pieces. */
  best: Hit | null;
}

/** What a message finds: a group per part, and the two wrong ways beside it. */
export interface MethodResults {
  groups: PartGroup[];
  /** One vector for the whole message, with as many places as all groups together. */
  whole: Hit[];
  /** All parts in one list of as many places. */
  global: GlobalHit[];
  /** Parts with a group of which nothing is in the list of the whole message. */
  unreached: number[];
  /** Parts with a group but no place in the one list. */
  starved: number[];
}

export interface ScoreTerm {
  name: string;
  /** What of the two sides it multiplies. */
  weight: number;
  dot: number;
  /** Weight times dot product, over both norms: its share of the score. */
  share: number;
}

export interface ScoreAnatomy {
  score: number;
  terms: ScoreTerm[];
  queryNorm: number;
  storedNorm: number;
  /** The place that the piece has for the part, from 1. */
  rank: number;
  /** The piece that leads for this part, where that is another one. */
  leader: Hit | null;
  /** The nearest weight at which the piece draws level with the leader; null where none does, or where it leads. */
  levelAt: number | null;
  /** Whether the context of the piece has no direction, so that the piece stands alone. */
  alone: boolean;
}

/** A part and a piece, both from 0. */
export interface RankedPair {
  part: number;
  piece: number;
}

/** A run ranked at some settings, with the anatomy of the pair that was asked about. */
export interface Ranking {
  settings: SearchSettings;
  /** What stood for the contexts: the means where their own texts are not embedded. */
  context: ContextKind;
  results: MethodResults;
  pair: RankedPair | null;
  anatomy: ScoreAnatomy | null;
}

/** The texts of the controlled experiment. */
export interface BlendTexts extends EmbedInput {
  /** The distinct texts of both fixtures files. */
  texts: string[];
  /** Of these, what is searched for: whole queries, clean and noisy. */
  queries?: string[];
}

export interface BlendRunInput extends BlendTexts {
  /** The published fixtures files, byte for byte. */
  fixtures: Record<BlendBlock, Uint8Array>;
  /** Hash of each fixtures file's content, used where the browser cannot compute one. */
  knownHashes: Record<BlendBlock, string>;
}

export interface BlendRunResult extends LearnedEmbedder {
  files: RunFile[];
  title: string;
  question: string;
  headline: string;
  finding: Finding;
  data: string;
  clusters: number;
  draws: number;
  /** Texts that were read in more than one window. */
  windowed: number;
}

/** What the computing worker can be asked. */
export type ComputeTasks = EmbeddingTasks &
  BenchmarkTasks &
  AskTasks &
  ThreadsTasks & {
    prepareText: { input: TextInput; event: never; result: PreparedAnswer };
    /** What a run of the first mode would embed. */
    planMethod: { input: MethodInput; event: never; result: TextsPlan };
    /** Embeds what is not yet kept and makes the scores that every ranking follows from. */
    runMethod: { input: MethodInput; event: RunEvent; result: MethodFacts };
    /** A run ranked anew; nothing is embedded. null when a newer one has taken its place. */
    rankMethod: {
      input: { run: number; context: ContextKind; settings: SearchSettings; pair: RankedPair | null };
      event: never;
      result: Ranking | null;
    };
    planBlend: { input: BlendTexts; event: never; result: TextsPlan };
    /** Embeds the texts of the controlled experiment, and makes its files. */
    runBlend: { input: BlendRunInput; event: RunEvent; result: BlendRunResult };
  };
