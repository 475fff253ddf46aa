import {
  isHit,
  pairCell,
  setupTable,
  type CompareQuestion,
  type CompareRun,
  type FactRow,
  type PairCell,
  type PartialQuestion,
  type SharedQuestion,
} from './compare';
import type { ChunkOrigin } from './expansion';
import { groupBy } from '../../core/stats/aggregate';
import { decimal, isPresent, signedDecimal } from '../../core/stats/format';
import type { Loss } from '../../core/metrics/loss';
import { andList } from '../../core/stats/words';
import { originsText } from './expansionWords';
import type { MeasuredRun } from './measuredRun';

export const stageMeanings: Record<Loss, string> = {
  source: 'the answer is nowhere in the corpus',
  boundary: 'no chunk of its document covers the gold span whole',
  evidence: 'one required span was found and another was not',
  budget: 'found, but past the token budget',
  index: 'an exact search of the same rows finds it, the index left it out',
  ranking: 'a chunk holds it, but ranks below the cutoff or was not retrieved',
};

/** Runs are called by letters where their names would not fit. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);

/** What one side found, in a phrase. */
export function foundText({ rank, outcome, broughtBy }: CompareQuestion): string {
  if (outcome > 0 && !isHit({ outcome }))
    return `tied at rank ${rank}, expected hit ${Math.round(outcome * 100) / 100}`;
  if (rank === null) return 'not retrieved';
  return `rank ${rank}${broughtBy ? (isMerged(broughtBy) ? ', hits merged' : ', by neighbors') : ''}`;
}

/** Whether hits side by side did it, without a neighbor. */
const isMerged = (origins: readonly ChunkOrigin[]): boolean =>
  origins.every(({ distance }) => distance === 0);

/** How a side has it: by a hit, or by what stands beside its hits. */
function hasReason(letter: string, { rank, broughtBy }: CompareQuestion): string {
  if (!broughtBy) return `${letter} has it at rank ${rank}`;
  return `${letter} has it with its first ${rank === 1 ? 'hit' : `${rank} hits`}: ${originsText(broughtBy)}`;
}

/** Why a side did not hit, from its stage of loss or its rank. */
export function missReason(letter: string, side: CompareQuestion): string {
  if (side.loss !== null && side.loss !== 'ranking' && Object.hasOwn(stageMeanings, side.loss))
    return `${letter} lost it at ${side.loss}: ${stageMeanings[side.loss as Loss]}`;
  if (side.outcome > 0)
    return `${letter} ties it with others: expected hit ${Math.round(side.outcome * 100) / 100}`;
  if (side.rank === null)
    return `${letter} did not retrieve it${side.loss === 'ranking' ? ', though a context holds it' : ''}`;
  return `${letter} ranks it ${side.rank}${side.loss === 'ranking' ? ', too deep' : ''}`;
}

/** The pair's outcome on one question in a sentence part: who has it, and why the other has not. */
export function pairReason(
  a: CompareQuestion,
  b: CompareQuestion,
  letters: readonly [string, string],
): string {
  switch (pairCell(a, b)) {
    case 'onlyA':
      return `${hasReason(letters[0], a)}; ${missReason(letters[1], b)}`;
    case 'onlyB':
      return `${hasReason(letters[1], b)}; ${missReason(letters[0], a)}`;
    case 'neither':
      return `${missReason(letters[0], a)}; ${missReason(letters[1], b)}`;
    case 'both':
      if (a.broughtBy || b.broughtBy) return `${hasReason(letters[0], a)}; ${hasReason(letters[1], b)}`;
      return a.rank === b.rank
        ? `both at rank ${a.rank}`
        : `${letters[0]} at rank ${a.rank}, ${letters[1]} at rank ${b.rank}`;
  }
}

/** Unlike setups that a reader should know of before reading a difference. */
export function setupWarnings(runs: readonly CompareRun[]): string[] {
  return unlikeFacts(runs, true);
}

/** The other differences of the setups: what the runs are compared for. */
export function otherDifferences(runs: readonly CompareRun[]): string[] {
  return unlikeFacts(runs, false);
}

function unlikeFacts(runs: readonly CompareRun[], warning: boolean): string[] {
  return setupTable(runs)
    .filter(({ warns, isUnlike }) => warns === warning && isUnlike)
    .map(
      ({ label, values }) =>
        `${label}: ${[...groupBy(values.keys(), (place) => values[place] ?? 'n/a')].map(([value, places]) => `${value} in ${andList(places.map(letterOf))}`).join('; ')}`,
    );
}

/**
 * What unlike expansion costs: mean tokens that each run returns within `k` hits, over the
 * shared questions. null where all runs expand alike, and where no run tells its tokens.
 */
export function tokenDifference(
  runs: readonly CompareRun[],
  shared: readonly SharedQuestion[],
  k: number,
): string | null {
  const expansion = setupTable(runs).find(({ id }) => id === 'expansion');
  if (!expansion?.isUnlike || shared.length === 0) return null;
  const means = runs.map((_, place) => {
    const tokens = shared.map(({ sides }) => sides[place]!.tokens);
    if (!tokens.every((own) => own !== undefined)) return null;
    const mean = (of: 'handedOver' | 'hits') => tokens.reduce((sum, own) => sum + own[of], 0) / tokens.length;
    return { handedOver: mean('handedOver'), hits: mean('hits') };
  });
  const known = means.flatMap((mean) => mean?.handedOver ?? []);
  if (known.length === 0) return null;
  const least = Math.min(...known);
  const parts = means.map((mean, place): string => {
    const letter = letterOf(place);
    if (!mean) return `not stored in ${letter}`;
    const more = mean.handedOver - least;
    const added = mean.handedOver - mean.hits;
    if (more > 0)
      return `${decimal(mean.handedOver)} in ${letter}, ${decimal(more)} more${least > 0 ? ` (${decimal(mean.handedOver / least)} times as many)` : ''}`;
    return `${decimal(mean.handedOver)} in ${letter}${known.length === 1 && added > 0 ? `, ${decimal(added)} of them added by neighbors` : ''}`;
  });
  return `Tokens returned by the first ${k === 1 ? 'hit' : `${k} hits`}, mean of a question: ${parts.join('; ')}`;
}

/** One line per cost that any of the runs states; null where one states no such thing. */
export function costLines(runs: readonly Pick<MeasuredRun, 'costs'>[]): {
  label: string;
  values: (string | null)[];
  /** First less second of two runs; null where one has no number. */
  difference: (first: number, second: number) => string | null;
}[] {
  const labels = new Set(runs.flatMap(({ costs }) => costs.map(({ label }) => label)));
  return [...labels].map((label) => {
    const own = runs.map(({ costs }) => costs.find((cost) => cost.label === label));
    return {
      label,
      values: own.map((cost) => cost?.value ?? null),
      difference(first, second) {
        const [a, b] = [own[first]?.amount, own[second]?.amount];
        return isPresent(a) && isPresent(b) ? signedDecimal(a - b) : null;
      },
    };
  });
}

/** Facts on which the runs agree, apart from those on which they do not; what none has is left out. */
export function splitFacts(runs: readonly CompareRun[]): { unlike: FactRow[]; alike: FactRow[] } {
  const table = setupTable(runs);
  return {
    unlike: table.filter(({ isUnlike }) => isUnlike),
    alike: table.filter(({ isUnlike, values }) => !isUnlike && values.some((value) => value !== null)),
  };
}

/** What a cell of the 2 × 2 holds, in words. */
export function cellLabel(cell: PairCell, a: string, b: string): string {
  return { both: 'both hit', onlyA: `only ${a}`, onlyB: `only ${b}`, neither: 'neither' }[cell];
}

/** A family by its longer name where it has one. */
export function nameOf(runs: readonly Pick<MeasuredRun, 'familyLabels'>[], family: string): string {
  return (
    runs.map(({ familyLabels }) => familyLabels.get(family)).find((label) => label !== undefined) ?? family
  );
}

/** In which runs a question stands: “only in A”. */
export function presentIn({ sides }: PartialQuestion): string {
  return `only in ${andList(sides.flatMap((side, place) => (side ? [letterOf(place)] : [])))}`;
}
