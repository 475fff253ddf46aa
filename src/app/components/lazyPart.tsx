import { createElement, lazy, type ComponentType } from 'react';

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
 * A component whose code is fetched when it is first drawn. Unlike React's `lazy` alone,
 * which remembers a fault for good, it can be asked for again once the connection is back.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let pending: Promise<ComponentType<P>> | undefined;
  const fetchOnce = (): Promise<ComponentType<P>> => {
    pending ??= load().catch((cause: unknown) => {
      failed.add(() => {
        pending = undefined;
        part = lazyAgain();
      });
      throw new PartError(cause);
    });
    return pending;
  };
  const lazyAgain = () => lazy(async () => ({ default: await fetchOnce() }));
  let part = lazyAgain();
  return Object.assign((props: P) => createElement(part as ComponentType<P>, props), {
    preload: () => void fetchOnce().catch(() => undefined),
  });
}
