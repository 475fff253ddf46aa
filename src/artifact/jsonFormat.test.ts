import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson } from './jsonFormat';

describe('formatJson', () => {
  it('gives back the value that it was given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(formatJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(formatJson({ rows: [value, value] }, ['rows']))).toEqual(
          JSON.parse(JSON.stringify({ rows: [value, value] })),
        );
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('puts each item of a named list, and what fits, on one line', () => {
    const long = Array.from({ length: 90 }, (_, index) => index);
    expect(
      formatJson({ short: { a: [1] }, rows: [{ long }, { long }], empty: [], none: undefined }, ['rows']),
    ).toBe(
      `{\n  "short": {"a":[1]},\n  "rows": [\n    {"long":${JSON.stringify(long)}},\n    {"long":${JSON.stringify(long)}}\n  ],\n  "empty": []\n}\n`,
    );
  });

  it('breaks what does not fit, but never a list of plain values', () => {
    const long = Array.from({ length: 90 }, (_, index) => index);
    expect(formatJson({ a: { long, b: 1 } })).toBe(
      `{\n  "a": {\n    "long": ${JSON.stringify(long)},\n    "b": 1\n  }\n}\n`,
    );
  });
});
