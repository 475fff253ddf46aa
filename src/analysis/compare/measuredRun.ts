import type { CompareQuestion, CompareRun } from './compare';
import type { RunName } from './runId';

export interface Grouping {
  id: string;
  label: string;
}

/** A run with its questions, as page, command line and report compare it. */
export interface MeasuredRun extends CompareRun {
  name: RunName;
  groupings: readonly Grouping[];
  /** Families that have a longer name than their id. */
  familyLabels: ReadonlyMap<string, string>;
  /** Whether k and the rule change anything. */
  hasHitRule: boolean;
  /** What the run costs, as its own artifact states it. */
  costs: readonly Cost[];
}

/** One cost of a run: a name, the figure in words, and the number that differences are taken of where there is one. */
export interface Cost {
  label: string;
  value: string;
  amount?: number | null;
}

/** The family of a question, as the first run that has it names it; null where it has none. */
export function familyIn(grouping: string, sides: readonly (CompareQuestion | null)[]): string | null {
  const families = sides.find((side) => side !== null)?.families ?? {};
  return Object.hasOwn(families, grouping) ? families[grouping]! : null;
}

export const describeModel = ({
  name,
  revision,
  dimensions,
}: {
  name: string;
  revision: string;
  dimensions: number;
}): string => `${name} (${revision}), ${dimensions} dimensions`;
