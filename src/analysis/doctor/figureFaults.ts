import { BUDGETS } from '../../core/metrics/budget';
import type { DoctorCheck, Finding } from './findings';

/** What the doctor has found about figures that a scorecard shows. */
export interface FigureFaults {
  /** The first finding about a row's figure, by column; `block` for a figure of one block alone. */
  figure(row: string, column: string, block?: string): Finding | undefined;
  /** The first finding about a comparison, by its index in a list of the summary; the main one unless told. */
  comparison(index: number, list?: string): Finding | undefined;
}

/** By row, block and column, or by comparison, from the findings about `summary.json`. */
export function figureFaults(checks: readonly DoctorCheck[]): FigureFaults {
  const figures = new Map<string, Finding>();
  const comparisons = new Map<string, Finding>();
  for (const finding of checks.flatMap(({ findings }) => findings)) {
    if (finding.file !== 'summary.json') continue;
    const [compared] = /^\$[^ ]*\.comparisons\[\d+\]/.exec(finding.path) ?? [];
    if (compared !== undefined && !comparisons.has(compared)) comparisons.set(compared, finding);
    if (finding.row === undefined) continue;
    const { block, column } = columnOfPath(finding.path);
    const key = keyOf(finding.row, column, block);
    if (!figures.has(key)) figures.set(key, finding);
  }
  return {
    figure: (row, column, block = '') => figures.get(keyOf(row, column, block)),
    comparison: (index, list = '$.comparisons') => comparisons.get(`${list}[${index}]`),
  };
}

const keyOf = (row: string, column: string, block: string): string => JSON.stringify([row, column, block]);

/** Ends of a path that belong to one figure: its value, its ends, what it counts. */
const parts = /(\.(value|n|interval|tInterval|exactBound|tokens|cutoff)(\[\d\])?)+$/;

/** The column that shows what lies at a path of a row: `$.rows[3].metrics.hitAt["5"].value` is `hitAt.5`. */
export function columnOfPath(path: string): { block: string; column: string } {
  const dotted = path
    .replace(/^\$(\.expansions\[\d+\])?\.rows\[\d+\]\.?/, '')
    .replaceAll(/\["([^"\]]*)"\]/g, '.$1');
  const block = /^blocks\.(\w+)\./.exec(dotted)?.[1] ?? '';
  const own = dotted
    .replace(/^blocks\.\w+\./, '')
    .replace(/^metrics\./, '')
    .replace(/^baseline\./, 'chance.')
    .replace(
      /^budgetCurve\[(\d+)\]\.hitRate/,
      (_, place: string) => `budget.${BUDGETS[Number(place)] ?? ''}`,
    );
  return { block, column: own.replace(parts, '') };
}
