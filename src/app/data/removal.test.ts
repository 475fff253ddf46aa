// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { clearRemoval, finishRemoval, removeForGood } from './removal';

beforeEach(() => localStorage.clear());

describe('what the reader removes from this device', () => {
  it('stays removed when the page closes before the browser has done it', async () => {
    const kept = new Set(['text']);
    void removeForGood('text', () => new Promise(() => undefined));
    expect(await finishRemoval('text', async () => void kept.delete('text'))).toBe(true);
    expect([...kept]).toEqual([]);
    expect(await finishRemoval('text', async () => expect.fail('it is removed already'))).toBe(false);
  });

  it('leaves no mark once it is gone, and none on what is kept anew', async () => {
    await removeForGood('text', async () => undefined);
    expect(localStorage).toHaveLength(0);
    void removeForGood('run 1', () => new Promise(() => undefined));
    clearRemoval('run 1');
    expect(await finishRemoval('run 1', async () => expect.fail('it was kept anew'))).toBe(false);
  });

  it('tells of a removal that failed, and tries again at the next look', async () => {
    await expect(removeForGood('text', () => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    );
    let tried = 0;
    expect(await finishRemoval('text', async () => void (tried += 1))).toBe(true);
    expect(tried).toBe(1);
  });
});
