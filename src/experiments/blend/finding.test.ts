import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../artifact/common';
import { blendFinding } from './finding';
import { blendConditions } from './formats';

type Verdict = Comparison['verdict'];
const open: Verdict[] = ['not established', 'not established', 'not established', 'not established'];

const compared = (metric: string, verdicts: readonly Verdict[]) =>
  blendConditions.map((condition, index): Comparison => ({
    a: 'blend80',
    b: 'whole',
    metric,
    condition,
    difference: index / 20,
    interval: [index / 20 - 0.01, index / 20 + 0.01],
    p: 0.001,
    adjustedP: 0.01,
    clusters: 16,
    verdict: verdicts[index]!,
  }));
const found = (top1: Verdict[], family = open, within = open) =>
  blendFinding({
    comparisons: compared('top1', top1),
    apart: {
      baseline: [],
      split: [...compared('familyFirst', family), ...compared('withinFamily', within)],
    },
  });

describe('the finding of the controlled blend', () => {
  const last: Verdict[] = [...open.slice(1), 'a beats b'];

  it('names the condition, the difference with its interval, and the half of the task that it lies in', () => {
    expect(found(last, last)).toMatchObject({
      sentence:
        '80/20 finds the right record first more often than whole passages with noise on both sides; the gain is the family, not the context.',
      value: 15,
      unit: 'points with noise on both sides',
      interval: [14, 16],
    });
    expect(found(last, open, last).sentence).toMatch(/; the gain is the context, not the family\.$/);
    expect(found(last, last, last).sentence).toMatch(/; the gain is both family and context\.$/);
    expect(found(last).sentence).toMatch(/with noise on both sides\.$/);
  });

  it('never takes more than 25 words, whichever way it falls', () => {
    const each: Verdict[] = ['a beats b', 'b beats a', 'not established'];
    for (const clean of each)
      for (const stored of each)
        for (const query of each)
          for (const both of each)
            for (const split of [open, last])
              expect(
                found([clean, stored, query, both], split).sentence.split(/\s+/).length,
              ).toBeLessThanOrEqual(25);
  });

  it('says where nothing is established, and claims no half of the task then', () => {
    expect(found(open, last).sentence).toMatch(/^Nothing is established/);
  });
});
