import { ProviderError, type ProviderErrorKind } from '../../../data/liveProviders';

const titles: Record<ProviderErrorKind, string> = {
  unauthorized: 'The key was not accepted.',
  forbidden: 'The key does not allow this.',
  'not-found': 'There is no such address or model.',
  cors: 'The server does not let this page in.',
  unreachable: 'The server cannot be reached.',
  timeout: 'The server took too long.',
  'rate-limited': 'The server limits how fast requests may come.',
  quota: 'The account has no credit left.',
  'too-large': 'A text is too large.',
  refused: 'The server refuses the request.',
  server: 'The server failed.',
  'bad-response': 'The answer could not be used.',
  'count-mismatch': 'Vectors and texts do not match.',
  'dimension-mismatch': 'Vectors have the wrong length.',
  'not-finite': 'A vector is not made of numbers.',
  'zero-vector': 'A vector points nowhere.',
  'insecure-url': 'Plain http is not safe here.',
  'bad-url': 'This is not an address.',
  'model-files': 'The built-in model could not be loaded.',
  worker: 'The background worker failed.',
};

/** A failure in words: what it is, what was said, and whether trying again as it is may help. */
export function faultOf(error: Error): { title: string; message: string } {
  if (error instanceof ProviderError) return { title: titles[error.kind], message: error.message };
  return { title: 'The run failed.', message: error.message };
}
