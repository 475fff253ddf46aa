import { describe, expect, it } from 'vitest';
import { nastyTexts } from '../../testing/nastyTexts';
import { packTexts, textAt } from './packedTexts';

describe('packed texts', () => {
  it('are the texts that went in, empty and odd ones too', () => {
    const texts = ['', ...nastyTexts, '', 'end'];
    const packed = packTexts(texts);
    expect(texts.map((_, index) => textAt(packed, index))).toEqual(texts);
    expect(packed.ends).toHaveLength(texts.length);
  });

  it('name a place that has none', () => {
    expect(() => textAt(packTexts(['a']), 1)).toThrow('text 1 of 1 was asked for');
    expect(() => textAt(packTexts([]), 0)).toThrow('text 0 of 0');
  });
});
