import { beforeAll, describe, expect, it } from 'vitest';
import { blendMethod, blendMethods } from '../../../../experiments/blend/measure/methods';
import { decode } from '../../../../artifact/decode';
import {
  blendConditions,
  blendSimilaritiesFormat,
  blendSummaryFormat,
  type BlendSimilarities,
} from '../../../../experiments/blend/formats';
import similaritiesText from '../../../../../artifacts/contextual-blend/similarities.json?raw';
import summaryText from '../../../../../artifacts/contextual-blend/summary.json?raw';
import {
  hidingFilters,
  listLines,
  lostOf,
  rescueCounts,
  scopeOutcomes,
  type BlendFilters,
} from './blendList';
import { blendTable, itemOutcome, type BlendTable } from './blendTable';
import { decidingTerm, recordPair, termLines } from './pairModel';
import { excerpt, rankedRecords } from './rankingModel';
import { hitSpans, nearestHit, pointAt, rankByWeight, rankPath } from './whatIfModel';

const similarities: BlendSimilarities = decode(
  blendSimilaritiesFormat,
  'similarities.json',
  JSON.parse(similaritiesText),
);
const summary = decode(blendSummaryFormat, 'summary.json', JSON.parse(summaryText));
const table: BlendTable = blendTable(similarities);
const start: BlendFilters = {
  method: 'blend80',
  condition: 'both',
  block: 'both',
  kind: 'specific',
  split: 'evaluation',
  family: null,
  show: 'misses',
  rescuedBy: null,
};
const recordName = (item: { block: 'context' | 'intent' }, record: number) =>
  similarities[item.block].records[record]!.id;

beforeAll(async () => {
  for (const condition of blendConditions) await table.prepare(condition);
});

describe('misses of the published run', () => {
  it('lose what the summary says, for every method, condition and kind', () => {
    for (const row of summary.rows) {
      for (const condition of blendConditions) {
        for (const [kind, estimate] of [
          ['specific', row.top1[condition]],
          ['generic', row.coverageAt4[condition]],
        ] as const) {
          const { lost, n } = lostOf(scopeOutcomes(table, { ...start, method: row.row, condition, kind }));
          const perQuery = kind === 'generic' ? 4 : 1;
          expect(n, `${row.row} ${condition} ${kind}`).toBe(estimate.n * perQuery);
          expect(lost, `${row.row} ${condition} ${kind}`).toBeCloseTo((1 - estimate.value!) * n, 6);
        }
      }
    }
  });

  it('count a four-way tie as three quarters of a miss', () => {
    const outcomes = scopeOutcomes(table, { ...start, method: 'sentence', condition: 'clean' });
    expect(
      outcomes.every(
        ({ kind, lost, firstRank, lastRank }) =>
          kind === 'tied' && lost === 0.75 && firstRank === 1 && lastRank === 4,
      ),
    ).toBe(true);
    expect(lostOf(outcomes)).toEqual({ lost: 96, n: 128 });
  });

  it('are the same whether ranked together or one by one', () => {
    const item = table.items[100]!;
    expect(itemOutcome(similarities, blendMethod('blend50'), 'query', item)).toEqual(
      table.outcome('blend50', 'query', item),
    );
  });
});

describe('the list', () => {
  it('holds misses only, and sorts by any column with a stable order', () => {
    const lines = listLines(table, start, [], recordName);
    expect(lines.every(({ outcome }) => outcome.kind !== 'hit')).toBe(true);
    const byMargin = listLines(table, start, [{ column: 'margin', descending: true }], recordName).map(
      ({ outcome }) => outcome.margin,
    );
    expect(byMargin).toEqual([...byMargin].sort((a, b) => b - a));
    expect(listLines(table, { ...start, show: 'all' }, [], recordName)).toHaveLength(128);
  });

  it('names the others that hit a query, and filters by one of them', () => {
    const counts = rescueCounts(table, start);
    expect(counts).toHaveLength(15);
    for (const { row, rescued } of counts) {
      const lines = listLines(table, { ...start, rescuedBy: row }, [], recordName);
      expect(lines, row).toHaveLength(rescued);
      expect(lines.every(({ rescuers }) => rescuers.includes(row))).toBe(true);
    }
    const clean = listLines(table, { ...start, rescuedBy: 'blend80@clean' }, [], recordName);
    expect(clean.every(({ outcome }) => table.outcome('blend80', 'clean', outcome.item).kind === 'hit')).toBe(
      true,
    );
  });

  it('tells every filter that hides a query, and clearing them lets it in', () => {
    const generic = table.items.find(
      ({ kind, split, block }) => kind === 'generic' && split === 'development' && block === 'context',
    )!;
    const filters: BlendFilters = { ...start, block: 'intent', family: 'passport', rescuedBy: 'sentence' };
    const outcome = table.outcome('blend80', 'both', generic);
    const hiding = hidingFilters(table, filters, outcome);
    expect(hiding.map(({ filter }) => filter)).toEqual(
      expect.arrayContaining(['kind', 'block', 'split', 'family']),
    );
    const cleared: BlendFilters = Object.assign({}, filters, ...hiding.map((one) => one.cleared));
    expect(hidingFilters(table, cleared, outcome)).toEqual([]);
    expect(listLines(table, cleared, [], recordName).map((line) => line.outcome.item.id)).toContain(
      generic.id,
    );
  });
});

describe('one query', () => {
  const missed = () => scopeOutcomes(table, start).filter(({ kind }) => kind === 'missed');

  it('is ranked whole, with the winner above the target by the margin', () => {
    for (const outcome of missed().slice(0, 10)) {
      const block = similarities[outcome.item.block];
      const ranking = rankedRecords(block, blendMethod('blend80'), 'both', outcome.item.index);
      expect(ranking).toHaveLength(block.records.length);
      const target = ranking.find(({ relevant }) => relevant)!;
      expect(target.firstRank).toBe(outcome.firstRank);
      expect(ranking[0]!.score - target.score).toBe(outcome.margin);
      expect(ranking[0]!.record).toBe(outcome.winner);
    }
  });

  it('has terms that add up to both scores', () => {
    for (const method of blendMethods) {
      const [outcome] = missed();
      const block = similarities[outcome!.item.block];
      const ranking = rankedRecords(block, method, 'both', outcome!.item.index);
      const pair = recordPair(block, method, 'both', outcome!.item.index, ranking, null);
      const lines = termLines(pair, method);
      expect(lines.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
      for (const [side, { score, queryNorm, storedNorm }] of [pair.target, pair.other].entries()) {
        expect(lines.reduce((sum, { shares }) => sum + shares[side]!, 0)).toBeCloseTo(score, 9);
        for (const { weight, dots, shares } of lines)
          expect(shares[side]).toBeCloseTo((weight * dots[side]!) / (queryNorm * storedNorm), 12);
      }
    }
  });

  it('may be set beside any record, and the swap weight is where the two are level', () => {
    let swaps = 0;
    for (const outcome of missed()) {
      const block = similarities[outcome.item.block];
      const method = blendMethod('blend80');
      const ranking = rankedRecords(block, method, 'both', outcome.item.index);
      const against = ranking[9]!;
      const { target, other, margin, swap } = recordPair(
        block,
        method,
        'both',
        outcome.item.index,
        ranking,
        against.id,
      );
      expect(other.record).toBe(against.record);
      expect(margin).toBeCloseTo(against.score - target.score, 12);
      if (!swap) continue;
      swaps += 1;
      const weights = { queryWeight: swap.weight, storedWeight: swap.weight };
      const level = rankedRecords(block, weights, 'both', outcome.item.index);
      const scoreOf = (record: number) => level.find((entry) => entry.record === record)!.score;
      expect(scoreOf(target.record)).toBeCloseTo(scoreOf(other.record), 8);
    }
    expect(swaps).toBeGreaterThan(0);
  });

  it('finds the term that favours the leader most', () => {
    const line = (id: 'pieceToPiece' | 'contextToContext', shares: [number, number]) => ({
      id,
      label: id,
      weight: 0.5,
      dots: shares,
      shares,
    });
    const lines = [line('pieceToPiece', [0.5, 0.52]), line('contextToContext', [0.3, 0.2])];
    expect(decidingTerm(lines, -0.08)?.id).toBe('contextToContext');
    expect(decidingTerm(lines, 0.01)?.id).toBe('pieceToPiece');
    expect(decidingTerm([line('pieceToPiece', [0.5, 0.5])], 0)).toBeNull();
  });

  it('agrees with the measured rows at their weights', () => {
    const outcome = missed()[3]!;
    for (const percent of [20, 50, 80, 95]) {
      const measured = table.outcome(`blend${percent}`, 'both', outcome.item);
      const point = pointAt(similarities[outcome.item.block], 'both', outcome.item.index, percent / 100);
      expect([point.firstRank, point.lastRank, point.expected]).toEqual([
        measured.firstRank,
        measured.lastRank,
        measured.expected,
      ]);
    }
  });
});

describe('an excerpt of a ranking', () => {
  const ranking = Array.from({ length: 20 }, (_, record) => ({
    record,
    id: `r${record}`,
    family: 'f',
    score: 1 - record / 20,
    firstRank: record + 1,
    lastRank: record + 1,
    relevant: false,
    sameFamily: false,
  }));
  const shape = (keep: number[], top?: number) =>
    excerpt(ranking, new Set(keep), top).map((entry) =>
      typeof entry === 'number' ? `+${entry}` : entry.record,
    );

  it('keeps the top and the neighbours of what is asked for, and counts the rest', () => {
    expect(shape([10], 3)).toEqual([0, 1, 2, '+6', 9, 10, 11, '+8']);
    expect(shape([3, 19], 3)).toEqual([0, 1, 2, 3, 4, '+13', 18, 19]);
    expect(shape([], 20)).toHaveLength(20);
  });
});

describe('the sweep over weights', () => {
  const at = (weight: number, expected: number, rank = 1) => ({
    weight,
    expected,
    firstRank: rank,
    lastRank: rank,
  });
  const points = [at(0, 1), at(0.25, 1), at(0.5, 0, 3), at(0.75, 0.5), at(1, 1)];

  it('joins neighbouring hits into spans', () => {
    expect(hitSpans(points)).toEqual([
      { low: 0, high: 0.25 },
      { low: 1, high: 1 },
    ]);
    expect(hitSpans([])).toEqual([]);
  });

  it('finds the hit nearest to a weight', () => {
    expect(nearestHit(points, 0.8)).toBe(1);
    expect(nearestHit(points, 0.5)).toBe(0.25);
    expect(nearestHit([at(0, 0)], 0.5)).toBeNull();
  });

  it('draws through the middle of tied ranks', () => {
    expect(
      rankPath(
        [at(0, 1), { weight: 1, expected: 0.25, firstRank: 1, lastRank: 4 }],
        (weight) => weight * 100,
        (rank) => rank * 10,
      ),
    ).toBe('M0.0,10.0L100.0,25.0');
  });

  it('covers the whole range in hundredths', () => {
    const outcome = table.items[0]!;
    const swept = rankByWeight(similarities[outcome.block], 'clean', outcome.index);
    expect(swept).toHaveLength(101);
    expect([swept[0]!.weight, swept[80]!.weight, swept[100]!.weight]).toEqual([0, 0.8, 1]);
  });
});
