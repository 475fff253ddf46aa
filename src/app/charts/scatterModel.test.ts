import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strategyStyle } from './colors';
import { paretoFront, scatterModel, type ScatterItem } from './scatterModel';

const item = (id: string, x: number | null, y: number | null): ScatterItem => ({
  id,
  label: id,
  style: strategyStyle(id),
  x,
  y,
  low: y,
  high: y,
  n: 800,
});

describe('paretoFront', () => {
  it('holds what nothing else beats in both directions, cheapest first', () => {
    const items = [
      item('dear', 900, 0.8),
      item('cheap', 100, 0.5),
      item('worse', 400, 0.49),
      item('middle', 300, 0.7),
      item('equal', 300, 0.7),
      item('dearer', 300, 0.6),
    ];
    expect(paretoFront(items).map(({ id }) => id)).toEqual(['cheap', 'middle', 'equal', 'dear']);
  });

  it('leaves out what has no cost or no quality', () => {
    expect(paretoFront([item('a', null, 0.9), item('b', 10, null), item('c', NaN, 1)])).toEqual([]);
  });

  it('equals the definition on random items', () => {
    const value = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.array(fc.record({ x: value, y: value }), { maxLength: 12 }), (items) => {
        const beaten = (a: { x: number; y: number }) =>
          items.some((b) => b.x <= a.x && b.y >= a.y && (b.x < a.x || b.y > a.y));
        expect(new Set(paretoFront(items))).toEqual(new Set(items.filter((one) => !beaten(one))));
      }),
      { seed: 11, numRuns: 400 },
    );
  });
});

describe('scatterModel', () => {
  const plane = (items: ScatterItem[], width = 800) =>
    scatterModel({
      width,
      height: 400,
      x: { title: 'tokens', format: String },
      y: { title: 'nDCG@10', domain: [0, 1], format: String },
      items,
    });

  it('draws a cost of 0 at the gutter and names what it cannot draw', () => {
    const model = plane([item('free', 0, 0.3), item('a', 100, 0.5), item('n/a', null, 0.9)]);
    expect(model.xAxis.zeroGutter).not.toBeNull();
    expect(model.drawn.map(({ item: { id } }) => id)).toEqual(['free', 'a']);
    expect(model.missing.map(({ id }) => id)).toEqual(['n/a']);
  });

  it('spreads labels of neighbours and puts them on the left near the edge', () => {
    const model = plane([
      item('first', 100, 0.5),
      item('second', 101, 0.5),
      item('at the far edge', 4000, 0.5),
    ]);
    const [first, second, edge] = model.drawn;
    expect(Math.abs(first!.label!.y - second!.label!.y)).toBeGreaterThanOrEqual(14 - 0.2);
    expect(edge!.label!.anchor).toBe('end');
  });

  it('leaves labels to the table and the read-out on a phone, and survives no items', () => {
    expect(plane([item('a', 1, 1)], 320).drawn[0]!.label).toBeNull();
    expect(plane([]).frontPath).toBe('');
  });

  it('draws the front as stairs: a quality is had from its cost on, not before', () => {
    const model = plane([item('a', 10, 0.2), item('b', 1000, 0.8)]);
    const [a, b] = model.drawn;
    expect(model.frontPath).toContain(`L${b!.x},${a!.y}L${b!.x},${b!.y}`);
  });
});
