import { isHit, pairCell, setupTable, type CompareQuestion, type CompareRun, type FactRow, type PairCell, type PartialQuestion } from '../../core/experiments/compare';
import { groupBy } from '../../core/stats/aggregate';
import type { LossStage } from '../chunking';
import { andList } from '../scorecard/words';
import { stageMeanings } from './chunkingRun';
import type { MeasuredRun } from './measuredRun';

/** Runs are called by letters where their names would not fit. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);

/** What one side found, in a phrase. */
export function foundText({ rank, outcome }: CompareQuestion): string {
  if (outcome > 0 && !isHit({ outcome })) return `tied at rank ${rank}, expected hit ${Math.round(outcome * 100) / 100}`;
  return rank === null ? 'not retrieved' : `rank ${rank}`;
}

/** Why a side did not hit, from its stage of loss or its rank. */
export function missReason(letter: string, side: CompareQuestion): string {
  if (side.loss !== null && side.loss !== 'ranking' && Object.hasOwn(stageMeanings, side.loss)) return `${letter} lost it at ${side.loss}: ${stageMeanings[side.loss as LossStage]}`;
  if (side.outcome > 0) return `${letter} ties it with others: expected hit ${Math.round(side.outcome * 100) / 100}`;
  if (side.rank === null) return `${letter} did not retrieve it${side.loss === 'ranking' ? ', though a context holds it' : ''}`;
  return `${letter} ranks it ${side.rank}${side.loss === 'ranking' ? ', too deep' : ''}`;
}

/** The pair's outcome on one question in a sentence part: who has it, and why the other has not. */
export function pairReason(a: CompareQuestion, b: CompareQuestion, letters: readonly [string, string]): string {
  switch (pairCell(a, b)) {
    case 'onlyA':
      return `${letters[0]} has it at rank ${a.rank}; ${missReason(letters[1], b)}`;
    case 'onlyB':
      return `${letters[1]} has it at rank ${b.rank}; ${missReason(letters[0], a)}`;
    case 'neither':
      return `${missReason(letters[0], a)}; ${missReason(letters[1], b)}`;
    case 'both':
      return a.rank === b.rank ? `both at rank ${a.rank}` : `${letters[0]} at rank ${a.rank}, ${letters[1]} at rank ${b.rank}`;
  }
}

/** Unlike setups that a reader should know of before reading a difference. */
export function setupWarnings(runs: readonly CompareRun[]): string[] {
  return setupTable(runs)
    .filter(({ warns, isUnlike }) => warns && isUnlike)
    .map(({ label, values }) => `${label}: ${[...groupBy(values.keys(), (place) => values[place] ?? 'n/a')].map(([value, places]) => `${value} in ${andList(places.map(letterOf))}`).join('; ')}`);
}

/** Facts on which the runs agree, apart from those on which they do not; what none has is left out. */
export function splitFacts(runs: readonly CompareRun[]): { unlike: FactRow[]; alike: FactRow[] } {
  const table = setupTable(runs);
  return { unlike: table.filter(({ isUnlike }) => isUnlike), alike: table.filter(({ isUnlike, values }) => !isUnlike && values.some((value) => value !== null)) };
}

/** What a cell of the 2 × 2 holds, in words. */
export function cellLabel(cell: PairCell, a: string, b: string): string {
  return { both: 'both hit', onlyA: `only ${a}`, onlyB: `only ${b}`, neither: 'neither' }[cell];
}

/** A family by its longer name where it has one. */
export function nameOf(runs: readonly Pick<MeasuredRun, 'familyLabels'>[], family: string): string {
  return runs.map(({ familyLabels }) => familyLabels.get(family)).find((label) => label !== undefined) ?? family;
}

/** In which runs a question stands: “only in A”. */
export function presentIn({ sides }: PartialQuestion): string {
  return `only in ${andList(sides.flatMap((side, place) => (side ? [letterOf(place)] : [])))}`;
}
