import { textAt } from '../../core/text/packedTexts';
import type { MethodInput, TextsPlan } from '../../worker/protocol';
import {
  compute,
  type ContextKind,
  type MethodFacts,
  type PackedVectors,
  type TextInput,
} from './liveCompute';
import {
  endpointOf,
  estimateCost,
  needsProbe,
  openEmbedder,
  type EmbedProgress,
  type ModelDescription,
  type ProviderChoice,
} from './liveProviders';
import { learn, runEmbedding, type EmbedTaskHooks } from './liveTasks';

/** Which model embeds. */
export interface EmbedWith {
  choice: ProviderChoice;
  /** The reader's key for the choice's endpoint. */
  key: string | null;
}

/** What the first mode embeds: the pieces and parts of pasted text. */
export interface MethodJob extends EmbedWith {
  text: TextInput;
  context: ContextKind;
}

/** Texts that are shown one by one, though they are tens of thousands. */
export interface TextList {
  length: number;
  at(index: number): string;
}

/** What a run would send, and what it would cost, before anything is sent. */
export interface SendPlan {
  /** Where it goes. */
  origin: string;
  model: string;
  dimensions: number | null;
  requests: number;
  inputs: number;
  /** Texts that are answered from what is kept. */
  cached: number;
  bytes: number;
  /** cl100k_base tokens. */
  tokens: number | null;
  price: { usd: number; usdPerMillionTokens: number; note: string } | null;
  /** Two more inputs that find out whether the endpoint reads a long text to its end. */
  probe: boolean;
  /** The texts that would be sent, as they would be sent but for windowing. */
  texts: TextList;
}

/** The plan of a run of the first mode over the network. Nothing is sent. */
export async function planMethod(
  { choice, key, text, context }: MethodJob,
  signal: AbortSignal,
): Promise<SendPlan> {
  const { origin } = networkOf(choice);
  const embedder = await openEmbedder(choice, key);
  const plan = await compute().run(
    'planMethod',
    { spec: embedder.spec, text, context, probe: needsProbe(choice) },
    { signal },
  );
  learn(embedder, plan);
  return sendPlan(plan, choice, origin);
}

/** The plan of embedding a list of texts over the network. Nothing is sent. */
export async function planTexts(
  { choice, key }: EmbedWith,
  texts: string[],
  signal: AbortSignal,
): Promise<SendPlan> {
  const { origin } = networkOf(choice);
  const embedder = await openEmbedder(choice, key);
  const plan = await compute().run(
    'planTexts',
    { spec: embedder.spec, texts, probe: needsProbe(choice), list: true },
    { signal },
  );
  learn(embedder, plan);
  return sendPlan(plan, choice, origin);
}

function networkOf(choice: ProviderChoice): { origin: string } {
  const endpoint = endpointOf(choice);
  if (!endpoint) throw new RangeError('the built-in model sends nothing, so there is nothing to plan');
  return endpoint;
}

function sendPlan(
  { model, listed, requests, inputs, cached, bytes, tokens, probe }: TextsPlan,
  choice: ProviderChoice,
  origin: string,
): SendPlan {
  return {
    origin,
    model: model.name,
    dimensions: model.dimensions,
    requests,
    inputs,
    cached,
    bytes,
    tokens,
    price: priceOf(choice, tokens),
    probe,
    texts: { length: listed?.ends.length ?? 0, at: (index) => textAt(listed!, index) },
  };
}

export function priceOf(choice: ProviderChoice, tokens: number | null): SendPlan['price'] {
  return choice.kind === 'openai' && tokens !== null ? estimateCost(choice.model, tokens) : null;
}

/** Embeds what a run of the first mode needs and is not yet kept; its scores stay in the worker. */
export async function runMethodTask(
  { choice, key, text, context }: MethodJob,
  hooks: EmbedTaskHooks,
): Promise<MethodFacts> {
  const embedder = await openEmbedder(choice, key);
  const input: Omit<MethodInput, 'spec'> = { text, context, probe: needsProbe(choice) };
  const facts = await runEmbedding('runMethod', embedder, input, hooks);
  learn(embedder, facts);
  return facts;
}

export interface EmbeddedTexts {
  model: ModelDescription;
  /** One row per text. */
  vectors: PackedVectors;
  /** Texts that were read in more than one window. */
  windowed: number;
}

/** Vectors of texts, none of them blank. Finished batches are kept as they come, so that a run that was cancelled or failed goes on where it stopped. */
export async function embedTexts(
  { choice, key }: EmbedWith,
  texts: string[],
  hooks: { signal: AbortSignal; onProgress: (progress: EmbedProgress) => void },
): Promise<EmbeddedTexts> {
  const embedder = await openEmbedder(choice, key);
  const embedded = await runEmbedding('embedTexts', embedder, { texts }, hooks);
  learn(embedder, embedded);
  return { model: embedded.model, vectors: embedded.vectors, windowed: embedded.sums.windowed };
}
