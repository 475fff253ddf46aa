import { ProviderError } from '../shared/providerError';
import { isLocalNetwork, isLoopback, pageLoopback } from './hosts';
import { holdsKey, looksLikeKey } from './maskKey';

/** An address as requests use it. */
export interface EndpointAddress {
  /** Without slashes at its end. */
  baseUrl: string;
  /** Azure's `api-version`, where the address named one. */
  apiVersion: string | null;
}

const examples = 'such as https://api.openai.com/v1 or http://localhost:11434/v1';
const bad = (message: string, fields = {}) => new ProviderError('bad-url', message, fields);

/**
 * The address that was meant: a missing scheme is added, 0.0.0.0 is this machine, and the
 * path of a request (`/embeddings`) is taken off. What was typed is never repeated in a
 * message unless it is an address: it may be a key in the wrong field.
 *
 * Plain http is refused beyond this machine before anything is sent: the key and the texts
 * would cross the network readable. In a page (`inPage`) the names of this machine are those
 * that its security policy can say.
 */
export function readAddress(typed: string, inPage = typeof document !== 'undefined'): EndpointAddress {
  const url = parse(typed.trim());
  if (url.username || url.password)
    throw bad('The address holds a user name or password. Remove it; a key belongs in the key field.');
  if (holdsKey(decoded(url.pathname + url.search + url.hash)))
    throw bad('The address holds what looks like a key. A key belongs in the key field; nothing was sent.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw bad(
      `An embedding endpoint is reached over https (or http on this machine), not over "${url.protocol}".`,
      { found: url.protocol },
    );
  }
  // Servers print the address that they listen on, which is no address to go to.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  const { hostname } = url;
  if (url.protocol === 'http:') {
    if (!isLoopback(hostname)) throw insecure(url);
    if (inPage && !(pageLoopback as readonly string[]).includes(hostname))
      throw bad(
        `A page cannot reach this machine as ${hostname}: its security policy names it ${pageLoopback.join(' or ')}. Type one of these instead.`,
        { subject: url.origin },
      );
  }
  const apiVersion = url.searchParams.get('api-version');
  if ([...url.searchParams.keys()].some((name) => name !== 'api-version') || url.hash)
    throw bad(
      'The base URL ends in a query or fragment ("?" or "#"). Type it up to the version only, such as https://host/v1.',
    );
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:embeddings|models|chat\/completions)$/, '');
  return { baseUrl: `${url.origin}${path.replace(/\/+$/, '')}`, apiVersion };
}

function parse(text: string): URL {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : withScheme(text.replace(/^\/\//, ''));
  try {
    return new URL(whole);
  } catch {
    throw bad(`This is not an address. Type the whole base URL, ${examples}.`);
  }
}

/** http for this machine and its neighbours, which is what runs there; https for the rest. */
function withScheme(text: string): string {
  const [authority = ''] = text.split(/[/?#]/);
  const host = authority.replace(/:\d+$/, '');
  const isHost = host === 'localhost' || /[.[]/.test(host) || host !== authority;
  if (looksLikeKey(authority) || !isHost || /\s|@/.test(authority)) {
    throw bad(
      looksLikeKey(authority)
        ? `This looks like a key and not like an address. A key belongs in the key field; type the base URL here, ${examples}.`
        : `This is not an address. Type the whole base URL, ${examples}.`,
    );
  }
  const near = isLoopback(host) || isLocalNetwork(host) || host === '0.0.0.0';
  return `${near ? 'http' : 'https'}://${text}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function insecure({ origin, hostname, port }: URL): ProviderError {
  const tunnel = `ssh -N -L ${port || '8080'}:localhost:${port || '80'} ${hostname}`;
  const way = isLocalNetwork(hostname)
    ? `To use that server, forward its port to this machine ("${tunnel}") and type http://localhost:${port || '8080'}/v1 here, or put https in front of it.`
    : 'Use https, or a tunnel that ends at localhost.';
  return new ProviderError(
    'insecure-url',
    `${origin} is plain http and not on this machine: your key and texts would travel unencrypted, so nothing was sent. ${way}`,
    { subject: origin },
  );
}

/** The key without what surrounded it where it was copied from, `null` for none. Its text never enters a message. */
export function checkKey(typed: string | undefined): string | null {
  // Copied from a header or a program.
  const key = (typed ?? '')
    .trim()
    .replace(/^(?:authorization:\s*)?bearer\s+/i, '')
    .replace(/^(["'`])(.*)\1$/, '$2')
    .trim();
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
