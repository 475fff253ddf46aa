import { describe, expect, it } from 'vitest';
import { blendedGlobal, blendedGroups, blendTable } from '../core/retrieval/blendTable';
import { randomSource } from '../core/stats/rng';
import { methodResults, ranksAlone, scoreAnatomy } from './methodRanking';

const settings = { weight: 0.8, limit: 3, threshold: -1 };

function drawnTable(seed = 3) {
  const random = randomSource(seed);
  const vector = () => Array.from({ length: 6 }, () => random() * 2 - 1);
  return blendTable({
    parts: [vector(), vector(), vector()],
    message: vector(),
    pieces: Array.from({ length: 12 }, vector),
    contexts: [vector(), vector(), vector()],
    contextOf: Array.from({ length: 12 }, (_, index) => index % 3),
  });
}

describe('methodResults', () => {
  /** Three directions: part 1 has many near pieces, part 2 one that is further away, part 3 none. */
  const table = blendTable({
    parts: [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ],
    message: [1, 0.2, 0, 0],
    pieces: [
      [1, 0.1, 0, 0],
      [1, 0, 0, 0.1],
      [1, 0, 0, 0.2],
      [1, 0, 0, 0.3],
      [1, 0, 0, 0.4],
      [1, 0, 0, 0.5],
      [0.2, 1, 0, 1.2],
    ],
    contexts: [[1, 0, 0, 0]],
    contextOf: [0, 0, 0, 0, 0, 0, 0],
  });
  const results = methodResults(table, ranksAlone(table), { weight: 1, limit: 2, threshold: 0.35 });

  it('gives each part its own group and says which the wrong ways lose', () => {
    expect(results.groups.map(({ places }) => places.map(({ index }) => index))).toEqual([[0, 1], [6], []]);
    expect(results.global).toHaveLength(6);
    expect(results.global.every(({ part }) => part === 0)).toBe(true);
    expect(results.starved).toEqual([1]);
    expect(results.unreached).toEqual([1]);
  });

  it('names the best piece of a part that finds nothing', () => {
    expect(results.groups[2]).toMatchObject({ places: [], best: { score: 0 } });
  });

  it('says where a piece would stand without its context', () => {
    const drawn = drawnTable();
    const alone = ranksAlone(drawn);
    for (const { places } of methodResults(drawn, alone, { ...settings, weight: 1, limit: 12 }).groups) {
      expect(places.map(({ rankAlone }) => rankAlone)).toEqual(places.map((_, index) => index + 1));
    }
    expect(
      methodResults(drawn, alone, { ...settings, weight: 0.3 }).groups.flatMap(({ places }) =>
        places.map(({ rankAlone }, rank) => rankAlone === rank + 1),
      ),
    ).toContain(false);
  });

  it('are those of the searches one by one', () => {
    const drawn = drawnTable(8);
    for (const options of [
      { limit: 2, threshold: 0.2 },
      { limit: 12, threshold: -1 },
      { limit: 1, threshold: 0.9 },
    ]) {
      const { groups, global } = methodResults(drawn, ranksAlone(drawn), { weight: 0.6, ...options });
      expect(groups.map(({ places }) => places.map(({ index, score }) => ({ index, score })))).toEqual(
        blendedGroups(drawn, 0.6, options),
      );
      expect(global).toEqual(blendedGlobal(drawn, 0.6, options));
      expect(groups.map(({ best }) => best)).toEqual(
        blendedGroups(drawn, 0.6, { limit: 1, threshold: -2 }).map(([hit]) => hit),
      );
    }
  });

  it('has nothing to say without pieces or parts', () => {
    const bare = blendTable({ parts: [[1, 0]], message: [1, 0], pieces: [], contexts: [], contextOf: [] });
    expect(methodResults(bare, ranksAlone(bare), settings)).toEqual({
      groups: [{ places: [], best: null }],
      whole: [],
      global: [],
      unreached: [],
      starved: [],
    });
    const mute = blendTable({
      parts: [],
      message: [1, 0],
      pieces: [[1, 0]],
      contexts: [[1, 0]],
      contextOf: [0],
    });
    expect(methodResults(mute, ranksAlone(mute), settings)).toMatchObject({
      groups: [],
      whole: [],
      global: [],
    });
  });
});

describe('scoreAnatomy', () => {
  const table = drawnTable();

  it('adds four terms up to the score by which the piece is ranked', () => {
    const { groups } = methodResults(table, ranksAlone(table), { ...settings, limit: 12 });
    groups.forEach(({ places }, part) =>
      places.forEach(({ index, score }, at) => {
        const anatomy = scoreAnatomy(table, part, index, 0.8);
        expect(anatomy.score).toBe(score);
        expect(anatomy.rank).toBe(at + 1);
        expect(anatomy.terms.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(score, 12);
        for (const { weight, dot, share } of anatomy.terms)
          expect((weight * dot) / (anatomy.queryNorm * anatomy.storedNorm)).toBeCloseTo(share, 12);
        expect(anatomy.leader?.index ?? index).toBe(places[0]!.index);
      }),
    );
  });

  it('finds a weight at which a piece draws level with the leader', () => {
    const levels = [0, 1, 2]
      .flatMap((part) =>
        Array.from({ length: 12 }, (_, piece) => ({
          part,
          piece,
          anatomy: scoreAnatomy(table, part, piece, 0.8),
        })),
      )
      .filter(({ anatomy }) => anatomy.levelAt !== null);
    expect(levels.length).toBeGreaterThan(0);
    for (const { part, piece, anatomy } of levels) {
      const [own, theirs] = [piece, anatomy.leader!.index].map(
        (one) => scoreAnatomy(table, part, one, anatomy.levelAt!).score,
      );
      expect(own).toBeCloseTo(theirs!, 9);
    }
  });
});
