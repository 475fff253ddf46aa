import { randomLcg, randomNormal } from 'd3-random';
import { describe, expect, it } from 'vitest';
import { chunkSearchVector, cosine, dot, meanVector, norm, truncateDimensions, unit } from './vectors';

const normal = randomNormal.source(randomLcg(7))();
const random = (dimensions: number) => Array.from({ length: dimensions }, normal);

describe('unit', () => {
  it('has length one and leaves zeros alone', () => {
    expect(unit([3, 4])).toEqual([0.6, 0.8]);
    expect(unit([0, -0, 0])).toEqual([0, 0, 0]);
    expect(unit([])).toEqual([]);
    expect(norm(unit(random(512)))).toBeCloseTo(1, 14);
  });

  it('accumulates float32 input in float64 and gives plain numbers', () => {
    const v = Float32Array.from(random(300));
    const result = unit(v);
    expect(Array.isArray(result)).toBe(true);
    const length = Math.sqrt(Array.from(v).reduce((sum, x) => sum + x * x, 0));
    expect(result).toEqual(Array.from(v, (x) => x / length));
  });

  it('survives squares that overflow or vanish', () => {
    for (const scale of [1e200, 1e-158, 1e-200]) {
      const [a, b] = unit([3 * scale, 4 * scale]);
      expect(a).toBeCloseTo(0.6, 14);
      expect(b).toBeCloseTo(0.8, 14);
      expect(cosine([scale, scale], [scale, 0])).toBeCloseTo(Math.SQRT1_2, 14);
    }
  });

  it.each([NaN, Infinity, -Infinity])('refuses %s and says where', (value) => {
    expect(() => unit([1, value])).toThrow(RangeError);
    expect(() => unit([1, value])).toThrow(`${value} at dimension 1`);
  });
});

describe('dot and cosine', () => {
  it('are those of the definition', () => {
    expect(dot([1, 2, 3], [4, 5, 6])).toBe(32);
    expect(cosine([1, 0], [1, 1])).toBeCloseTo(Math.SQRT1_2, 15);
    expect(cosine([2, 0], [-3, 0])).toBe(-1);
    expect(cosine([0, 0], [1, 1])).toBe(0);
  });

  it('refuse unlike lengths', () => {
    expect(() => dot([1], [1, 2])).toThrow('found 1 and 2');
    expect(() => cosine([1], [1, 2])).toThrow(RangeError);
    expect(() => cosine([1, NaN], [1, 2])).toThrow(RangeError);
  });
});

describe('meanVector', () => {
  it('weighs every vector alike, whatever its length', () => {
    expect(
      meanVector([
        [10, 0],
        [0, 1],
      ]),
    ).toEqual([Math.SQRT1_2, Math.SQRT1_2].map((x) => expect.closeTo(x, 14)));
    expect(meanVector([[3, 4]])).toEqual([0.6, 0.8]);
  });

  it('is zeros when the vectors cancel, also where rounding leaves a rest', () => {
    expect(
      meanVector([
        [1, 2],
        [-1, -2],
      ]),
    ).toEqual([0, 0]);
    const third = (2 * Math.PI) / 3;
    expect(meanVector([0, 1, 2].map((k) => [Math.cos(k * third + 0.1), Math.sin(k * third + 0.1)]))).toEqual([
      0, 0,
    ]);
    expect(
      meanVector([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual([0, 0]);
  });

  it('refuses an empty list and unlike lengths', () => {
    expect(() => meanVector([])).toThrow(RangeError);
    expect(() => meanVector([[1, 2], [1]])).toThrow('found 2 and 1');
  });
});

describe('chunkSearchVector', () => {
  it('blends unit vectors by focus weight, 0.8 unless told', () => {
    const [chunk, context] = [random(64), random(64)];
    const [c, x] = [unit(chunk), unit(context)];
    const expected = unit(c.map((value, i) => 0.8 * value + 0.2 * x[i]!));
    chunkSearchVector(chunk, context).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 14));
    expect(cosine(chunkSearchVector(chunk, context, 1), chunk)).toBeCloseTo(1, 14);
    expect(cosine(chunkSearchVector(chunk, context, 0), context)).toBeCloseTo(1, 14);
  });

  it('does not care how long its inputs are', () => {
    expect(chunkSearchVector([5, 0], [0, 0.1], 0.5)).toEqual(
      [Math.SQRT1_2, Math.SQRT1_2].map((x) => expect.closeTo(x, 14)),
    );
  });

  it('leaves the chunk alone where the context is zero, at every weight', () => {
    for (const weight of [0, 0.3, 0.8, 1])
      expect(chunkSearchVector([3, 4], [0, 0], weight)).toEqual([0.6, 0.8]);
  });

  it('is zeros where chunk and context cancel', () => {
    expect(chunkSearchVector([3, 4], [-3, -4], 0.5)).toEqual([0, 0]);
  });

  it('refuses unlike lengths, a zero chunk and weights outside 0–1', () => {
    expect(() => chunkSearchVector([1, 0], [1])).toThrow('found 2 and 1');
    expect(() => chunkSearchVector([0, 0], [1, 0])).toThrow(RangeError);
    for (const weight of [-0.1, 1.1, NaN])
      expect(() => chunkSearchVector([1, 0], [0, 1], weight)).toThrow(
        `focusWeight must lie between 0 and 1, found ${weight}`,
      );
  });
});

describe('truncateDimensions', () => {
  it('keeps the first numbers at length one', () => {
    expect(truncateDimensions([3, 4, 12], 2)).toEqual([0.6, 0.8]);
    expect(truncateDimensions(Float32Array.of(3, 4, 12), 2)).toEqual([0.6, 0.8]);
    expect(() => truncateDimensions([1, 2], 3)).toThrow('cannot keep 3 dimensions of a vector of 2');
    for (const n of [0, 1.5, NaN]) expect(() => truncateDimensions([1, 2], n)).toThrow(RangeError);
  });
});
