import { blendConditions, blendMetrics, type BlendCondition } from '../../experiments/blend/measure/methods';
import { gainSentence, splitSentences } from '../../experiments/blend/measure/headline';
import { count, interval, percent, pValue, points, score } from '../../core/stats/format';
import type { Estimate } from '../../artifact/common';
import type { BlendSummary } from '../../experiments/blend/formats';
import type { Scorecard } from '../experiment';
import { alignColumns } from '../table';

type Cells = Record<BlendCondition, Estimate>;

const perCondition = <T>(make: (condition: BlendCondition) => T) =>
  Object.fromEntries(blendConditions.map((condition) => [condition, make(condition)]));
const boundsOf = (cell: Estimate) => cell.interval ?? cell.exactBound;

/** The scorecard as data: measured rows, then what chance and the source would put there, marked as references. */
function rowsOf({ rows, references, baseline, counts, model }: BlendSummary): Record<string, unknown>[] {
  const n = { n: counts.specificEvaluationQueries, nGeneric: counts.genericEvaluationQueries };
  const figures = (name: string, cells: Cells) => ({
    [name]: perCondition((condition) => cells[condition].value),
    [`${name}Interval`]: perCondition((condition) => boundsOf(cells[condition])),
  });
  const measured = rows.map(({ row, label, role, queryWeight, storedWeight, focusFirst, ...cells }) => ({
    row,
    label,
    role,
    queryWeight,
    storedWeight,
    ...(focusFirst && { focusFirst }),
    model: model.name,
    ...n,
    ...Object.assign({}, ...blendMetrics.map((metric) => figures(metric, cells[metric]))),
  }));
  const chance = {
    row: 'random',
    label: 'Random ranking',
    reference: true,
    ...n,
    ...Object.fromEntries(blendMetrics.map((metric) => [metric, perCondition(() => baseline[metric])])),
  };
  const reported = references.map(({ row, besides, label, source, top1, coverageAt4, n, note }) => ({
    row,
    label,
    reference: true,
    besides,
    source,
    n,
    top1,
    reportedCoverageAt4: coverageAt4,
    note,
  }));
  return [...measured, chance, ...reported];
}

/** The scorecard for people. */
function textOf(summary: BlendSummary): string {
  const { rows, references, baseline, comparisons, apart, selection, counts, model, headline, bootstrap } =
    summary;
  const cell = (estimate: Estimate, format: (value: number) => string) => {
    const bounds = boundsOf(estimate);
    return `${estimate.value === null ? 'n/a' : format(estimate.value)} ${interval(bounds?.[0], bounds?.[1], format)}`;
  };
  const table = (
    title: string,
    pick: (row: BlendSummary['rows'][number]) => Cells,
    chance: number | null,
    format: (value: number | null) => string,
    extra: string[][] = [],
  ) => [
    title,
    alignColumns([
      ['', ...blendConditions],
      ...rows.map((row) => [
        row.row,
        ...blendConditions.map((condition) => cell(pick(row)[condition], format)),
      ]),
      ['random ranking', ...blendConditions.map(() => format(chance))],
      ...extra,
    ]),
    '',
  ];
  const differences = (title: string, pairs: typeof comparisons) => [
    `${title} (sign flips over families, Holm over all of them)`,
    alignColumns([
      ['', 'measure', 'condition', 'difference', '95 % interval', 'p', 'adjusted p', 'verdict'],
      ...pairs.map(({ a, b, metric, condition, difference, interval: bounds, p, adjustedP, verdict }) => [
        `${a} against ${b}`,
        metric,
        condition ?? '',
        points(difference),
        interval(bounds?.[0], bounds?.[1], points),
        pValue(p),
        pValue(adjustedP),
        verdict.replace(/\ba\b/, a).replace(/\bb\b/, b),
      ]),
    ]),
    '',
  ];
  const reported = references.map(({ row, top1 }) => [
    row,
    ...blendConditions.map((condition) => percent(top1[condition])),
  ]);
  const specific = `${counts.specificEvaluationQueries} specific queries`;
  return [
    headline,
    '',
    `Model: ${model.name} (${model.revision}), ${model.dimensions} dimensions. Intervals: 95 %, ${count(bootstrap.draws)} bootstrap draws over ${bootstrap.clusters} families.`,
    'Conditions: where five unrelated sentences stand. Rows that begin "reported" are the source\'s, on its own fixtures.',
    '',
    ...table(`Right record first, ${specific}`, ({ top1 }) => top1, baseline.top1, percent, reported),
    ...table(
      `Right family first, ${specific}`,
      ({ familyFirst }) => familyFirst,
      baseline.familyFirst,
      percent,
    ),
    ...table(
      `Right record first among the four of its family, ${specific}`,
      ({ withinFamily }) => withinFamily,
      baseline.withinFamily,
      percent,
    ),
    ...table(
      `Mean reciprocal rank, ${specific}`,
      ({ reciprocalRank }) => reciprocalRank,
      baseline.reciprocalRank,
      score,
    ),
    ...table(
      `Share of the family's records in the first four, ${counts.genericEvaluationQueries} generic queries`,
      ({ coverageAt4 }) => coverageAt4,
      baseline.coverageAt4,
      percent,
    ),
    ...differences('Declared comparisons of the right record first', comparisons),
    ...differences(
      'Declared apart: against the baseline that the source does not have, right record first',
      apart.baseline,
    ),
    ...differences('Declared apart: in which half of the task the blend gains', apart.split),
    gainSentence(summary),
    ...splitSentences(summary),
    '',
    'Focus weight chosen on development families',
    alignColumns([
      ['', 'top-1', 'coverage at 4', 'harmonic mean', ''],
      ...selection.candidates.map(({ row, top1, coverageAt4, harmonicMean }) => [
        row,
        percent(top1),
        percent(coverageAt4),
        score(harmonicMean),
        row === selection.chosen ? 'chosen' : '',
      ]),
    ]),
  ].join('\n');
}

export function blendScorecard(summary: BlendSummary): Scorecard {
  return { rows: rowsOf(summary), text: textOf(summary) };
}
