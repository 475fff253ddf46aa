import { describe, expect, it } from 'vitest';
import { createPromiseCache, forgetFailures } from './promiseCache';

describe('promises by key', () => {
  it('begins once and gives the same promise each time', async () => {
    const cache = createPromiseCache<number>();
    let begun = 0;
    const load = async () => (begun += 1);
    const first = cache.get('a', load);
    expect(cache.get('a', load)).toBe(first);
    expect(await cache.get('b', load)).toBe(2);
    expect([...cache.keys()]).toEqual(['a', 'b']);
  });

  it('keeps a failure until it is forgotten, and what went well beyond that', async () => {
    const [cache, other] = [createPromiseCache<string>(), createPromiseCache<string>()];
    const refuse = () => Promise.reject(new Error('away'));
    const well = cache.get('well', async () => 'here');
    const failed = cache.get('bad', refuse);
    await expect(failed).rejects.toThrow('away');
    await expect(other.get('bad', refuse)).rejects.toThrow('away');
    expect(cache.get('bad', async () => 'again')).toBe(failed);
    forgetFailures();
    expect(await cache.get('bad', async () => 'again')).toBe('again');
    expect(await other.get('bad', async () => 'again')).toBe('again');
    expect(cache.get('well', refuse)).toBe(well);
  });

  it('hands out what is taken once', async () => {
    const cache = createPromiseCache<string>();
    void cache.get('early', async () => 'early');
    expect(await cache.take('early')).toBe('early');
    expect(cache.take('early')).toBeUndefined();
    expect(cache.has('early')).toBe(false);
  });
});
