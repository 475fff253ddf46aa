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
  'model-changed': 'The model behind this name has changed.',
  'not-confirmed': 'What would be sent has changed.',
  'key-forgotten': 'The key was forgotten.',
  'not-finite': 'A vector is not made of numbers.',
  'zero-vector': 'A vector points nowhere.',
  'insecure-url': 'Plain http is not safe here.',
  'bad-url': 'This is not an address.',
  'model-files': 'The built-in model could not be loaded.',
  worker: 'The background worker failed.',
};

/** A failure in words: what it is, what was said, and when trying again may help. */
export function faultOf(error: Error): { title: string; message: string; modelChanged: boolean } {
  if (!(error instanceof ProviderError))
    return { title: 'The run failed.', message: error.message, modelChanged: false };
  const { kind, message, fields } = error;
  const again =
    fields.retryAt === undefined ? '' : ` It asks for no request before ${clock(fields.retryAt)}.`;
  return {
    title: titles[kind],
    message: message + again,
    modelChanged:
      kind === 'model-changed' || (kind === 'dimension-mismatch' && !message.includes('shorten here')),
  };
}

/** A time of day as the reader's clock shows it, with the date where it is another day. */
export function clock(atMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return at.toDateString() === new Date().toDateString()
    ? time
    : `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${time}`;
}
