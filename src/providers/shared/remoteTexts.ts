import { planRequests } from '../../core/text/planRequests';
import { utf8Length } from '../../core/text/sizes';
import type { EmbeddingProvider, EmbedOptions } from '../provider';
import type { ModelDescription } from '../modelDescription';
import { throwIfAborted } from './abort';
import { askCache, distinctTexts, embedTexts, type EmbedHooks } from './embedTexts';
import { nextTask } from './nextTask';
import { ProviderError } from './providerError';
import { readAnswer } from './readAnswer';
import { readVectors } from './readVectors';
import { textWindows, type TextWindow, type TokenCounter } from './textWindows';
import { TooLarge } from './tooLarge';
import { createWindowAssembly } from './windowAssembly';

/** An endpoint as far as no key is needed: plain data, so that a worker can be told of it. What is learned of the endpoint is written into it. */
export interface RemoteEndpoint {
  origin: string;
  /** `dimensions` is filled in by the first answer where the endpoint decides. */
  model: ModelDescription;
  /** Length of vectors that is asked for, part of the cache key; null where the endpoint decides. */
  askedDimensions: number | null;
  /** Whether that length is named in requests. */
  sendDimensions: boolean;
  /** Whether longer vectors are cut to it here. */
  truncateHere: boolean;
  /** Limits of one request, lowered by refusals. */
  limits: { maxInputs: number; maxBytes: number };
}

/** Sends inputs in one request and gives the bytes of the answer. Throws `TooLarge` where smaller requests may pass. */
export type SendInputs = (inputs: string[], hooks: EmbedHooks) => Promise<Uint8Array[]>;

/** Texts that are counted before other work of the thread gets its turn. */
const countedAtOnce = 256;

/**
 * Everything about a remote model but its network: tokens and windows, requests planned
 * within limits, answers read and checked, refusals for size bisected. Runs wherever
 * `send` can be reached.
 */
export function remoteTexts(
  endpoint: RemoteEndpoint,
  send: SendInputs,
  loadTokenizer?: () => Promise<TokenCounter>,
): EmbeddingProvider {
  const { model, limits, askedDimensions, origin } = endpoint;

  let tokenizer: Promise<TokenCounter> | undefined;
  /** The windows of texts, each with what goes before it. */
  const windowsOf = async (
    texts: readonly string[],
    { signal, prefixOf = () => '' }: Pick<EmbedOptions, 'signal' | 'prefixOf'>,
  ): Promise<{ windows: TextWindow[][]; counted: boolean }> => {
    if (!loadTokenizer)
      return { windows: texts.map((text) => [{ text: prefixOf(text) + text, tokens: 1 }]), counted: false };
    tokenizer ??= loadTokenizer();
    const counter = await tokenizer;
    const windows: TextWindow[][] = [];
    for (const [at, text] of texts.entries()) {
      if (at % countedAtOnce === countedAtOnce - 1) await nextTask();
      throwIfAborted(signal);
      const prefix = prefixOf(text);
      const before = prefix === '' ? 0 : counter.encode(prefix).length;
      const limit = Math.max(1, (model.maxTokens ?? Infinity) - before);
      windows.push(
        textWindows(text, limit, counter).map((window) => ({
          text: prefix + window.text,
          tokens: before + window.tokens,
        })),
      );
    }
    return { windows, counted: true };
  };

  const request = async (inputs: string[], hooks: EmbedHooks): Promise<Float32Array[]> => {
    const answer = readAnswer(await send(inputs, hooks), origin);
    const vectors = readVectors(answer, {
      count: inputs.length,
      dimensions: model.dimensions,
      asked: endpoint.sendDimensions,
      truncate: endpoint.truncateHere,
    });
    model.dimensions ??= vectors[0]!.length;
    return vectors;
  };

  const embedDistinct = async (
    texts: string[],
    hooks: EmbedHooks,
    prefixOf?: EmbedOptions['prefixOf'],
  ): Promise<void> => {
    const { windows, counted } = await windowsOf(texts, { signal: hooks.signal, prefixOf });
    const assembly = createWindowAssembly(
      windows.map((list) => list.map(({ tokens }) => tokens)),
      counted,
    );
    const inputs = assembly.places.map(({ text, window }) => windows[text]![window]!.text);
    const plan = (places: number[]) =>
      planRequests(
        places.map((at) => inputs[at]!),
        limits,
      ).map((group) => group.map((at) => places[at]!));
    const before = { ...limits };
    let queue = plan(inputs.map((_, at) => at)).reverse();
    for (let group = queue.pop(); group; group = queue.pop()) {
      const batch = group.map((at) => inputs[at]!);
      try {
        const vectors = await request(batch, hooks);
        hooks.onInputs?.(batch.length);
        const finished = assembly.add(
          group.map((at) => assembly.places[at]!),
          vectors,
        );
        if (finished.length > 0) await hooks.onBatch(finished);
      } catch (thrown) {
        if (!(thrown instanceof TooLarge)) throw thrown;
        if (batch.length === 1) {
          // It was this text and not the number of them: nothing was learned.
          Object.assign(limits, before);
          throw tooLong(thrown.refusal, batch[0]!);
        }
        if (thrown.by === 'inputs') limits.maxInputs = Math.ceil(batch.length / 2);
        else limits.maxBytes = Math.ceil(utf8Bytes(batch) / 2);
        queue = plan([group, ...queue.reverse()].flat()).reverse();
      }
    }
  };

  return {
    model,
    embed: (texts, options = {}) =>
      embedTexts(model, askedDimensions, texts, options, (missing, hooks) =>
        embedDistinct(missing, hooks, options.prefixOf),
      ),
    plan: async (texts, options = {}) => {
      const { distinct } = distinctTexts(texts);
      const { known } = await askCache(model, askedDimensions, distinct, options);
      const missing = distinct.filter((_, at) => !known[at]);
      const { windows, counted } = await windowsOf(missing, options);
      const inputs = windows.flat();
      const sent = inputs.map(({ text }) => text);
      options.onInputs?.(sent);
      distinct.forEach((text, at) => known[at] && options.onKept?.(text, known[at]));
      return {
        texts: distinct.length,
        cached: distinct.length - missing.length,
        requests: planRequests(sent, limits).length,
        inputs: inputs.length,
        bytes: utf8Bytes(sent),
        tokens: counted ? inputs.reduce((sum, { tokens }) => sum + tokens, 0) : null,
      };
    },
  };
}

function utf8Bytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + utf8Length(text), 0);
}

function tooLong({ message, fields }: ProviderError, text: string): ProviderError {
  const opening = text.slice(0, 40).replace(/\s+/g, ' ');
  return new ProviderError(
    'too-large',
    `${message} It was a single text of ${utf8Bytes([text])} bytes, beginning "${opening}…": cut it into smaller chunks, or choose a model that reads longer texts.`,
    fields,
  );
}
