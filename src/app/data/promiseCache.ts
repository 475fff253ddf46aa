export interface PromiseCache<T> {
  /** The promise under that key, begun by `load` when there is none. The same one each time, as `use()` needs. */
  get(key: string, load: () => Promise<T>): Promise<T>;
  has(key: string): boolean;
  keys(): Iterable<string>;
  /** What is under the key, which is then forgotten. */
  take(key: string): Promise<T> | undefined;
  forgetFailures(): void;
}

const caches = new Set<PromiseCache<never>>();

/** One promise per key. A failed one stays until `forgetFailures`, or a render after it would read again without end. */
export function createPromiseCache<T>(): PromiseCache<T> {
  const pending = new Map<string, Promise<T>>();
  const failed = new Map<string, Promise<T>>();
  const cache: PromiseCache<T> = {
    get(key, load) {
      let promise = pending.get(key);
      if (!promise) {
        const begun = (promise = load());
        pending.set(key, begun);
        begun.catch(() => failed.set(key, begun));
      }
      return promise;
    },
    has: (key) => pending.has(key),
    keys: () => pending.keys(),
    take(key) {
      const promise = pending.get(key);
      pending.delete(key);
      return promise;
    },
    forgetFailures() {
      for (const [key, promise] of failed) if (pending.get(key) === promise) pending.delete(key);
      failed.clear();
    },
  };
  caches.add(cache as PromiseCache<never>);
  return cache;
}

/** Lets everything that failed be asked for anew: what “Try again” does. */
export function forgetFailures(): void {
  for (const cache of caches) cache.forgetFailures();
}

const together = createPromiseCache<unknown>();

/** One promise for several files, so that what is computed from them can be remembered by it. */
export function loadTogether<T>(key: string, load: () => Promise<T>): Promise<T> {
  return together.get(key, load) as Promise<T>;
}
