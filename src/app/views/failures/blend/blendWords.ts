import { blendMethods, type BlendCondition } from '../../../../experiments/blend/measure/methods';
import { count, decimal } from '../../../../core/stats/format';
import type { MatrixColumn } from '../failureMatrixModel';
import type { BlendFilters } from './blendList';
import { rescuerOf } from './blendList';
import type { ItemOutcome, OutcomeKind } from './blendTable';

export const conditionLabels: Record<BlendCondition, string> = {
  clean: 'Clean texts',
  stored: 'Noise in stored texts',
  query: 'Noise in queries',
  both: 'Noise in both',
};

export const blockLabels = {
  context: 'context: one word, four senses',
  intent: 'intent: one subject, four operations',
} as const;

/** A query that lost its target altogether, in part, or not at all. */
export const outcomeLabels: Record<'specific' | 'generic', Record<OutcomeKind, string>> = {
  specific: { hit: 'hit', tied: 'tied', missed: 'missed' },
  generic: { hit: 'all found', tied: 'some found', missed: 'none found' },
};

export function methodLabel(row: string): string {
  return blendMethods.find((method) => method.row === row)?.label ?? row;
}

/** A setup in a phrase: `80/20 blend, noise in queries`. */
export function setupLabel(row: string, condition: BlendCondition): string {
  return `${methodLabel(row)}, ${conditionLabels[condition].toLowerCase()}`;
}

/** Rows that blend nothing, as short as a column of the matrix. */
const noBlend: Readonly<Record<string, string>> = {
  sentence: 'Sentence',
  whole: 'Whole',
  'focus-then-whole': 'Focus, then whole',
};

export const methodColumns: readonly MatrixColumn[] = blendMethods.map(({ row, label, role }) => {
  const short = noBlend[row];
  if (short !== undefined) return { id: row, label: short, fullLabel: label, group: 'No blend' };
  if (role === 'one-sided') return { id: row, label, fullLabel: label, group: 'One side blended' };
  return {
    id: row,
    label: label.replace(' blend', ''),
    fullLabel: label,
    group: 'Same blend on both sides (focus / context)',
  };
});

/** What is counted as lost, in the plural. */
export function countedWord(kind: 'specific' | 'generic'): string {
  return kind === 'specific' ? 'queries' : 'records';
}

const showWords: Record<'specific' | 'generic', Record<BlendFilters['show'], string>> = {
  specific: { misses: 'all misses', missed: 'missed only', tied: 'tied only', all: 'all queries' },
  generic: { misses: 'all incomplete', missed: 'none found', tied: 'some found', all: 'all queries' },
};

export function showLabel(kind: 'specific' | 'generic', show: BlendFilters['show']): string {
  return showWords[kind][show];
}

/** A filter with its value, as a notice names it. */
export function filterLabel(filters: BlendFilters, filter: keyof BlendFilters): string {
  switch (filter) {
    case 'method':
      return `method: ${methodLabel(filters.method)}`;
    case 'condition':
      return `condition: ${conditionLabels[filters.condition].toLowerCase()}`;
    case 'block':
      return `block: ${filters.block}`;
    case 'kind':
      return `kind: ${filters.kind} queries`;
    case 'split':
      return `families: ${filters.split}`;
    case 'family':
      return `family: ${filters.family}`;
    case 'show':
      return `show: ${showLabel(filters.kind, filters.show)}`;
    case 'rescuedBy': {
      const { row, condition } = rescuerOf(filters.rescuedBy ?? '', filters.condition);
      return `rescued by: ${setupLabel(row, condition)}`;
    }
  }
}

/** `3`, or `2–5` where ties leave it open. */
export function rankText(first: number, last: number): string {
  return first === last ? count(first) : `${count(first)}–${count(last)}`;
}

/** Records found of those asked for: `1 of 4`, `2.5 of 4`. */
export function foundText({ expected, item }: Pick<ItemOutcome, 'expected' | 'item'>): string {
  return `${decimal(Math.round(expected * item.targets * 1e9) / 1e9, 2)} of ${item.targets}`;
}
