import type { PackedTexts } from '../core/text/packedTexts';
import type { EmbedProgress, ModelDescription, RequestPlan } from '../providers/provider';
import type { FinishedText } from '../providers/shared/embedTexts';
import type { RemoteEndpoint } from '../providers/shared/remoteTexts';
import type { PackedVectors } from './computeProtocol';
import type { SentError } from './taskChannel';

/** An embedding model as the worker knows it: nothing of a key. */
export type EmbedderSpec = { kind: 'local' } | { kind: 'remote'; endpoint: RemoteEndpoint };

/**
 * What a task that embeds asks of its asker on the way: network, key and the built-in
 * model are not in this worker. Each call is answered through the task `answer`.
 */
export type EmbedEvent =
  | { kind: 'progress'; progress: EmbedProgress }
  | { kind: 'step'; step: string }
  /** Send these inputs in one request. */
  | { kind: 'send'; call: number; inputs: string[] }
  /** Let the built-in model read these distinct texts. */
  | { kind: 'read'; call: number; texts: string[] };

export type EmbedAnswer = { call: number } & (
  | { kind: 'body'; parts: Uint8Array[] }
  | { kind: 'too-large'; by: 'inputs' | 'bytes'; error: SentError }
  | { kind: 'failed'; error: SentError }
  /** Texts of a `read` that are done; `index` counts among its texts. */
  | { kind: 'finished'; finished: FinishedText[] }
  /** All of a `read` is done. */
  | { kind: 'done'; inputs: number }
);

/** What is known of the embedder after a task: what its endpoint taught. */
export interface LearnedEmbedder {
  spec: EmbedderSpec;
  model: ModelDescription;
}

/** What embedding texts would take, but for what only the asker knows: prices and where it goes. */
export interface TextsPlan extends Omit<RequestPlan, 'texts'>, LearnedEmbedder {
  /** Two more inputs that find out whether the endpoint reads a long text to its end. */
  probe: boolean;
  /** The distinct texts that are not blank; only where they were asked for. */
  listed: PackedTexts | null;
  /** The longest of them. */
  longest: string;
}

/** Tokens and windows of a set of texts, for `n of m tokens embedded`. */
export interface TokenSums {
  /** null when some could not be counted. */
  tokens: number | null;
  texts: number;
  /** Texts that took more than one window. */
  windowed: number;
  windows: number;
}

export interface EmbeddedList extends LearnedEmbedder {
  /** One row per text, none of which was blank. */
  vectors: PackedVectors;
  sums: TokenSums;
  /** Of the distinct texts, those that were kept from before; inputs that the model was given. */
  cached: number;
  inputs: number;
}

export interface KeptSize {
  entries: number;
  bytes: number;
  /** Why vectors are not kept between visits; null while they are. */
  refused: string | null;
}

/** Embedding, as far as it needs neither the network nor a key. */
export type EmbeddingTasks = {
  /** The answer to a call of a running task. */
  answer: { input: EmbedAnswer; event: never; result: void };
  /** `probe`: whether the endpoint's limit is unknown. */
  planTexts: {
    input: { spec: EmbedderSpec; texts: string[]; probe: boolean; list: boolean };
    event: never;
    result: TextsPlan;
  };
  embedTexts: { input: { spec: EmbedderSpec; texts: string[] }; event: EmbedEvent; result: EmbeddedList };
  /** Whether the endpoint reads a text to its end; sends two inputs, which no cache answers. */
  readsToTheEnd: { input: { spec: EmbedderSpec; text: string }; event: EmbedEvent; result: boolean };
  /** For each text 1 where the built-in model need not read it again. */
  keptTexts: { input: { texts: string[] }; event: never; result: Uint8Array };
  keptSize: { input: null; event: never; result: KeptSize };
  clearKept: { input: null; event: never; result: void };
};
