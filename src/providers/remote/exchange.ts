import type { EmbedHooks } from '../shared/embedTexts';
import { abortError, isAbortError, sleep, throwIfAborted } from '../shared/abort';
import type { ProviderError } from '../shared/providerError';
import { TooLarge } from '../shared/tooLarge';
import { noAnswerError, sortFailure, TimedOut, type Failure, type FailureContext } from './failures';

export interface RetryRules {
  /** Tries of one request, the first included. */
  tries: number;
  /** Wait before the first repetition, doubled each time, when the endpoint does not say how long. */
  baseMs: number;
  /** Longest wait of that kind. */
  maxMs: number;
  /** Longest wait that is honoured when the endpoint asks for it; over it the run ends and says when to resume. */
  patienceMs: number;
  /** Tries while the endpoint says that it is loading its model: minutes, and not seconds. */
  loadingTries: number;
}

export const usualRetries: RetryRules = {
  tries: 6,
  baseMs: 1000,
  maxMs: 30_000,
  patienceMs: 120_000,
  loadingTries: 20,
};

/** Tries of a request to an endpoint that has never answered: it is rather off than busy. */
const silentTries = 3;

export interface ExchangeContext extends FailureContext {
  baseUrl: string;
  retries: RetryRules;
  /** Origin of the page, `null` outside a browser. */
  pageOrigin: string | null;
  probeFetch: typeof fetch;
  /** Whether an earlier request of this provider was answered: then CORS is fine, and silence is a dropped connection. */
  answered: boolean;
  /** Names of the headers that a request carries beyond what every page may send. */
  headerNames: readonly string[];
}

type Answered = Exclude<Failure, { kind: 'no-answer' }>;

/**
 * The answer to one request of so many `inputs`, repeated while that can help.
 *
 * What time mends waits (as long as the endpoint says, else doubling with jitter) and is
 * told to `onWait` every second; a size refusal, and a time-out of several inputs, is
 * thrown as `TooLarge` at once; anything else is a `ProviderError`. An abort ends a wait or
 * a request in flight at once.
 */
export async function exchange<T>(
  send: (signal: AbortSignal) => Promise<T>,
  inputs: number,
  context: ExchangeContext,
  hooks: EmbedHooks,
): Promise<T> {
  const { retries } = context;
  for (let attempt = 1; ; attempt++) {
    throwIfAborted(hooks.signal);
    hooks.onRequest?.();
    let failure: Answered;
    try {
      const answer = await withTimeout(send, context, hooks.signal);
      context.answered = true;
      return answer;
    } catch (thrown) {
      if (hooks.signal?.aborted) throw abortError();
      const sorted = sortFailure(thrown, context);
      if (sorted.kind === 'no-answer')
        failure = await explainSilence(sorted.code, attempt, context, hooks.signal);
      else {
        failure = sorted;
        if (sorted.error.fields.status !== undefined) context.answered = true;
      }
    }
    if (failure.kind === 'smaller') throw new TooLarge(failure.error, failure.by);
    if (failure.kind === 'fatal') throw failure.error;
    // Half of it may be done in time.
    if (failure.error.kind === 'timeout' && inputs > 1) throw new TooLarge(failure.error, 'inputs');
    const waitMs =
      failure.waitMs ??
      Math.min(retries.maxMs, retries.baseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    if (attempt >= triesOf(failure, context) || waitMs > retries.patienceMs) throw failure.error;
    hooks.onRetry?.();
    await waitVisibly(waitMs, attempt + 1, failure.error, hooks);
  }
}

function triesOf(
  failure: Extract<Answered, { kind: 'later' }>,
  { retries, answered }: ExchangeContext,
): number {
  if (failure.loading) return retries.loadingTries;
  const { kind } = failure.error;
  // A text that timed out once more will hardly do better a third time.
  if (kind === 'timeout') return Math.min(2, retries.tries);
  return (kind === 'unreachable' || kind === 'cors') && !answered
    ? Math.min(silentTries, retries.tries)
    : retries.tries;
}

async function waitVisibly(
  waitMs: number,
  attempt: number,
  { message }: ProviderError,
  { onWait, signal }: EmbedHooks,
): Promise<void> {
  const until = performance.now() + waitMs;
  const waitUntil = Date.now() + waitMs;
  for (let left = waitMs; left > 0; left = until - performance.now()) {
    onWait?.({ waitingMs: left, waitUntil, attempt, message });
    await sleep(Math.min(left, 1000), signal);
  }
}

/** Runs `send` with a signal that fires on abort and on time-out, the answer's body included; no timer or listener stays. */
async function withTimeout<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { timeoutMs }: ExchangeContext,
  signal: AbortSignal | undefined,
): Promise<T> {
  const controller = new AbortController();
  let timedOut = false;
  const stop = () => controller.abort();
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await send(controller.signal);
  } catch (thrown) {
    if (timedOut && !signal?.aborted) throw new TimedOut();
    throw thrown;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Why there was no answer. In a browser all causes look alike, so a request without key or text asks whether the server is there at all. */
async function explainSilence(
  code: string | undefined,
  attempt: number,
  context: ExchangeContext,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const { origin, pageOrigin, retries, answered, headerNames } = context;
  if (answered || code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') {
    return { kind: 'later', error: noAnswerError(origin, null, false, code ?? 'ECONNRESET') };
  }
  if (!pageOrigin) {
    const error = noAnswerError(origin, null, false, code);
    // A name that nobody knows and a certificate that nobody trusts stay as they are.
    return /ENOTFOUND|CERT|TLS|SSL/.test(code ?? '') ? { kind: 'fatal', error } : { kind: 'later', error };
  }
  const reachable = await probe(context, signal);
  const error = noAnswerError(origin, pageOrigin, reachable, code, headerNames);
  // One dropped connection looks like CORS too: a quick repetition tells them apart.
  return { kind: 'later', error, ...(attempt === 1 && { waitMs: Math.min(200, retries.baseMs) }) };
}

async function probe(
  { baseUrl, probeFetch }: ExchangeContext,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, 5000);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await probeFetch(`${baseUrl}/models`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    });
    return true;
  } catch (error) {
    if (signal?.aborted && isAbortError(error)) throw abortError();
    return false;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
