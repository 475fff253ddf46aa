import { describe, expect, it } from 'vitest';
import { decode, type FileFormat } from './decode';
import { estimate, type Estimate } from './common';
import { parseJsonText } from './jsonText';
import * as z from 'zod/mini';

const format: FileFormat<{ figure: Estimate }> = { kind: 'figure', title: 'a figure', version: 1, schema: z.object({ figure: estimate }) };
const read = (interval: string): Estimate => decode(format, 'f.json', parseJsonText('f.json', `{"kind": "figure", "formatVersion": 1, "figure": {"value": 0.5, "n": 4, "interval": ${interval}, "tInterval": null, "exactBound": null}}`).value).figure;

describe('an interval in a file', () => {
  it('is missing as a whole when either end is', () => {
    expect(read('[0.25, 0.75]').interval).toEqual([0.25, 0.75]);
    for (const ends of ['[NaN, NaN]', '[-Infinity, 0.75]', '[0.25, Infinity]', '[null, 0.75]', 'NaN', 'null']) expect(read(ends).interval).toBeNull();
  });

  it('is refused when it is none', () => {
    expect(() => read('[0.25]')).toThrow('f.json at $.figure.interval');
    expect(() => read('["0.25", 0.75]')).toThrow('f.json at $.figure.interval[0]: found the text "0.25"; expected number');
  });
});
