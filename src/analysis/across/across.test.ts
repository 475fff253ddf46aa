import { describe, expect, it } from 'vitest';
import { clusterColumn } from '../../core/stats/aggregate';
import { randomSource } from '../../core/stats/rng';
import { acrossBudgets, acrossCorpora, type AcrossCorpus } from './across';
import { acrossFinding } from './finding';
import { acrossSentence, behind } from './words';

/** Questions of a corpus by cluster: whether each strategy covers each of them, the same at every budget. */
const corpus = (
  id: string,
  covered: Readonly<Record<string, readonly (readonly number[])[]>>,
  rest: Partial<AcrossCorpus> = {},
): AcrossCorpus => ({
  id,
  name: `the ${id}`,
  hash: id,
  cluster: 'document',
  strategies: Object.entries(covered).map(([strategy, clusters]) => ({
    id: strategy,
    label: strategy.toUpperCase(),
    settings: '256 tokens',
    columns: acrossBudgets.map(() => clusterColumn(clusters)),
  })),
  ...rest,
});

const random = randomSource(7);
/** Forty clusters of five questions, each covered with this chance. */
const coin = (share: number): number[][] =>
  Array.from({ length: 40 }, () => Array.from({ length: 5 }, () => Number(random() < share)));
const all = (value: number): number[][] => Array.from({ length: 40 }, () => Array<number>(5).fill(value));

describe('strategies across corpora', () => {
  it('have their share of each corpus, and what they are behind its best', () => {
    const { cells } = acrossCorpora([
      corpus('sea', {
        a: [
          [1, 1],
          [1, 0],
        ],
        b: [
          [1, 0],
          [0, 0],
        ],
      }),
      corpus('land', { a: [[0], [1]], b: [[1], [1]] }),
    ]);
    const at512 = cells.filter(({ budget }) => budget === 512);
    expect(
      at512.map(({ corpus, strategy, n, value, regret }) => ({ corpus, strategy, n, value, regret })),
    ).toEqual([
      { corpus: 'sea', strategy: 'a', n: 4, value: 0.75, regret: 0 },
      { corpus: 'sea', strategy: 'b', n: 4, value: 0.25, regret: 0.5 },
      { corpus: 'land', strategy: 'a', n: 2, value: 0.5, regret: 0.5 },
      { corpus: 'land', strategy: 'b', n: 2, value: 1, regret: 0 },
    ]);
  });

  it('have the largest regret of the corpus where they are worst, the best of each chosen anew in every draw', () => {
    const given = [
      corpus('sea', { a: coin(0.9), b: coin(0.8), c: coin(0.5) }),
      corpus('land', { a: coin(0.6), b: coin(0.85), c: coin(0.5) }),
    ];
    const options = { draws: 400, seed: 3 };
    const { largest } = acrossCorpora(given, options);
    // The same by single draws: clusters drawn, means, the best of each corpus, the larger gap.
    const strategies = ['a', 'b', 'c'];
    const gaps = strategies.map((): number[] => []);
    const sources = given.map((_, place) => randomSource(options.seed + place));
    for (let draw = 0; draw < options.draws; draw++) {
      const worst = strategies.map(() => 0);
      given.forEach(({ strategies: own }, place) => {
        const clusters = Array.from({ length: 40 }, () => Math.floor(sources[place]!() * 40));
        const means = own.map(({ columns: [column] }) => {
          const sum = clusters.reduce((total, g) => total + column!.sums[g]!, 0);
          return sum / clusters.reduce((total, g) => total + column!.counts[g]!, 0);
        });
        means.forEach((mean, s) => (worst[s] = Math.max(worst[s]!, Math.max(...means) - mean)));
      });
      worst.forEach((gap, s) => gaps[s]!.push(gap));
    }
    const quantile = (values: readonly number[], p: number): number => {
      const sorted = [...values].sort((x, y) => x - y);
      const at = (sorted.length - 1) * p;
      const below = Math.floor(at);
      return (
        sorted[below]! + (sorted[Math.min(below + 1, sorted.length - 1)]! - sorted[below]!) * (at - below)
      );
    };
    const found = largest.filter(({ budget }) => budget === 1024);
    expect(found.map(({ strategy }) => strategy)).toEqual(['b', 'a', 'c']);
    for (const { strategy, interval } of found) {
      const own = gaps[strategies.indexOf(strategy)]!;
      expect(interval![0]).toBeCloseTo(quantile(own, 0.025), 12);
      expect(interval![1]).toBeCloseTo(quantile(own, 0.975), 12);
    }
    expect(found.map(({ corpus }) => corpus)).toEqual(['sea', 'land', 'sea']);
  });

  it('are ordered where the draws can, and share a place where they cannot', () => {
    const alike = coin(0.7);
    const { cells, largest } = acrossCorpora([
      corpus('sea', { a: alike, b: alike, c: all(0) }),
      corpus('land', { a: alike, b: alike, c: all(0) }),
    ]);
    expect(
      largest.filter(({ budget }) => budget === 256).map(({ strategy, tieGroup }) => [strategy, tieGroup]),
    ).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ]);
    expect(
      cells
        .filter(({ budget, corpus }) => budget === 256 && corpus === 'land')
        .map(({ tieGroup }) => tieGroup),
    ).toEqual([1, 1, 2]);
  });

  it('have no interval and no order where a corpus has one cluster', () => {
    const { cells, largest } = acrossCorpora([
      corpus('sea', { a: [[1, 1, 1]], b: [[0, 0, 0]] }),
      corpus('land', { a: all(1), b: all(0) }),
    ]);
    expect(cells[0]).toMatchObject({ interval: null, regretInterval: null, tieGroup: 1 });
    expect(largest.filter(({ budget }) => budget === 256)).toMatchObject([
      { strategy: 'a', interval: null, tieGroup: 1 },
      { strategy: 'b', interval: null, tieGroup: 1 },
    ]);
  });

  it('count in a largest regret only where every corpus has them, with the same settings', () => {
    const wide = corpus('land', { a: all(1), b: all(1) });
    const { largest, notices, strategies } = acrossCorpora([
      corpus('sea', { a: all(1), b: all(0), c: all(1) }),
      {
        ...wide,
        strategies: wide.strategies.map((own) => (own.id === 'b' ? { ...own, settings: '128 tokens' } : own)),
      },
    ]);
    expect(new Set(largest.map(({ strategy }) => strategy))).toEqual(new Set(['a']));
    expect(strategies.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(notices).toEqual(['b has other settings on land: it counts in no largest regret.']);
  });

  it('take one corpus once, whatever experiments were made on it', () => {
    const { corpora, notices } = acrossCorpora([
      corpus('sea', { a: all(1) }),
      corpus('sea-again', { a: all(0) }, { hash: 'sea' }),
    ]);
    expect(corpora.map(({ id }) => id)).toEqual(['sea']);
    expect(notices).toEqual(['sea-again is measured on the same corpus as sea and was left out.']);
  });
});

describe('the sentence that follows', () => {
  it('names the strategy that is never far behind, and those that cannot be told apart from it', () => {
    const across = acrossCorpora([
      corpus('sea', { a: coin(0.95), b: coin(0.4), c: coin(0.1) }),
      corpus('land', { a: coin(0.7), b: coin(0.9), c: coin(0.1) }),
    ]);
    expect(acrossSentence(across, 512)).toMatch(
      /^At 512 tokens A is never far behind: at most \d+(\.\d)? points \[\d+(\.\d)?, \d+(\.\d)?\], on the land\.$/,
    );
  });

  it('orders nothing where nothing is established, on one corpus, or on none', () => {
    const alike = coin(0.7);
    const both = acrossCorpora([
      corpus('sea', { a: alike, b: alike }),
      corpus('land', { a: alike, b: alike }),
    ]);
    expect(acrossSentence(both, 512)).toBe(
      'At 512 tokens these 2 corpora establish no strategy that is bad less often than another; A falls behind least, by at most 0 points [0, 0].',
    );
    expect(acrossSentence(acrossCorpora([corpus('sea', { a: all(1), b: all(0) })]), 512)).toBe(
      'One corpus, the sea, shows no strategy that is good everywhere: that takes two or more.',
    );
    expect(acrossSentence(acrossCorpora([]), 512)).toBe('No corpus with evidence is measured yet.');
  });

  it('says a gap in points with its interval', () => {
    expect(behind(0.0321, [0.004, 0.051])).toBe('3.2 points [0.4, 5.1]');
    expect(behind(null, null)).toBe('n/a');
  });
});

describe('what the corpora establish together', () => {
  const two = (b: number) =>
    acrossFinding(
      acrossCorpora([
        corpus('sea', { a: all(1), b: coin(b), c: all(0) }),
        corpus('land', { a: all(1), b: coin(b), c: all(0) }),
      ]),
    )!;

  it('is the strategy that falls behind least, with how far at worst, in at most 25 words', () => {
    const found = two(0.5);
    expect(found.sentence).toBe('On 2 corpora A is never far behind the best at 512 tokens.');
    expect(found).toMatchObject({ value: 0, unit: 'points at worst', interval: [0, 0] });
    const { items } = found.picture as { items: { label: string; value: number; interval: number[] }[] };
    expect(items.map(({ label }) => label)).toEqual(['A', 'B', 'C']);
    expect(items[2]).toMatchObject({ value: -100, interval: [-100, -100] });
    expect(items[1]!.interval[0]).toBeLessThan(items[1]!.value);
    expect(JSON.stringify(found.picture).length).toBeLessThanOrEqual(1024);
  });

  it('names who is tied with it, and says when nobody is safer', () => {
    const tied = acrossFinding(
      acrossCorpora([
        corpus('sea', { a: coin(0.9), b: coin(0.9), c: all(0) }),
        corpus('land', { a: coin(0.9), b: coin(0.9), c: all(0) }),
      ]),
    )!;
    expect(tied.sentence).toMatch(
      /^On 2 corpora [AB] is never far behind the best at 512 tokens; [AB] cannot be told apart from it\.$/,
    );
    expect(tied.sentence.split(' ').length).toBeLessThanOrEqual(25);
    const nobody = acrossFinding(
      acrossCorpora([
        corpus('sea', { a: coin(0.9), b: coin(0.9) }),
        corpus('land', { a: coin(0.9), b: coin(0.9) }),
      ]),
    )!;
    expect(nobody.sentence).toBe('On 2 corpora no strategy is established as the safest at 512 tokens.');
  });

  it('is nothing for one corpus', () => {
    expect(acrossFinding(acrossCorpora([corpus('sea', { a: all(1) })]))).toBeNull();
  });
});
