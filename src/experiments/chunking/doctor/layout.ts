import { counted } from '../../../core/stats/words';
import { strategyById, type StrategyId } from '../../../core/chunking/registry';
import type { ChunkingSummary } from '../formats';
import type { StoredBenchmark } from '../stored';
import { openCheck, type CheckBook, type DoctorCheck } from '../../../analysis/doctor/findings';

type Strategy = ChunkingSummary['strategies'][number];

/** Whether a strategy of a run is one that this program cuts by. */
export function isKnownStrategy(id: string): id is StrategyId {
  return strategyById(id) !== undefined;
}

/** The chunk of a document that begins at a place of a flat list of spans. */
const spanAt = (spans: readonly number[], index: number): [start: number, end: number] => [
  spans[2 * index]!,
  spans[2 * index + 1]!,
];
const show = ([start, end]: readonly [number, number]): string => `[${start}, ${end})`;

/**
 * Overlaps and returned spans against what each strategy allows: chunks overlap only where
 * the strategy has an overlap, none lies in the one before it, and what is returned is the
 * chunk, its neighbors or its parent. Strategies that this program does not know must
 * return at least the chunk.
 */
export function checkLayout({ summary, chunks }: StoredBenchmark): DoctorCheck {
  const check = openCheck('layout', 'Chunks overlap and return what their strategy allows');
  let looked = 0;
  for (const strategy of summary.strategies) {
    chunks.forEach(({ strategies }, document) => {
      const own = strategies[strategy.id];
      if (!own) return;
      looked += own.contextOf.length;
      const place = {
        check,
        file: `chunks/${document}.json`,
        path: `$.strategies[${JSON.stringify(strategy.id)}]`,
        strategy,
      };
      checkOverlaps(place, own.indexed);
      checkReturned(place, own);
    });
  }
  return check.close(
    `${counted(looked, 'chunk')} of ${counted(summary.strategies.length, 'strategy', 'strategies')}`,
  );
}

interface Place {
  check: CheckBook;
  file: string;
  path: string;
  strategy: Strategy;
}

const isOverlapping = ({ id, parameters }: Strategy): boolean =>
  !isKnownStrategy(id) || (typeof parameters['overlap'] === 'number' && parameters['overlap'] > 0);

function checkOverlaps({ check, file, path, strategy }: Place, indexed: readonly number[]): void {
  for (let i = 1; i < indexed.length / 2; i++) {
    const [own, before] = [spanAt(indexed, i), spanAt(indexed, i - 1)];
    check.looked(1);
    const place = {
      file,
      path: `${path}.indexed[${2 * i}]`,
      found: `${show(own)} after ${show(before)}`,
      about: strategy.label,
    };
    if (own[0] < before[1] && !isOverlapping(strategy))
      check.add({ ...place, expected: `a start from ${before[1]} on: this strategy does not overlap` });
    else if (own[1] <= before[1] && isKnownStrategy(strategy.id))
      check.add({ ...place, expected: `an end past ${before[1]}: no chunk lies in the one before it` });
  }
}

interface Spans {
  indexed: readonly number[];
  contexts: readonly number[];
  contextOf: readonly number[];
}

function checkReturned(
  { check, file, path, strategy }: Place,
  { indexed, contexts, contextOf }: Spans,
): void {
  const kind = strategyById(strategy.id)?.returns ?? null;
  const { neighbors } = strategy.parameters;
  const last = indexed.length / 2 - 1;
  contextOf.forEach((context, i) => {
    check.looked(1);
    const [own, returned] = [spanAt(indexed, i), spanAt(contexts, context)];
    const fault = {
      file,
      path: `${path}.contextOf[${i}]`,
      found: `${show(returned)}, returned for ${show(own)}`,
      about: strategy.label,
    };
    if (kind === 'itself' && (returned[0] !== own[0] || returned[1] !== own[1]))
      check.add({ ...fault, expected: `${show(own)}, the chunk itself` });
    else if (kind === 'neighbors' && typeof neighbors === 'number') {
      const window = [
        spanAt(indexed, Math.max(0, i - neighbors))[0],
        spanAt(indexed, Math.min(last, i + neighbors))[1],
      ] as const;
      if (returned[0] !== window[0] || returned[1] !== window[1])
        check.add({ ...fault, expected: `${show(window)}, with ${neighbors} sentences on each side` });
    } else if (returned[0] > own[0] || own[1] > returned[1])
      check.add({ ...fault, expected: 'a span that holds the chunk' });
  });
  if (kind !== 'parent') return;
  for (let i = 1; i < contexts.length / 2; i++) {
    const [own, before] = [spanAt(contexts, i), spanAt(contexts, i - 1)];
    check.looked(1);
    if (own[0] < before[1])
      check.add({
        file,
        path: `${path}.contexts[${2 * i}]`,
        found: `${show(own)} after ${show(before)}`,
        expected: `a start from ${before[1]} on: parents do not overlap`,
        about: strategy.label,
      });
  }
}
