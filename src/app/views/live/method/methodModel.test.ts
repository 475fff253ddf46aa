import { describe, expect, it } from 'vitest';
import { packTexts } from '../../../../core/text/packedTexts';
import { bodyOf, contextCount, excerptOf, pieceAt, pieceCount } from './methodModel';

describe('a piece of a prepared text', () => {
  it('comes with its label, and with the name of its context', () => {
    const prepared = {
      reading: 'labels' as const,
      contexts: packTexts(['Turn 1', 'Turn 2']),
      pieces: {
        texts: packTexts(['[Turn 1]\nHello', 'Bare']),
        labels: Int32Array.of(8, -1),
        contexts: Int32Array.of(0, 1),
        bytes: Uint32Array.of(14, 4),
      },
      parts: [],
      messageBytes: 0,
      messageContextBytes: 0,
      storedBytes: 18,
      distinct: { mean: 2, text: 4 },
      notices: [],
    };
    expect([pieceCount(prepared), contextCount(prepared)]).toEqual([2, 2]);
    expect(pieceAt(prepared, 0)).toEqual({
      text: '[Turn 1]\nHello',
      label: '[Turn 1]',
      contextName: 'Turn 1',
      bytes: 14,
    });
    expect(pieceAt(prepared, 1)).toEqual({ text: 'Bare', label: null, contextName: 'Turn 2', bytes: 4 });
  });
});

describe('what is shown of a text', () => {
  it('leaves out the label line', () => {
    expect(bodyOf({ text: '[Turn 1 · User]\nHello', label: '[Turn 1 · User]' })).toBe('Hello');
    expect(bodyOf({ text: 'Hello', label: null })).toBe('Hello');
  });

  it('is one line that never ends in half a character', () => {
    expect(excerptOf('a\n\n  b', 10)).toBe('a b');
    expect(excerptOf('🙂'.repeat(30), 5)).toBe(`${'🙂'.repeat(5)}…`);
    expect(excerptOf('x'.repeat(1e6), 3)).toBe('xxx…');
  });
});
