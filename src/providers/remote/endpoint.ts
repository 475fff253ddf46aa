import { ProviderError } from '../shared/providerError';

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/**
 * The base URL as requests use it, without slashes at its end.
 *
 * Plain http is refused beyond loopback before anything is sent: the key and the
 * texts would cross the network readable.
 */
export function checkBaseUrl(typed: string): string {
  let url: URL;
  try {
    url = new URL(typed.trim());
  } catch {
    throw new ProviderError(
      'bad-url',
      `"${typed.slice(0, 80)}" is not an address. Type the whole base URL, such as https://api.openai.com/v1 or http://localhost:11434/v1.`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ProviderError(
      'insecure-url',
      `${url.origin} is plain http and not on this machine: your key and texts would travel unencrypted, so nothing was sent. Use https, or a tunnel that ends at localhost.`,
      { subject: url.origin },
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ProviderError(
      'bad-url',
      `An embedding endpoint is reached over https (or http on this machine), not over "${url.protocol}".`,
      { found: url.protocol },
    );
  }
  if (url.username || url.password)
    throw new ProviderError(
      'bad-url',
      'The address holds a user name or password. Remove it; a key belongs in the key field.',
    );
  if (url.search || url.hash)
    throw new ProviderError(
      'bad-url',
      'The base URL ends in a query or fragment ("?" or "#"). Type it up to the version only, such as https://host/v1.',
    );
  return url.href.replace(/\/+$/, '');
}

/** The key without surrounding white space, `null` for none. Its text never enters a message. */
export function checkKey(typed: string | undefined): string | null {
  const key = typed?.trim() ?? '';
  if (key === '') return null;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderError(
      'unauthorized',
      'The key holds a space, a line break or a letter that no key has. Copy it again; nothing was sent.',
    );
  }
  return key;
}

/** Header names whose values are never shown. */
const secretHeaders = /key|token|auth|secret|password|cookie|credential/i;

/** What must not come back in any word: the key, and headers that hold another. */
export function secretsOf(key: string | null, headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers)
    .filter(([name]) => secretHeaders.test(name))
    .map(([, value]) => value.replace(/^(?:Bearer|Basic)\s+/i, ''));
  return [...(key === null ? [] : [key]), ...values].filter((value) => value !== '');
}
