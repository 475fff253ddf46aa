export type ProviderErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'cors'
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'quota'
  | 'too-large'
  | 'refused'
  | 'server'
  | 'bad-response'
  | 'count-mismatch'
  | 'dimension-mismatch'
  | 'model-changed'
  | 'not-confirmed'
  | 'key-forgotten'
  | 'not-finite'
  | 'zero-vector'
  | 'insecure-url'
  | 'bad-url'
  | 'model-files'
  | 'worker';

export interface ProviderErrorFields {
  status?: number;
  /** The origin or model that it is about; never a key. */
  subject?: string;
  expected?: string | number;
  found?: string | number;
  /** Slot of the text that it is about, counted among the inputs of the request. */
  input?: number;
  retryAfterMs?: number;
  /** When that time is over, on the clock of the machine. */
  retryAt?: number;
}

/** A named failure of an embedding provider. The message says what happened and what to do about it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly fields: ProviderErrorFields;

  constructor(kind: ProviderErrorKind, message: string, fields: ProviderErrorFields = {}) {
    super(message);
    this.kind = kind;
    this.fields = fields;
  }
}
