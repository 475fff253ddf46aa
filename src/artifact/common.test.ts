import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { blendSummaryFixture, chunkingSummaryFixture } from '../testing/summaryFixtures';
import { chunkingSummaryFormat } from '../experiments/chunking/formats';
import { blendSummaryFormat } from '../experiments/blend/formats';
import { decode, type FileFormat } from './decode';
import { estimate, type Estimate } from './common';
import { parseJsonText } from './jsonText';

const format: FileFormat<{ figure: Estimate }> = {
  kind: 'figure',
  title: 'a figure',
  version: 1,
  schema: z.object({ figure: estimate }),
};
const read = (interval: string): Estimate =>
  decode(
    format,
    'f.json',
    parseJsonText(
      'f.json',
      `{"kind": "figure", "formatVersion": 1, "figure": {"value": 0.5, "n": 4, "interval": ${interval}, "tInterval": null, "exactBound": null}}`,
    ).value,
  ).figure;

describe('an interval in a file', () => {
  it('is missing as a whole when either end is', () => {
    expect(read('[0.25, 0.75]').interval).toEqual([0.25, 0.75]);
    for (const ends of ['[NaN, NaN]', '[-Infinity, 0.75]', '[0.25, Infinity]', '[null, 0.75]', 'NaN', 'null'])
      expect(read(ends).interval).toBeNull();
  });

  it('is refused when it is none', () => {
    expect(() => read('[0.25]')).toThrow('f.json at $.figure.interval');
    expect(() => read('["0.25", 0.75]')).toThrow(
      'f.json at $.figure.interval[0]: found the text "0.25"; expected number',
    );
  });
});

describe('figures beside the metrics', () => {
  it('may be missing: mean tokens, chance, and the candidates of a selection', () => {
    const chunking = chunkingSummaryFixture();
    Object.assign(chunking.rows[0]!, {
      meanTokens: null,
      baseline: {
        hitAt: { '1': null, '3': 0, '5': 0, '10': 0 },
        recallAt: { '1': 0, '3': 0, '5': 0, '10': null },
        mrrAt10: null,
        ndcgAt10: null,
      },
    });
    expect(decode(chunkingSummaryFormat, 'f.json', chunking).rows[0]).toMatchObject({
      meanTokens: null,
      baseline: { mrrAt10: null },
    });
    const blend = {
      ...blendSummaryFixture(),
      baseline: {
        top1: null,
        reciprocalRank: null,
        coverageAt4: null,
        familyFirst: null,
        withinFamily: null,
      },
    };
    blend.selection.candidates = [
      { row: 'whole', focusWeight: 0, top1: null, coverageAt4: null, harmonicMean: null },
    ];
    expect(decode(blendSummaryFormat, 'f.json', blend)).toMatchObject({
      baseline: { top1: null },
      selection: { candidates: [{ harmonicMean: null }] },
    });
  });
});
