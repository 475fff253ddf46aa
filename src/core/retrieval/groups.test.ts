import { randomLcg, randomNormal } from 'd3-random';
import { describe, expect, it } from 'vitest';
import { packVectors } from '../vectors/matrix';
import { cosine } from '../vectors/vectors';
import { searchGlobal, searchGroups, searchWhole, starvedParts, unreachedParts } from './groups';

/** A unit vector whose cosine with axis `axis` is `score`, the rest on the last axis. */
function near(axis: number, score: number): number[] {
  const vector = [0, 0, 0, 0];
  vector[axis] = score;
  vector[3] = Math.sqrt(1 - score * score);
  return vector;
}

const parts = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];

describe('searchGroups', () => {
  it('gives each part its own best above the threshold, without filling up', () => {
    const stored = [near(0, 0.9), near(1, 0.5), near(0, 0.7), near(1, 0.2), near(0, 0.8)];
    expect(
      searchGroups(parts, stored, { limit: 2, threshold: 0.35 }).map((hits) =>
        hits.map(({ index }) => index),
      ),
    ).toEqual([[0, 4], [1], []]);
  });

  it('takes five places from 0.35 unless told', () => {
    const stored = Array.from({ length: 9 }, (_, i) => near(0, 0.3 + i / 100));
    expect(searchGroups([parts[0]!], stored)[0]!.map(({ index }) => index)).toEqual([8, 7, 6, 5]);
    expect(searchGroups([parts[0]!], stored, { threshold: -1 })[0]).toHaveLength(5);
  });

  it('counts a cosine at the threshold in', () => {
    expect(searchGroups([[1, 0]], [[0.6, 0.8]], { threshold: 0.6 })[0]).toEqual([{ index: 0, score: 0.6 }]);
    expect(searchGroups([[1, 0]], [[0.6, 0.8]], { threshold: 0.6000001 })[0]).toEqual([]);
  });

  it('lets one stored vector stand in several groups, ties by stored order', () => {
    const both = [1, 1, 0, 0];
    expect(
      searchGroups([both, both], [both, [2, 2, 0, 0], both], { limit: 2 }).map((hits) =>
        hits.map(({ index }) => index),
      ),
    ).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it('gives empty groups for nothing stored and no groups for no parts', () => {
    expect(searchGroups(parts, [])).toEqual([[], [], []]);
    expect(searchGroups([], [[1, 2]])).toEqual([]);
  });

  it('is exact on random vectors, plain and packed', () => {
    const normal = randomNormal.source(randomLcg(31))();
    const vector = () => Array.from({ length: 48 }, normal);
    const [asked, stored] = [Array.from({ length: 4 }, vector), Array.from({ length: 300 }, vector)];
    const expected = asked.map((part) =>
      stored
        .map((row, index) => ({ index, score: cosine(part, row) }))
        .filter(({ score }) => score >= 0.1)
        .sort((a, b) => b.score - a.score)
        .slice(0, 6),
    );
    const groups = searchGroups(asked, stored, { limit: 6, threshold: 0.1 });
    expect(groups.map((hits) => hits.map(({ index }) => index))).toEqual(
      expected.map((hits) => hits.map(({ index }) => index)),
    );
    groups.forEach((hits, part) =>
      hits.forEach(({ score }, rank) =>
        expect(Math.abs(score - expected[part]![rank]!.score)).toBeLessThan(1e-12),
      ),
    );
    const packed = searchGroups(asked, packVectors(stored), { limit: 6, threshold: 0.1 });
    expect(packed.map((hits) => hits.map(({ index }) => index))).toEqual(
      groups.map((hits) => hits.map(({ index }) => index)),
    );
  });

  it('refuses impossible options and vectors', () => {
    expect(() => searchGroups(parts, [], { limit: 0 })).toThrow(
      'limit must be a whole number of at least 1, found 0',
    );
    expect(() => searchGroups(parts, [], { threshold: NaN })).toThrow(
      'threshold must be a cosine, found NaN',
    );
    expect(() => searchGroups([[1, 0], [1]], [[1, 0]])).toThrow(
      'query vector 1 has 1 dimensions, expected 2',
    );
    expect(() => searchGroups([[1, NaN]], [[1, 0]])).toThrow(RangeError);
  });
});

describe('the wrong ways', () => {
  // Part 0 has many good results, part 1 one weaker one, part 2 none.
  const stored = [...Array.from({ length: 8 }, (_, i) => near(0, 0.9 - i / 100)), near(1, 0.5)];

  it('starve a part under one global cut', () => {
    const options = { limit: 2, threshold: 0.35 };
    const groups = searchGroups(parts, stored, options);
    const global = searchGlobal(parts, stored, options);
    expect(global.map(({ index, part }) => [index, part])).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => [index, 0]),
    );
    expect(starvedParts(groups, global)).toEqual([1]);
    expect(starvedParts(groups, searchGlobal(parts, stored, { limit: 3, threshold: 0.35 }))).toEqual([]);
  });

  it('order equal scores by stored order, then by part', () => {
    const both = [1, 1, 0, 0];
    expect(
      searchGlobal([both, both], [both, both], { limit: 2 }).map(({ index, part }) => [index, part]),
    ).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });

  it('miss a part with one vector for the whole message', () => {
    const groups = searchGroups(parts, stored, { limit: 2 });
    const whole = searchWhole([1, 0.2, 0, 0], stored, { parts: 3, limit: 2 });
    expect(whole.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(unreachedParts(groups, whole)).toEqual([1]);
    expect(unreachedParts(groups, searchWhole([1, 1, 0, 0], stored, { parts: 3, limit: 3 }))).toEqual([]);
    expect(() => searchWhole([1], [[1]], { parts: 0 })).toThrow(RangeError);
  });
});
