import { describe, expect, it } from 'vitest';
import { firstDifference, textDifference } from './difference';

describe('firstDifference', () => {
  it('names the first place with both sides', () => {
    expect(firstDifference({ a: [1, { b: 'x' }] }, { a: [1, { b: 'y' }] })).toBe(
      '$.a[1].b: "x" committed, "y" rebuilt',
    );
    expect(firstDifference({ a: 1 }, { a: 1, b: null })).toBe('$.b: nothing committed, null rebuilt');
    expect(firstDifference([1, 2], [1])).toBe('$: 2 items committed, 1 rebuilt');
    expect(firstDifference({ a: [] }, { a: {} })).toBe('$.a: [] committed, {} rebuilt');
    expect(firstDifference('x'.repeat(200), '')).toMatch(/^\$: "x{79}… committed, "" rebuilt$/);
  });

  it('finds none where values are equal, numbers within the tolerance', () => {
    expect(firstDifference({ a: [0.5, null, 'x'] }, { a: [0.5, null, 'x'] })).toBeNull();
    expect(firstDifference([0.5], [0.5 + 1e-7], 1e-6)).toBeNull();
    expect(firstDifference([0.5], [0.5 + 1e-5], 1e-6)).toMatch(/^\$\[0\]/);
    expect(firstDifference([0.5], [NaN], 1)).not.toBeNull();
  });
});

it('says of two texts of a file where they differ, or that only their form does', () => {
  expect(textDifference('{"a":1}', '{"a":1}')).toBeNull();
  expect(textDifference('{"a":1}', '{"a":2}')).toBe('$.a: 1 committed, 2 rebuilt');
  expect(textDifference('{"a":1}', '{"a": 1}')).toBe('spaces or line breaks differ');
  expect(textDifference(undefined, '{}')).toBe('is not committed');
});
