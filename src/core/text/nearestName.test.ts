import { describe, expect, it } from 'vitest';
import { nearestName } from './nearestName';

describe('the nearest name', () => {
  const names = [
    'chunking-squad~sentence_pack',
    'chunking-squad~sentence_window',
    'chunking-squad~paragraph',
  ];

  it.each([
    ['chunking-squad~sentence-pack', names[0]],
    ['chunking-squad~sentnce_windw', names[1]],
    ['Chunking-SQuAD~Paragraph', names[2]],
  ])('of %s is %s', (wanted, name) => {
    expect(nearestName(wanted, names)).toBe(name);
  });

  it('is none where nothing is near', () => {
    expect(nearestName('whole~clean', names)).toBeNull();
    expect(nearestName('', names)).toBeNull();
    expect(nearestName('x', [])).toBeNull();
  });

  it('is the first of those equally near', () => {
    expect(nearestName('row3', ['row1', 'row2'])).toBe('row1');
  });

  it('looks at no more of a long text than a name can have', () => {
    expect(nearestName('a'.repeat(1_000_000), names)).toBeNull();
  });
});
