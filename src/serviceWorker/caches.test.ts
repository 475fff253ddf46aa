import { describe, expect, it } from 'vitest';
import { askedOf, dataCache, dataOf, isProgramCache, overLimit, programCache } from './caches';

const scope = 'https://example.org/some/where/';
const ask = (address: string, method = 'GET', isNavigation = false) =>
  askedOf(scope, address, method, isNavigation);

describe('what the worker answers', () => {
  it('is the page, whatever parameters it was opened with', () => {
    expect(ask(`${scope}`, 'GET', true)).toBe('page');
    expect(ask(`${scope}index.html?artifact=https://example.com/a.json`, 'GET', true)).toBe('page');
    expect(ask(`${scope}about.pdf`, 'GET', true)).toBeNull();
  });

  it('is the program, the list of experiments, and their files', () => {
    expect(ask(`${scope}assets/About-Bx1.js`)).toBe('program');
    expect(ask(`${scope}favicon.svg`)).toBe('program');
    expect(ask(`${scope}artifacts/index.json`)).toBe('index');
    expect(ask(`${scope}artifacts/a/summary.json?v=0123456789abcdef`)).toBe('data');
  });

  it('is never another origin, another folder, a request that sends something, the model or its own script', () => {
    expect(ask('https://api.openai.com/v1/embeddings')).toBeNull();
    expect(ask('https://example.org:8080/some/where/artifacts/index.json')).toBeNull();
    expect(ask('https://example.org/some/other/assets/x.js')).toBeNull();
    expect(ask(`${scope}v1/embeddings`, 'POST')).toBeNull();
    expect(ask(`${scope}model/model.json`)).toBeNull();
    expect(ask(`${scope}sw.js`)).toBeNull();
  });

  it('keeps sites on one host apart', () => {
    expect(isProgramCache(scope, programCache(scope, 'a'))).toBe(true);
    expect(isProgramCache(scope, programCache('https://example.org/some/', 'a'))).toBe(false);
    expect(isProgramCache(scope, dataCache(scope))).toBe(false);
  });
});

describe('kept data', () => {
  it('is named by its experiment, its file and its hash', () => {
    expect(dataOf(scope, `${scope}artifacts/a%2Fb/chunks/0.json?v=00ff`)).toEqual({
      experiment: 'a%2Fb',
      file: `${scope}artifacts/a%2Fb/chunks/0.json`,
      hash: '00ff',
    });
  });

  it('goes oldest first where it is over the limit, and never when a reader keeps it', () => {
    const files = [
      { address: '1', bytes: 40, experiment: 'kept' },
      { address: '2', bytes: 40, experiment: 'a' },
      { address: '3', bytes: 40, experiment: 'b' },
      { address: '4', bytes: 40, experiment: 'a' },
    ];
    expect(overLimit(files, new Set(['kept']), 100)).toEqual(['2']);
    expect(overLimit(files, new Set(['kept']), 10)).toEqual(['2', '3', '4']);
    expect(overLimit(files, new Set(), 160)).toEqual([]);
  });
});
