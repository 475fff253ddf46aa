import {
  blendMethods,
  type BlendBlock,
  type BlendCondition,
  type BlendWeights,
} from '../../../../experiments/blend/measure/methods';
import { rankBlendQuery, relevantRecords } from '../../../../experiments/blend/measure/ranking';
import { rankingOutcome } from '../../../../experiments/blend/measure/outcomes';
import { rankGroups, tieOutcome, type TieOutcome } from '../../../../core/metrics/ties';
import { blendBlocks, type BlendSimilarities } from '../../../../experiments/blend/formats';

/** A query of either block. */
export interface BlendItem {
  id: string;
  block: BlendBlock;
  /** Its place among the queries of its block. */
  index: number;
  family: string;
  kind: 'specific' | 'generic';
  split: 'development' | 'evaluation';
  /** Records that answer it: 1 for a specific query, those of the family for a generic one. */
  targets: number;
}

export type OutcomeKind = TieOutcome['kind'];

/** What one setup found for one query. */
export interface ItemOutcome {
  item: BlendItem;
  /** Specific: hit, tied or missed at rank 1. Generic: all, some or none of the family among the first four. */
  kind: OutcomeKind;
  /** Expected top 1, or expected coverage at 4. */
  expected: number;
  /** Targets lost: (1 − expected) × targets. */
  lost: number;
  /** Ranks that the target may have within its tie group; a generic query's lowest target. */
  firstRank: number;
  lastRank: number;
  /** Records of the block. */
  target: number;
  winner: number;
  /** Score of the best other record less that of the target. */
  margin: number;
}

/** Outcomes of every setup and query, computed when asked for and kept. */
export interface BlendTable {
  items: readonly BlendItem[];
  /** By id; ids are those of both blocks. */
  item(id: string): BlendItem | undefined;
  /** In the order of `items`. */
  outcomes(row: string, condition: BlendCondition): readonly ItemOutcome[];
  outcome(row: string, condition: BlendCondition, item: BlendItem): ItemOutcome;
  /** Ranks every row under a condition, a few milliseconds at a time. */
  prepare(condition: BlendCondition): Promise<void>;
}

/** What one setup found for one query, from the dot products. */
export function itemOutcome(
  similarities: BlendSimilarities,
  weights: BlendWeights,
  condition: BlendCondition,
  item: BlendItem,
): ItemOutcome {
  const block = similarities[item.block];
  const relevant = relevantRecords(block, item.index);
  const ranking = rankBlendQuery(block, weights, condition, item.index);
  const { order, scores } = ranking;
  const { top1, coverageAt4 } = rankingOutcome(item.kind, ranking, relevant);
  const expected = (top1 ?? coverageAt4)!;
  const target = order.findLastIndex((record) => relevant.has(record));
  const winner = order.findIndex((record) => !relevant.has(record));
  const group = rankGroups(
    scores,
    order.map((record) => relevant.has(record)),
  ).find(({ above, tied }) => target < above + tied)!;
  return {
    item,
    kind: tieOutcome(expected).kind,
    expected,
    lost: (1 - expected) * item.targets,
    firstRank: group.above + 1,
    lastRank: group.above + group.tied,
    target: order[target]!,
    winner: order[winner]!,
    margin: scores[winner]! - scores[target]!,
  };
}

const tables = new WeakMap<BlendSimilarities, BlendTable>();

/** The one table of a similarities file. */
export function blendTable(similarities: BlendSimilarities): BlendTable {
  let table = tables.get(similarities);
  if (!table) tables.set(similarities, (table = createTable(similarities)));
  return table;
}

/** Longest stretch of ranking before the page gets a turn. */
const sliceMs = 8;

function createTable(similarities: BlendSimilarities): BlendTable {
  const items = blendBlocks.flatMap((block) =>
    similarities[block].queries.map(({ id, family, kind, split }, index): BlendItem => ({
      id,
      block,
      index,
      family,
      kind,
      split,
      targets:
        kind === 'generic'
          ? similarities[block].records.filter((record) => record.family === family).length
          : 1,
    })),
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  const place = new Map(items.map((item, index) => [item, index]));
  const known = new Map<string, ItemOutcome[]>();
  const weightsOf = (row: string): BlendWeights =>
    blendMethods.find((method) => method.row === row) ?? missingRow(row);
  const keyOf = (row: string, condition: BlendCondition) => `${row} ${condition}`;
  const compute = (row: string, condition: BlendCondition, item: BlendItem) =>
    itemOutcome(similarities, weightsOf(row), condition, item);
  const outcomes = (row: string, condition: BlendCondition) => {
    const key = keyOf(row, condition);
    let found = known.get(key);
    if (!found) known.set(key, (found = items.map((item) => compute(row, condition, item))));
    return found;
  };

  const pending = new Map<BlendCondition, Promise<void>>();
  const rankAll = async (condition: BlendCondition) => {
    let began = performance.now();
    for (const { row } of blendMethods) {
      if (known.has(keyOf(row, condition))) continue;
      const found: ItemOutcome[] = [];
      for (const item of items) {
        found.push(compute(row, condition, item));
        if (performance.now() - began < sliceMs) continue;
        await new Promise((resolve) => setTimeout(resolve));
        began = performance.now();
      }
      known.set(keyOf(row, condition), found);
    }
  };
  return {
    items,
    item: (id) => byId.get(id),
    outcomes,
    outcome: (row, condition, item) =>
      known.get(keyOf(row, condition))?.[place.get(item)!] ?? compute(row, condition, item),
    prepare: (condition) => {
      let promise = pending.get(condition);
      if (!promise) pending.set(condition, (promise = settled(rankAll(condition))));
      return promise;
    },
  };
}

/** Marks a promise once it is done, so that `use()` reads it at once: a change of condition must not blink. */
function settled(promise: Promise<void>): Promise<void> {
  void promise.then(() => Object.assign(promise, { status: 'fulfilled', value: undefined }));
  return promise;
}

function missingRow(row: string): never {
  throw new RangeError(`no blend method is called "${row}"`);
}
