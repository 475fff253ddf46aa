import type { EmbedOptions } from '../providers/provider';
import { ProviderError } from '../providers/shared/providerError';
import type { CachedVector } from '../providers/shared/vectorCache';

/** A kept text that is embedded once more, with the vector that it had. */
export interface KeptText {
  text: string;
  vector: Float32Array;
  prefixOf?: EmbedOptions['prefixOf'];
}

/** What a confirmed plan lets out. */
export interface Ticket {
  /** Digests of the inputs that the plan counted. */
  inputs: ReadonlySet<number>;
  /** Further inputs that it allows, whose texts nobody knew when it was made. */
  spare: number;
  /** The text that tells whether the endpoint reads to the end. */
  longest: string;
  check: KeptText | null;
}

/** Plans that may still be confirmed: several modes have one each, and a page makes them again and again. */
const mostTickets = 32;

export function createTickets() {
  const tickets = new Map<number, Ticket>();
  let next = 1;
  return {
    issue(ticket: Ticket): number {
      tickets.set(next, ticket);
      tickets.delete(next - mostTickets);
      return next++;
    },
    get: (id: number | null | undefined): Ticket | undefined =>
      id === null || id === undefined ? undefined : tickets.get(id),
  };
}

/**
 * Lets the inputs of a request pass that the ticket allows, else throws before any of them
 * is sent. An input may pass again: what a server refused is repeated.
 */
export function createGate({ inputs, spare }: Ticket): (request: readonly string[]) => void {
  const unforeseen = new Set<number>();
  return (request) => {
    for (const input of request) {
      const digest = digestOf(input);
      if (inputs.has(digest) || unforeseen.has(digest)) continue;
      if (unforeseen.size >= spare) throw notConfirmed();
      unforeseen.add(digest);
    }
  };
}

export function notConfirmed(): ProviderError {
  return new ProviderError(
    'not-confirmed',
    'What would be sent has changed since you confirmed it: a text that was kept is no longer. Nothing of it was sent. Look at the new plan.',
  );
}

/** 53 bits of a text: enough to tell a few hundred thousand apart, and far smaller than they are. */
export function digestOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/** Cosine under which two vectors of one text are not of one model: repeated requests and other hardware stay above it. */
const sameModel = 0.999;

/** Whether a vector that was kept is another than the one that the endpoint gives now, in words; null where they agree. */
export function changeOf(kept: Float32Array, now: Float32Array): string | null {
  if (kept.length !== now.length) return `${now.length} numbers instead of ${kept.length}`;
  const cosine = kept.reduce((sum, value, at) => sum + value * now[at]!, 0);
  return cosine >= sameModel ? null : `another direction (cosine ${cosine.toFixed(3)} instead of 1)`;
}

/** The kept text to ask about again: one that was read whole, and of these the shortest. */
export function shorterKept(
  best: { text: string; kept: CachedVector } | null,
  text: string,
  kept: CachedVector,
): { text: string; kept: CachedVector } {
  if (best === null) return { text, kept };
  const better =
    kept.windows !== best.kept.windows ? kept.windows < best.kept.windows : text.length < best.text.length;
  return better ? { text, kept } : best;
}
