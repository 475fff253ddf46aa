import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { ProviderError } from '../shared/providerError';
import { redact } from './endpoint';

/** What to do about a failed request. */
export type Failure =
  | { kind: 'fatal'; error: ProviderError }
  /** Repeat later; `waitMs` when the endpoint said how long. */
  | { kind: 'later'; error: ProviderError; waitMs?: number }
  /** Repeat in smaller requests; never as it was. `by` is what was too large. */
  | { kind: 'smaller'; error: ProviderError; by: 'inputs' | 'bytes' }
  /** No answer that the program may read: CORS, DNS, refused, TLS or a dropped connection. */
  | { kind: 'no-answer'; code?: string };

export interface FailureContext {
  origin: string;
  key: string | null;
  timeoutMs: number;
}

/** The request was stopped because its time was over. */
export class TimedOut extends Error {}

const sizeWords =
  /too (?:large|long|many|big)|exceed|maximum|at most|batch size|array (?:too )?l(?:ong|ength)|context length|input length|max_(?:batch|input|tokens|client)|larger than|longer than|no more than|limit/i;
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** Sorts what the `openai` package threw. Messages keep the server's own words, without the key. */
export function sortFailure(thrown: unknown, context: FailureContext): Failure {
  const { origin, key, timeoutMs } = context;
  if (thrown instanceof ProviderError) return { kind: 'fatal', error: thrown };
  if (thrown instanceof TimedOut || thrown instanceof APIConnectionTimeoutError) {
    return {
      kind: 'later',
      error: new ProviderError(
        'timeout',
        `${origin} did not answer within ${timeoutMs / 1000} s. It may be overloaded or still loading the model: try again, or send smaller requests.`,
        { subject: origin },
      ),
    };
  }
  if (thrown instanceof APIConnectionError) {
    // The package wraps whatever its fetch threw; our own refusals pass through.
    for (
      let cause: unknown = thrown.cause, depth = 0;
      cause instanceof Error && depth < 5;
      cause = cause.cause, depth++
    ) {
      if (cause instanceof ProviderError) return { kind: 'fatal', error: cause };
      if ('code' in cause && typeof cause.code === 'string') return { kind: 'no-answer', code: cause.code };
    }
    return { kind: 'no-answer' };
  }
  if (!(thrown instanceof APIError) || typeof thrown.status !== 'number') {
    const error = new ProviderError(
      'bad-response',
      `${origin} answered with something that is not JSON. Check that the base URL leads to an OpenAI-compatible API (it usually ends in /v1).`,
      { subject: origin },
    );
    return { kind: 'fatal', error };
  }
  const { status } = thrown;
  const said = redact(thrown.message.replace(/^\d{3} /, ''), key);
  const words = said ? ` It said: "${said}"` : '';
  const fail = (
    kind: ConstructorParameters<typeof ProviderError>[0],
    advice: string,
    retryAfterMs?: number,
  ) => new ProviderError(kind, `${origin} ${advice}${words}`, { status, subject: origin, retryAfterMs });

  const tooLarge = () => fail('too-large', 'refuses a request of this size.');
  if (status === 413) return { kind: 'smaller', by: 'bytes', error: tooLarge() };
  const words4xx = `${thrown.code ?? ''} ${thrown.message}`;
  const aboutSize =
    status === 429
      ? /request too large/i.test(words4xx)
      : (status === 400 || status === 422) && sizeWords.test(words4xx) && !/dimension/i.test(words4xx);
  if (aboutSize) {
    return { kind: 'smaller', by: 'inputs', error: tooLarge() };
  }
  if (quotaCodes.has(String(thrown.code)) || quotaCodes.has(String(thrown.type))) {
    return {
      kind: 'fatal',
      error: fail(
        'quota',
        'says that this account has no credit left, so repeating would not help. Add credit or use another key; what is done so far is kept.',
      ),
    };
  }
  const waitMs = retryAfter(thrown.headers);
  if (status === 429)
    return {
      kind: 'later',
      waitMs,
      error: fail(
        'rate-limited',
        'limits how fast requests may come, and stayed at its limit. Wait a little and resume; what is done so far is kept.',
        waitMs,
      ),
    };
  if (status === 408 || status >= 500)
    return {
      kind: 'later',
      waitMs,
      error: fail(
        'server',
        `failed on its side (status ${status}). Try again later; what is done so far is kept.`,
        waitMs,
      ),
    };
  if (status === 401)
    return {
      kind: 'fatal',
      error: fail(
        'unauthorized',
        key
          ? 'does not accept this key. Check that it was copied whole and belongs to this endpoint.'
          : 'wants a key. Type one in the key field.',
      ),
    };
  if (status === 403)
    return {
      kind: 'fatal',
      error: fail(
        'forbidden',
        'knows the key but does not allow this: the key, project or region may lack the right to use this model.',
      ),
    };
  if (status === 404)
    return {
      kind: 'fatal',
      error: fail(
        'not-found',
        'has no such address or model. Check the base URL (it usually ends in /v1) and the name of the model.',
      ),
    };
  return { kind: 'fatal', error: fail('refused', `refuses the request (status ${status}).`) };
}

/** Milliseconds that the endpoint asks to wait, from `retry-after-ms` or `retry-after` (seconds or a date), where readable. */
export function retryAfter(headers: Headers | undefined, now = Date.now()): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return 1000 * Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The error for a request without an answer, once a probe has told what can be told. */
export function noAnswerError(
  origin: string,
  pageOrigin: string | null,
  reachable: boolean,
  code: string | undefined,
): ProviderError {
  if (reachable && pageOrigin) {
    return new ProviderError(
      'cors',
      `${origin} is there, but does not let this page read its answers (CORS). On that server, allow the origin ${pageOrigin}, the method POST and the headers "authorization, content-type": for Ollama set OLLAMA_ORIGINS=${pageOrigin}, for LM Studio switch on CORS, for vLLM --allowed-origins and --allowed-headers, behind a proxy Access-Control-Allow-Origin, -Methods and -Headers, also on error answers.`,
      { subject: origin },
    );
  }
  const reason = {
    ECONNREFUSED: 'nothing listens there: start the server or check the port',
    ENOTFOUND: 'its name is unknown: check the spelling',
    EAI_AGAIN: 'its name could not be looked up: check the network',
    ECONNRESET: 'it dropped the connection',
    UND_ERR_SOCKET: 'it dropped the connection',
  }[code ?? ''];
  const guess =
    reason ??
    (code && /CERT|TLS|SSL/.test(code)
      ? 'its certificate is not trusted'
      : 'the server may be off, the name misspelt, the certificate not trusted, or a firewall or content blocker in between');
  return new ProviderError('unreachable', `${origin} cannot be reached: ${guess}.`, {
    subject: origin,
    found: code,
  });
}
