import type { BlendBlock, BlendTable, TextSpan } from '../core';
import type { BlendModel } from '../core/experiments/contextualBlend/files';
import type { ArtifactProblem } from '../schema/errors';

/** What is searched: plain text, or an export of chat messages. */
export type StoredFormat = 'plain' | 'threads';

export interface TextInput {
  format: StoredFormat;
  stored: string;
  message: string;
  /** Budget of a piece together with its label. */
  maxBytes: number;
  /** IANA name; labels tell times in it. */
  timeZone: string;
}

/** What pieces stand in: a turn of a thread, or a section of a plain text. */
export interface PreparedContext {
  /** "Turn 4", "Section 2 · Refunds". */
  name: string;
  /** Its own text, what "the embedding of the turn's own text" embeds. */
  text: string;
  bytes: number;
}

export interface PreparedPiece {
  /** What is embedded, label and all. */
  text: string;
  /** In front of the text; null for plain text, where nobody spoke. */
  label: string | null;
  /** Index of its context. */
  context: number;
  bytes: number;
}

/** Pasted text, cut and labelled, before anything is embedded. */
export interface PreparedText {
  contexts: PreparedContext[];
  pieces: PreparedPiece[];
  parts: TextSpan[];
  /** The message as it is embedded as a whole: its end, when it is long. */
  messageContext: string;
  messageBytes: number;
  messageContextBytes: number;
  storedBytes: number;
  /** What was left out or read with doubt, in words. */
  notices: string[];
}

/** Pasted text that could be cut, or why not: error classes do not cross between threads. */
export type PreparedAnswer = { kind: 'prepared'; text: PreparedText } | { kind: 'refused'; problem: ArtifactProblem };

/** Vectors one after the other. */
export interface PackedVectors {
  dimensions: number;
  values: Float32Array;
}

export interface TableInput {
  pieces: PackedVectors;
  /** The parts of the message, and the message itself as the last row. */
  asked: PackedVectors;
  contextOf: Int32Array;
  contexts: number;
  /** Vectors of the contexts' own texts; null for the mean of their pieces. */
  contextTexts: PackedVectors | null;
}

export interface BlendRunInput {
  /** The published fixtures files, byte for byte. */
  fixtures: Record<BlendBlock, Uint8Array>;
  /** The distinct texts of both, and their vectors in that order. */
  texts: string[];
  vectors: PackedVectors;
  model: BlendModel;
  /** Hash of each fixtures file's content, used where the browser cannot compute one. */
  knownHashes: Record<BlendBlock, string>;
}

export interface RunFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** `null` where the browser cannot compute one. */
  sha256: string | null;
}

export interface BlendRunResult {
  files: RunFile[];
  title: string;
  question: string;
  headline: string;
  data: string;
  clusters: number;
  draws: number;
}

/** What the computing worker can be asked. */
export type ComputeTasks = {
  prepareText: { input: TextInput; event: never; result: PreparedAnswer };
  /** Where the cl100k_base tokens of each text end, in UTF-16 code units. */
  tokenEnds: { input: { texts: string[] }; event: never; result: Uint32Array[] };
  /** The dot products that every ranking at every focus weight follows from. */
  blendTable: { input: TableInput; event: never; result: BlendTable };
  /** The files of the controlled experiment from the vectors of its texts. */
  blendRun: { input: BlendRunInput; event: { step: string }; result: BlendRunResult };
};
