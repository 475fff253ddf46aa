import { APIConnectionError, APIConnectionTimeoutError } from 'openai';
import { ProviderError, type ProviderErrorKind } from '../shared/providerError';
import { redact } from './maskKey';
import { readServerWords, type ServerWords } from './serverWords';

/** What to do about a failed request. */
export type Failure =
  | { kind: 'fatal'; error: ProviderError }
  /** Repeat later; `waitMs` when the endpoint said how long. `loading`: its model is on the way, which takes minutes. */
  | { kind: 'later'; error: ProviderError; waitMs?: number; loading?: boolean }
  /** Repeat in smaller requests; never as it was. `by` is what was too large. */
  | { kind: 'smaller'; error: ProviderError; by: 'inputs' | 'bytes' }
  /** No answer that the program may read: CORS, DNS, refused, TLS or a dropped connection. */
  | { kind: 'no-answer'; code?: string };

export interface FailureContext {
  origin: string;
  /** Name of the model that is asked. */
  model: string;
  /** The key and whatever else is never shown. */
  secrets: readonly string[];
  timeoutMs: number;
}

/** The request was stopped because its time was over. */
export class TimedOut extends Error {}

/** The connection ended in the middle of an answer. */
export class CutOff extends Error {}

/** An answer without vectors: a status that says so, or words where vectors belong. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly body: string,
  ) {
    // The package reads the message of what its fetch throws: the server's words must not be in it.
    super('refused');
  }
}

/** Codes that speak of an account and of nothing else. */
const accountCodes =
  /insufficient[_-]?(?:quota|credits?|funds|balance)|billing|payment[_-]?required|out[_-]?of[_-]?credits?|(?:spend|budget|credit)[_-]?(?:limit|exceeded)|account[_-]?(?:deactivated|suspended)|PerDay|PerMonth/i;
/** Sentences that speak of money, of a limit that hours do not lift, or of a limit of the key. */
const accountWords =
  /\bbilling\b|\bquota\b|\bbudget\b|\bspend(?:ing)?\b|\bprepa(?:id|yment)\b|\bpayment\b|\bsubscription\b|\boverdue\b|\btop[ -]?up\b|\b(?:insufficient|not enough|no|out of|more|remaining|add|buy) (?:\w+ )?(?:credits?|funds|balance)\b|\bcredits? (?:balance|limit|left|remaining|exhausted|are|is|has|have)\b|\bkey(?:'s)? (?:\w+ )?limit|\blimit (?:of|for|on) (?:this|your|the) (?:api )?key|\b(?:daily|weekly|monthly|per[ -](?:day|month))\b.{0,40}\b(?:limit|quota|cap|allowance|usage)|\b(?:limit|cap|allowance|usage)\b.{0,40}\b(?:daily|weekly|monthly|(?:per|this|a)[ -](?:day|month))\b|\baccount\b.{0,40}\b(?:limit|suspended|deactivated|disabled|inactive|arrears)/i;
/** A limit that minutes lift. */
const rateWords =
  /\bper[ _-]?(?:second|sec|minute|min|hour)\b|_per_(?:second|minute|hour)|Per(?:Second|Minute|Hour)|\b[RT]PM\b|\brate[ _-]?limit|\btoo many requests\b|\boverloaded\b|\bat capacity\b/i;
const longLimit =
  /\b(?:daily|weekly|monthly)\b|\b(?:per|a|this|each)[ -](?:day|week|month)\b|PerDay|PerMonth/i;
const keyWords =
  /\b(?:api[ _-]?key|access token|bearer token|auth(?:entication|orization)? token|credentials?)\b.{0,40}\b(?:not valid|invalid|incorrect|wrong|expired|missing|required|not found|revoked|disabled|unknown|blocked|leaked)|\b(?:invalid|incorrect|wrong|missing|expired|unknown|no|without|provide an?|bad) (?:\w+ )?(?:api[ _-]?key|access token|bearer token|credentials?|authentication|authorization)|\bunauthori[sz]ed\b|\bunauthenticated\b|\bauthentication (?:failed|error|required)|API_KEY_INVALID|invalid_api_key|invalid_authentication/i;
const loadingWords =
  /\b(?:loading|warming|starting|initiali[sz]ing|spinning)\b(?: up)?.{0,30}\bmodel|\bmodel\b.{0,80}\b(?:loading|warming|starting up|initiali[sz]ing|being loaded|not ready|is not yet)\b/i;
const modelWords =
  /\b(?:models?|deployments?)\b.{0,120}\b(?:not (?:be )?found|not exist|n't exist|not (?:currently )?loaded|unloaded|not available|unavailable|not supported|not a valid|not embedding|not support embeddings?|unknown|deprecated|retired|decommissioned|no longer)\b|\b(?:no|unknown|invalid|unsupported|missing)\s+(?:embedding )?(?:model|deployment)s?\b|\b(?:failed|unable|cannot|could not|couldn't) to load\b.{0,30}\bmodel|\bnot a valid model\b|\btry pulling it\b|\bno endpoints? (?:found|available) (?:for|that)|model_?not_?found|invalid_model|DeploymentNotFound|\bmodel .{0,80}is not (?:an? )?embedding/i;
const sizeWords =
  /too (?:large|long|many|big)|request entity|exceed|maximum|\bat most\b|batch size|array (?:too )?l(?:ong|ength)|context (?:length|size|window)|input length|max[_ ](?:batch|input|tokens?|client|number|num)|(?:larger|longer|greater|more) than|fewer than|less than|shorten|reduce|split|truncat|\blimit|string_above_max_length|context_length_exceeded/i;
/** What a size is of; without it "limit" could be anything. */
const sizedThings =
  /\btokens?\b|\binputs?\b|\bbatch|\bcontext\b|\bsize\b|\blength\b|\bbytes\b|\bcharacters?\b|\barray\b|\brequests? (?:in|too)|\bpayload\b|\bbody\b|\btexts?\b|\bprompt\b|\bsequence\b|\bKV\b|\bmessage\b|\bitems\b|\bsplit\b|\bentity\b/i;
/** Sizes of the answer, of which fewer texts do not help. */
const otherSizes = /\bdimension/i;

type Sorted =
  'account' | 'key' | 'forbidden' | 'loading' | 'model' | 'too-large' | 'rate' | 'server' | 'refused';

/**
 * What a refusal means, by its status and its words, asked in this order: key and account,
 * which no repetition mends; the model; size, which smaller requests mend; what time
 * mends; and the rest.
 */
function meaningOf(status: number, { codes, text }: Pick<ServerWords, 'codes' | 'text'>): Sorted {
  const words = `${codes} ${text}`;
  const limited = status === 429 || (status === 503 && rateWords.test(words));
  if (status === 402 || accountCodes.test(codes)) return 'account';
  if (limited) {
    if (longLimit.test(words)) return 'account';
    if (/request (?:is )?too large/i.test(words)) return 'too-large';
    if (status === 429 && accountWords.test(words) && !rateWords.test(words)) return 'account';
    return 'rate';
  }
  if (status === 401) return 'key';
  if (accountWords.test(words)) return 'account';
  if (status === 403) return 'forbidden';
  if (keyWords.test(words)) return 'key';
  if (loadingWords.test(words)) return 'loading';
  if (status === 404 || modelWords.test(words)) return 'model';
  if (status === 413) return 'too-large';
  if (
    (status === 400 || status === 422 || status === 500 || status < 300) &&
    sizeWords.test(words) &&
    sizedThings.test(words) &&
    !otherSizes.test(words)
  )
    return 'too-large';
  if (rateWords.test(words)) return 'rate';
  if (status === 408 || status === 425 || (status >= 500 && status !== 501 && status !== 505))
    return 'server';
  return 'refused';
}

/** Sorts what a request threw. Messages keep the server's own words, without the key. */
export function sortFailure(thrown: unknown, context: FailureContext): Failure {
  const { origin, timeoutMs } = context;
  if (thrown instanceof TimedOut) {
    return {
      kind: 'later',
      error: new ProviderError(
        'timeout',
        `${origin} did not answer within ${timeoutMs / 1000} s. It may be overloaded or still loading the model. A longer time-out, or fewer texts in one request, may help.`,
        { subject: origin },
      ),
    };
  }
  // The package wraps whatever its fetch threw; refusals, ours and the server's, pass through.
  for (
    let cause: unknown = thrown, depth = 0;
    cause instanceof Error && depth < 6;
    cause = cause.cause, depth++
  ) {
    if (cause instanceof ProviderError) return { kind: 'fatal', error: cause };
    if (cause instanceof Refusal) return sortRefusal(cause, context);
    if (cause instanceof CutOff) return { kind: 'no-answer', code: 'ECONNRESET' };
    if ('code' in cause && typeof cause.code === 'string') return { kind: 'no-answer', code: cause.code };
  }
  if (thrown instanceof APIConnectionTimeoutError || thrown instanceof APIConnectionError)
    return { kind: 'no-answer' };
  return {
    kind: 'fatal',
    error: new ProviderError(
      'bad-response',
      `${origin} answered in a way that could not be read.${baseUrlHint}`,
      {
        subject: origin,
      },
    ),
  };
}

const baseUrlHint = ' Check that the base URL leads to an OpenAI-compatible API (it usually ends in /v1).';
const kept = 'What is done so far is kept.';

function sortRefusal({ status, headers, body }: Refusal, context: FailureContext): Failure {
  const { origin, secrets, model } = context;
  const said = readServerWords(body);
  const words = redact(said.text, secrets);
  const asked = retryAfter(headers) ?? said.waitMs ?? undefined;
  const fail = (kind: ProviderErrorKind, advice: string) =>
    new ProviderError(
      kind,
      `${origin} ${advice}${words === '' ? '' : said.isPage ? ` It sent a web page: "${words}"` : ` It said: "${words}"`}`,
      {
        status,
        subject: origin,
        ...(asked !== undefined && { retryAfterMs: asked, retryAt: Date.now() + asked }),
      },
    );
  const fatal = (kind: ProviderErrorKind, advice: string): Failure => ({
    kind: 'fatal',
    error: fail(kind, advice),
  });
  const later = (kind: ProviderErrorKind, advice: string): Failure => ({
    kind: 'later',
    waitMs: asked,
    error: fail(kind, advice),
  });
  const hasKey = secrets.length > 0;
  if (said.isPage && status < 300)
    return {
      kind: 'fatal',
      error: new ProviderError(
        'bad-response',
        `${origin} answered with a web page instead of embeddings${words === '' ? '' : `: "${words}"`}.${baseUrlHint}`,
        { subject: origin },
      ),
    };
  switch (meaningOf(status, said)) {
    case 'account':
      return fatal(
        'quota',
        `refuses because of the account: its credit, quota or spending limit, or a limit of the key. Repeating would not help. Add credit or use another key, or raise the limit. ${kept}`,
      );
    case 'key':
      return fatal(
        'unauthorized',
        hasKey
          ? 'does not accept this key. Check that it was copied whole and belongs to this endpoint.'
          : 'wants a key. Type one in the key field.',
      );
    case 'forbidden':
      return fatal(
        'forbidden',
        'does not allow this: the key, project or region may lack the right to use this model.',
      );
    case 'loading':
      return {
        kind: 'later',
        loading: true,
        waitMs: asked,
        error: fail('server', `is still loading the model "${model}". Try again in a few minutes. ${kept}`),
      };
    case 'model':
      return fatal(
        'not-found',
        modelWords.test(`${said.codes} ${said.text}`)
          ? `cannot use the model "${model}". Check its name against the list of models, and load or pull it on the server.`
          : `has no such address, or no model "${model}". Check the base URL (it usually ends in /v1) and the name of the model.`,
      );
    case 'too-large':
      return {
        kind: 'smaller',
        by: status === 413 ? 'bytes' : 'inputs',
        error: fail('too-large', 'refuses a request of this size.'),
      };
    case 'rate':
      return later(
        'rate-limited',
        `limits how fast requests may come, and stayed at its limit. Wait a little and resume. ${kept}`,
      );
    case 'server':
      return later('server', `failed on its side (status ${status}). Try again later. ${kept}`);
    case 'refused':
      return fatal(
        'refused',
        status < 300 ? 'answered with words instead of vectors.' : `refuses the request (status ${status}).`,
      );
  }
}

/**
 * Milliseconds that the endpoint asks to wait, from `retry-after-ms` or `retry-after` (seconds
 * or a date), where readable. A wait of zero, or one that is over, says nothing.
 */
export function retryAfter(headers: Headers | undefined, now = Date.now()): number | undefined {
  const positive = (ms: number) => (Number.isFinite(ms) && ms > 0 ? ms : undefined);
  const exact = positive(Number(headers?.get('retry-after-ms')?.trim() ?? Number.NaN));
  if (exact !== undefined) return exact;
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  const seconds = /^([+-]?\d+(?:\.\d+)?)\s*s?$/i.exec(value);
  if (seconds) return positive(1000 * Number(seconds[1]));
  return positive(Date.parse(value) - now);
}

/** The error for a request without an answer, once a probe has told what can be told. */
export function noAnswerError(
  origin: string,
  pageOrigin: string | null,
  reachable: boolean,
  code: string | undefined,
  headers: readonly string[] = ['authorization', 'content-type'],
): ProviderError {
  if (reachable && pageOrigin) {
    return new ProviderError(
      'cors',
      `${origin} is there, but does not let this page read its answers (CORS). On that server, allow the origin ${pageOrigin}, the method POST and the headers "${headers.join(', ')}": for Ollama set OLLAMA_ORIGINS=${pageOrigin}, for LM Studio switch on CORS, for vLLM --allowed-origins and --allowed-headers, behind a proxy Access-Control-Allow-Origin, -Methods and -Headers, also on error answers.`,
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
      : 'the server may be off, the name misspelt, the certificate not trusted, the browser may deny this page access to the local network (look for "local network access" in its settings for this site), or a firewall or content blocker is in between');
  return new ProviderError('unreachable', `${origin} cannot be reached: ${guess}.`, {
    subject: origin,
    found: code,
  });
}
