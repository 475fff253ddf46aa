import { describe, expect, it } from 'vitest';
import { askedExceptions, cameWithoutException, pairsOf } from './exceptions';

const documents = [
  'Nothing is ruled here. The sun shines.',
  'Lamps may be hired by members. The office keeps them. Guests may not hire lamps.',
];
const rule = { document: 1, start: 0, end: 30 };
const exception = { document: 1, start: documents[1]!.indexOf('Guests'), end: documents[1]!.length };

describe('questions about an exception', () => {
  const pairs = pairsOf(documents);

  it('are those whose gold touches it, and no others', () => {
    expect([...pairs.keys()]).toEqual([1]);
    expect(askedExceptions([exception], pairs)).toHaveLength(1);
    expect(askedExceptions([rule], pairs)).toEqual([]);
    expect(askedExceptions([{ document: 0, start: 0, end: 10 }], pairs)).toEqual([]);
  });

  it('are left with half an answer where the rule comes without it', () => {
    const asked = askedExceptions([exception], pairs);
    expect(cameWithoutException(asked, [rule])).toBe(true);
    expect(cameWithoutException(asked, [rule, exception])).toBe(false);
    expect(cameWithoutException(asked, [{ ...rule, document: 0 }])).toBe(false);
    expect(cameWithoutException(asked, [])).toBe(false);
  });
});
