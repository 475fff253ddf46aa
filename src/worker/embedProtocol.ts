import type { BenchmarkWork, WorkStep } from '../datasets/corpus';
import type { PackedTexts } from '../core/text/packedTexts';
import type { EmbedProgress, RequestPlan } from '../providers/provider';
import type { ModelDescription } from '../providers/modelDescription';
import type { RemoteEndpoint } from '../providers/shared/remoteTexts';
import type { SentError } from './taskChannel';

/** An embedding model as the worker knows it: nothing of a key. */
export type EmbedderSpec = { kind: 'local' } | { kind: 'remote'; endpoint: RemoteEndpoint };

/** What runs do, of any mode. */
export type RunWork =
  | BenchmarkWork
  | 'looking for vectors that are kept'
  | 'cutting by sentences'
  | 'comparing parts with pieces'
  | 'ranking under every method'
  | 'drawing families'
  | 'writing files';

/** A piece of a run's work and how much of it is done. */
export interface StepEvent {
  kind: 'step';
  step: WorkStep<RunWork>;
  done: number;
  total: number;
}

/** How far the texts of a run have their vectors. */
export interface EmbedSetsProgress extends EmbedProgress {
  /** UTF-8 bytes of the texts that are done, of all, and of those that were kept. */
  doneBytes: number;
  totalBytes: number;
  cachedBytes: number;
  /** Time since the first text that was not kept. */
  embeddingMs: number;
}

/** How far a run is. `sentences`: those that the semantic strategy compares; it cuts by them before the rest is embedded. */
export type RunProgress = StepEvent | ({ kind: 'embed'; stage: 'sentences' | 'all' } & EmbedSetsProgress);

/**
 * What a run tells, and asks of its asker on the way: network, key and the loading of the
 * built-in model are not in this worker. Each call is answered through the task `answer`.
 */
export type RunEvent =
  | RunProgress
  /** What the reader should know, in words; the run goes on. */
  | { kind: 'notice'; text: string }
  /** Send these inputs in one request. */
  | { kind: 'send'; call: number; inputs: string[] }
  /** Have the built-in model loaded, and the way to it open. */
  | { kind: 'load'; call: number };

export type EmbedAnswer = { call: number } & (
  | { kind: 'body'; parts: Uint8Array[] }
  | { kind: 'loaded' }
  | { kind: 'too-large'; by: 'inputs' | 'bytes'; error: SentError }
  | { kind: 'failed'; error: SentError }
);

/** What every plan and every run that embeds is given. */
export interface EmbedInput {
  spec: EmbedderSpec;
  /** Whether the endpoint's limit is unknown, so that a run looks whether the longest text is read to its end; two inputs are sent for it, which no cache answers. */
  probe: boolean;
  /** The plan that the reader confirmed, by its ticket. null sends nothing over the network. */
  ticket?: number | null;
}

/** What is known of the embedder after a task: what its endpoint taught. */
export interface LearnedEmbedder {
  spec: EmbedderSpec;
  model: ModelDescription;
}

/** What embedding texts would take, but for what only the asker knows: prices and where it goes. */
export interface TextsPlan extends Omit<RequestPlan, 'texts'>, LearnedEmbedder {
  /** Two more inputs that find out whether the endpoint reads a long text to its end. */
  probe: boolean;
  /** One kept text more, embedded again to see whether the model is still the one that it was. */
  check: boolean;
  /** Whether the figures are bounds: what is cut by vectors is not known before they are there. */
  atMost: boolean;
  /** By which a run is told that this plan was confirmed; null where nothing would leave this machine. */
  ticket: number | null;
  /** The first of the distinct texts that are not blank. */
  listed: PackedTexts;
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
  /** The way to the worker with the built-in model. */
  connect: { input: { port: MessagePort }; event: never; result: void };
  /** The worker with the built-in model has died. */
  modelStopped: { input: null; event: never; result: void };
  keptSize: { input: null; event: never; result: KeptSize };
  clearKept: { input: null; event: never; result: void };
};
