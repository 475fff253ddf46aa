import { describe, expect, it } from 'vitest';
import { joinBytes, readParts } from './bytes';

function readerOf(sizes: readonly number[]) {
  const left = [...sizes];
  const told = { cancelled: false };
  return {
    told,
    left,
    read: async () =>
      left.length > 0
        ? { done: false, value: new Uint8Array(left.shift()!).fill(left.length) }
        : { done: true },
    cancel: async () => void (told.cancelled = true),
  };
}

describe('a body read part by part', () => {
  it('comes whole, and tells how much is there after each part', async () => {
    const loaded: number[] = [];
    const parts = await readParts(readerOf([2, 1]), (bytes) => void loaded.push(bytes));
    expect([...joinBytes(parts)]).toEqual([1, 1, 0]);
    expect(loaded).toEqual([2, 3]);
  });

  it('is read no further once it is refused', async () => {
    const reader = readerOf([2, 2, 2]);
    const limited = (loaded: number) => {
      if (loaded > 3) throw new RangeError(`${loaded} bytes`);
    };
    await expect(readParts(reader, limited)).rejects.toThrow('4 bytes');
    expect(reader.told.cancelled).toBe(true);
    expect(reader.left).toEqual([2]);
  });

  it('may be missing', async () => {
    expect(await readParts(undefined, () => expect.fail('there is no part'))).toEqual([]);
    expect(joinBytes([])).toHaveLength(0);
  });
});
