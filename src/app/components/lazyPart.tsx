import { createElement, use, type ComponentType } from 'react';

/** A part of the program that could not be fetched; the message says what may help. */
export class PartError extends Error {
  override name = 'PartError';
  constructor(cause: unknown) {
    super('The connection is gone, or the site was updated since this page was opened.', { cause });
  }
}

export type LazyPart<P> = ComponentType<P> & {
  /** Fetches the part before it is drawn. */
  preload(): void;
};

const failed = new Set<() => void>();

/** Lets parts that could not be fetched be asked for again, when they are drawn next. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A component whose code is fetched when it is first drawn. Unlike React's `lazy`, which
 * remembers a fault for good, it can be asked for again once the connection is back.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let pending: Promise<ComponentType<P>> | undefined;
  const fetchOnce = (): Promise<ComponentType<P>> => {
    if (pending) return pending;
    const started = load().catch((cause: unknown) => {
      failed.add(() => void (pending = undefined));
      throw new PartError(cause);
    });
    pending = started;
    return started;
  };
  return Object.assign((props: P) => createElement(use(fetchOnce()), props), { preload: () => void fetchOnce().catch(() => undefined) });
}
