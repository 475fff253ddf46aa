// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as BrowserDatabase from '../../worker/browserDatabase';
import { deviceStore } from './deviceStore';

const device = vi.hoisted(() => ({ values: new Map<string, unknown>(), fault: null as Error | null }));
vi.mock('../../worker/browserDatabase', async (original) => ({
  ...(await original<typeof BrowserDatabase>()),
  browserDatabase: () => async () => {
    if (device.fault) throw device.fault;
    return {
      get: async (_: string, key: string) => device.values.get(key),
      getAllKeys: async () => [...device.values.keys()],
      put: async (_: string, value: unknown, key: string) => void device.values.set(key, value),
      delete: async (_: string, key: string) => void device.values.delete(key),
    };
  },
}));
beforeEach(() => {
  localStorage.clear();
  device.values.clear();
  device.fault = null;
});

const store = deviceStore('texts', 'the text', (value) => (typeof value === 'string' ? value : null));

describe('what is kept on this device', () => {
  it('is read again, alone and all of it, until it is removed', async () => {
    await store.keep('a', 'first');
    await store.keep('b', 'second');
    expect([await store.get('a'), await store.get('c')]).toEqual(['first', null]);
    await store.remove('a');
    expect(await store.all()).toEqual(['second']);
  });

  it('is nothing where it is damaged, or where the browser refuses storage', async () => {
    device.values.set('a', 7);
    expect([await store.get('a'), await store.all()]).toEqual([null, []]);
    device.fault = new Error('refused');
    expect([await store.get('a'), await store.all()]).toEqual([null, []]);
  });

  it('says in words why it is not kept, or not removed', async () => {
    device.fault = new Error('refused');
    await expect(store.keep('a', 'text')).rejects.toThrow('does not let the page keep the text');
    await expect(store.remove('a')).rejects.toThrow('did not let the page delete what was kept');
    device.fault = Object.assign(new Error('quota'), { name: 'QuotaExceededError' });
    await expect(store.keep('a', 'text')).rejects.toThrow('is full, so the text is not kept');
  });

  it('is not read again when its removal was refused', async () => {
    await store.keep('a', 'text');
    device.fault = new Error('refused');
    await expect(store.remove('a')).rejects.toThrow();
    device.fault = null;
    expect(await store.all()).toEqual([]);
    expect(device.values.size).toBe(0);
  });
});
