import { expect, it } from 'vitest';
import { andList, counted } from './words';

it('lists items as a sentence does', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(andList)).toEqual(['', 'a', 'a and b', 'a, b and c']);
});

it('counts one thing in the singular, and groups thousands', () => {
  expect([counted(0, 'row'), counted(1, 'row'), counted(12_960, 'ranking'), counted(2, 'family')]).toEqual([
    '0 rows',
    '1 row',
    '12,960 rankings',
    '2 families',
  ]);
});
