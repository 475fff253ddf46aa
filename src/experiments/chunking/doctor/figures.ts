import { counted } from '../../../core/stats/words';
import type { BenchmarkRun } from '../measure/benchmark';
import { rowFigures, type RowFigures } from '../measure/figures';
import { costKeys } from '../measure/metricKeys';
import { verdicts } from '../measure/verdicts';
import type { ChunkingRow } from '../formats';
import type { StoredBenchmark } from '../stored';
import type { MeasuredRun } from './measured';
import type { ExamineOptions } from '../../../analysis/doctor/options';
import { compareValues, openCheck, type DoctorCheck } from '../../../analysis/doctor/findings';

/** How much of a row's figures can be computed again: what counts no tokens, also costs, or all. */
type Reach = 'no tokens' | 'costs' | 'all';

/**
 * Every figure of the summary against the rankings: means, intervals, baselines, losses, the
 * best row, the declared comparisons with their correction, and the tie groups of every
 * column. Token costs only with a run that was measured on the text.
 */
export async function checkFigures(
  stored: StoredBenchmark,
  run: BenchmarkRun,
  measured: MeasuredRun | null,
  step: ExamineOptions['step'],
): Promise<DoctorCheck> {
  const { summary } = stored;
  const check = openCheck('figures', 'Figures, comparisons and places follow from the rankings');
  const options = { draws: summary.bootstrap.draws };
  await step?.({ kind: 'means and intervals' }, 0, 1);
  const again = rowFigures(measured ?? run, options);
  const stepped = stored.budgets.size > 0;
  summary.rows.forEach((row, index) => {
    const reach: Reach = measured === null ? 'no tokens' : row.retriever === 'bm25' ? 'all' : 'costs';
    const own = again.find((other) => other.row === row.row);
    compareValues(
      check,
      { file: 'summary.json', path: ['rows', index], about: row.label, row: row.row },
      within(row, reach, stepped),
      own && within(own, reach, stepped),
    );
  });
  const isCost = (metric: string): boolean => costKeys.some((key) => key === metric);
  const checked = ({ metric }: { metric: string }): boolean => measured !== null || !isCost(metric);
  // What a run without text cannot count, its file says.
  const costs = new Map(
    summary.rows.map(({ row, metrics }) => [row, metrics.contextTokensAt90?.tokens ?? null] as const),
  );
  const found = await verdicts(
    measured ?? run,
    { ...options, groups: checked, ...(measured ? {} : { costs }) },
    step,
  );
  compareValues(
    check,
    { file: 'summary.json', path: ['best'], about: 'the highlighted row' },
    summary.best,
    found.best,
  );
  compareValues(
    check,
    { file: 'summary.json', path: ['comparisons'] },
    summary.comparisons,
    found.comparisons,
  );
  checkGroups(check, summary.tieGroups, found.tieGroups, checked);
  const groups = summary.tieGroups.filter(checked).length;
  return check.close(
    `${counted(again.length, 'row')} with means and intervals (${counted(options.draws, 'draw')}), ${counted(summary.comparisons.length, 'comparison')}, the places in ${counted(groups, 'column')}${measured === null ? '; of the token costs only their cutoffs, since they need the text' : ', token costs among them'}`,
  );
}

type Groups = readonly { table: string; metric: string; groups: readonly (readonly string[])[] }[];

function checkGroups(
  check: Parameters<typeof compareValues>[0],
  stored: Groups,
  found: Groups,
  checked: (group: { metric: string }) => boolean,
): void {
  const keyOf = ({ table, metric }: { table: string; metric: string }): string => `${table} ${metric}`;
  const byKey = new Map(found.map((group) => [keyOf(group), group]));
  const seen = new Set<string>();
  stored.forEach((group, index) => {
    const key = keyOf(group);
    const again = byKey.get(key);
    if (seen.has(key))
      check.add({
        file: 'summary.json',
        path: `$.tieGroups[${index}]`,
        found: `${group.metric} of the ${group.table} table again`,
        expected: 'each column once',
      });
    seen.add(key);
    if (checked(group))
      compareValues(
        check,
        {
          file: 'summary.json',
          path: ['tieGroups', index, 'groups'],
          about: `places on ${group.metric}, ${group.table} table`,
        },
        group.groups,
        again?.groups,
      );
  });
  for (const group of found)
    if (!seen.has(keyOf(group)))
      check.add({
        file: 'summary.json',
        path: '$.tieGroups',
        found: `nothing for ${group.metric} of the ${group.table} table`,
        expected: 'the places in every column',
      });
}

/** What of a row is compared. */
function within(
  { metrics, budgetCurve, meanTokens, ...row }: ChunkingRow | RowFigures,
  reach: Reach,
  stepped: boolean,
) {
  if (reach === 'all') return { ...row, metrics, budgetCurve, meanTokens };
  const { contextTokensAt90, uniqueContextTokensAt90, ...shares } = metrics;
  const cutoffs = {
    contextTokensAt90: contextTokensAt90 && { cutoff: contextTokensAt90.cutoff },
    uniqueContextTokensAt90: uniqueContextTokensAt90 && { cutoff: uniqueContextTokensAt90.cutoff },
  };
  const hitRates = stepped ? budgetCurve : budgetCurve.map(({ tokens, hitRate }) => ({ tokens, hitRate }));
  return reach === 'costs'
    ? { ...row, metrics, meanTokens, budgetCurve: hitRates }
    : { ...row, metrics: { ...shares, ...cutoffs }, budgetCurve: hitRates };
}
