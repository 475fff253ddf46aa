import { beforeEach, describe, expect, it, vi } from 'vitest';

const openAi = 'https://api.openai.com';
const own = 'http://localhost:11434';
const key = 'sk-known-0123456789';

/** The module as a page that was just loaded has it. */
async function fresh() {
  vi.resetModules();
  return import('./liveKeys');
}

const everywhere = () =>
  JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    document.documentElement.outerHTML,
    location.href,
  ]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('keys', () => {
  it('stay in memory and are gone with the page', async () => {
    const { setKey, keyFor } = await fresh();
    setKey(openAi, key);
    expect(keyFor(openAi)).toBe(key);
    expect(everywhere()).not.toContain(key);
    expect((await fresh()).keyFor(openAi)).toBeNull();
  });

  it('belong to the endpoint that they were typed for', async () => {
    const { setKey, keyFor } = await fresh();
    setKey(openAi, key);
    expect(keyFor(own)).toBeNull();
    expect(keyFor('__proto__')).toBeNull();
  });

  it('stay for the tab only by choice, and only where it was made', async () => {
    const { setKey, keepKeyForTab } = await fresh();
    setKey(openAi, key);
    setKey(own, 'another-key');
    keepKeyForTab(openAi, true);
    expect(localStorage).toHaveLength(0);
    expect(Object.values({ ...sessionStorage })).toEqual([JSON.stringify({ [openAi]: key })]);
    const later = await fresh();
    expect([later.keyFor(openAi), later.keyFor(own)]).toEqual([key, null]);
    later.keepKeyForTab(openAi, false);
    expect(sessionStorage).toHaveLength(0);
    expect(later.keyFor(openAi)).toBe(key);
  });

  it('are forgotten everywhere when the reader says so', async () => {
    const { setKey, keepKeyForTab, keyFor } = await fresh();
    setKey(openAi, key);
    keepKeyForTab(openAi, true);
    setKey(openAi, '');
    expect([keyFor(openAi), sessionStorage.length]).toEqual([null, 0]);
  });

  it('reads nothing from what others wrote', async () => {
    sessionStorage.setItem('chunkscope-keys', '[1, {"a": 2}]');
    expect((await fresh()).useKeys.getState().keys).toEqual({});
    sessionStorage.setItem('chunkscope-keys', '{"broken');
    expect((await fresh()).useKeys.getState().keys).toEqual({});
  });
});
