import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('what a live run says of its program', () => {
  const versions = {
    chunkscope: '9.8.7',
    openai: '6.0.0',
    'gpt-tokenizer': '4.0.0',
    '@tensorflow/tfjs-core': '4.22.0',
    'd3-random': '3.0.1',
  };

  it('names the packages of its model, and those that every run stands on', async () => {
    vi.stubGlobal('__VERSIONS__', versions);
    const { packagesOf, program } = await import('./provenance');
    expect(program).toBe('chunkscope 9.8.7');
    expect(packagesOf('local')).toEqual({ 'd3-random': '3.0.1', '@tensorflow/tfjs-core': '4.22.0' });
    expect(packagesOf('compatible')).toEqual({
      'd3-random': '3.0.1',
      openai: '6.0.0',
      'gpt-tokenizer': '4.0.0',
    });
    expect(packagesOf(null, true)).toEqual({ 'd3-random': '3.0.1', 'gpt-tokenizer': '4.0.0' });
    expect(packagesOf('constructor')).toEqual({ 'd3-random': '3.0.1' });
  });

  it('does not make up a version that the build has not put in', async () => {
    const { packagesOf, program } = await import('./provenance');
    expect([program, packagesOf('local')]).toEqual(['chunkscope of unknown version', {}]);
  });
});
