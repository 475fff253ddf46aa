import { describe, expect, it } from 'vitest';
import { formatValue } from '../stats/format';
import { metricLabel, metrics, type MetricId } from './registry';

describe('metric registry', () => {
  const ids = Object.keys(metrics) as MetricId[];

  it('labels and explains every metric, no label twice', () => {
    expect(new Set(ids.map((id) => metrics[id].label)).size).toBe(ids.length);
    for (const id of ids) expect(metrics[id].explanation, id).toMatch(/\w.*[.]$/);
  });

  it('fills the cutoff into the label where a metric has one', () => {
    expect(metricLabel('hitAt', 5)).toBe('R@5');
    expect(metricLabel('recallAt', 10)).toBe('recall@10');
    expect(metricLabel('ndcgAt10')).toBe('nDCG@10');
    for (const id of ids) expect('cutoffs' in metrics[id], id).toBe(metrics[id].label.includes('@k'));
  });

  it('names a unit that the formatter prints', () => {
    for (const id of ids) expect(formatValue(0, metrics[id].unit), id).toMatch(/^0/);
  });

  it('calls fewer tokens better', () => {
    expect(metrics.contextTokensAt90.direction).toBe('lower');
    expect(metrics.ndcgAt10.direction).toBe('higher');
  });
});
