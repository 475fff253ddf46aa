import { count, decimal, interval, percent, pValue, score } from '../../core/stats/format';
import type { Estimate } from '../../artifact/common';
import type { ThreadsFactFigures, ThreadsSummary } from '../../experiments/threads/formats';
import { probeWords } from '../../experiments/threads/report';
import { factMetrics } from '../../experiments/threads/measure/figures';
import {
  closingNote,
  differenceWords,
  factMetricLabels,
  rowLabel,
  searchLabel,
} from '../../experiments/threads/measure/headline';
import { declaredSteps, reportedSteps, threadReferences } from '../../experiments/threads/measure/rows';
import type { Scorecard } from '../experiment';
import { alignColumns } from '../table';

const boundsOf = (cell: Estimate) => cell.interval ?? cell.exactBound;

const figuresOf = (metrics: ThreadsFactFigures) =>
  Object.fromEntries(
    factMetrics.flatMap((metric) => [
      [metric, metrics[metric].value],
      [`${metric}Interval`, boundsOf(metrics[metric])],
    ]),
  );

/** One object a row: both indexes, then the searches of mixed messages, the probe, and what chance and the source would put there. */
function rowsOf(summary: ThreadsSummary): Record<string, unknown>[] {
  const { rows, searches, searchComparisons, comparisons, chance, probes, model, facts, settings } = summary;
  const steps = (row: string) =>
    declaredSteps.flatMap(({ step, a, b }) =>
      a === row
        ? [
            {
              step,
              against: b,
              ...Object.fromEntries(
                comparisons
                  .filter((own) => own.a === a && own.b === b)
                  .map(({ metric, difference, interval: bounds, adjustedP, verdict }) => [
                    metric,
                    { difference, interval: bounds, adjustedP, verdict },
                  ]),
              ),
            },
          ]
        : [],
    );
  return [
    ...rows.map(({ row, label, unit, hasLabel, context, vectors, withoutVector, n, metrics, languages }) => ({
      row,
      label,
      table: 'facts',
      unit,
      hasLabel,
      context,
      model: model.name,
      pieceBytes: settings.pieceBytes,
      floor: settings.floor,
      n,
      ...figuresOf(metrics),
      vectors,
      withoutVector,
      languages: Object.fromEntries(
        languages.map(({ language, n: own, metrics: apart }) => [language, { n: own, ...figuresOf(apart) }]),
      ),
      steps: steps(row),
    })),
    ...searches.map(({ search, label, messages, subjects, parts, lost, ...cells }) => ({
      row: search,
      label,
      table: 'messages',
      limit: settings.limit,
      threshold: settings.threshold,
      n: subjects,
      messages,
      parts,
      lost,
      ...Object.fromEntries(
        (['coverage', 'starvation', 'tokensAttached', 'attached', 'searches'] as const).flatMap((name) => [
          [name, cells[name].value],
          [`${name}Interval`, boundsOf(cells[name])],
        ]),
      ),
      against: searchComparisons
        .filter(({ a }) => a === search)
        .map(({ b, difference, interval: bounds, adjustedP, verdict }) => ({
          row: b,
          difference,
          interval: bounds,
          adjustedP,
          verdict,
        })),
    })),
    ...probes.map(({ rank, of, cosine, whole, wholeTokens }) => ({
      row: 'probe',
      label: 'One detail in a large tool result',
      table: 'probe',
      n: 1,
      rank,
      of,
      cosine,
      wholeTurnCosine: whole,
      wholeTurnTokens: wholeTokens,
    })),
    { row: 'random', label: 'Pieces in a random order', reference: true, n: facts, ...chance },
    ...threadReferences.map(({ label, ...reported }) => ({
      ...reported,
      label,
      reference: true,
      source: 'Contextual chunk retrieval, production part',
    })),
    {
      row: 'reported-blend',
      label: 'What the blend adds (reported)',
      reference: true,
      topRightDifference: reportedSteps.blend,
    },
    {
      row: 'reported-text-context',
      label: 'What text context adds (reported)',
      reference: true,
      topRightDifference: reportedSteps.textContext,
    },
    {
      row: 'reported-probe',
      label: 'One detail in a large tool result (reported)',
      reference: true,
      rank: reportedSteps.probe.rank,
      of: reportedSteps.probe.of,
      cosine: reportedSteps.probe.cosine,
      wholeTurnCosine: reportedSteps.probe.whole,
    },
  ];
}

const cellText = (cell: Estimate, format: (value: number | null) => string): string => {
  const bounds = boundsOf(cell);
  return cell.value === null
    ? format(null)
    : `${format(cell.value)} ${interval(bounds?.[0], bounds?.[1], format)}`;
};

function textOf(summary: ThreadsSummary): string {
  const { rows, searches, searchComparisons, probes, model, bootstrap, facts } = summary;
  const formats = [percent, percent, score];
  const factTable = (metricsOf: (row: ThreadsSummary['rows'][number]) => ThreadsFactFigures) =>
    alignColumns([
      ['', ...factMetrics.map((metric) => factMetricLabels[metric])],
      ...rows.map((row) => [
        row.row,
        ...factMetrics.map((metric, at) => cellText(metricsOf(row)[metric], formats[at]!)),
      ]),
    ]);
  const languages = rows[0]?.languages ?? [];
  return [
    summary.headline,
    '',
    `${count(facts)} facts, ${count(bootstrap.clusters)} threads; ${model.name}, ${model.dimensions} dimensions; intervals over threads.`,
    factTable(({ metrics }) => metrics),
    ...languages.flatMap(({ language, n }, position) => [
      '',
      `Only threads in “${language}” (${count(n)} facts)`,
      factTable((row) => row.languages[position]!.metrics),
    ]),
    '',
    'Where the difference comes from (top hit in the right section)',
    ...closingNote(summary).map((line) => `  ${line}`),
    ...probes.map((probe) => `\nOne detail in a large tool result: ${probeWords(probe)}.`),
    ...(searches.length === 0
      ? []
      : [
          '',
          `Mixed messages: ${count(searches[0]!.messages)} with ${count(searches[0]!.subjects)} subjects in ${count(searches[0]!.parts)} parts`,
          alignColumns([
            ['', 'subjects found', 'lost', 'starved parts', 'tokens attached', 'searches'],
            ...searches.map((own) => [
              own.search,
              cellText(own.coverage, percent),
              count(own.lost),
              cellText(own.starvation, percent),
              count(Math.round(own.tokensAttached.value ?? 0)),
              decimal(own.searches.value),
            ]),
          ]),
          ...searchComparisons.map(
            (own) =>
              `  ${searchLabel(own.a)} against ${searchLabel(own.b)}: ${differenceWords(own)}, p ${pValue(own.adjustedP)}, ${own.verdict === 'a beats b' ? `${searchLabel(own.a)} finds more` : own.verdict === 'b beats a' ? `${searchLabel(own.b)} finds more` : own.verdict}`,
          ),
        ]),
    '',
    'Reported by the source, on its own threads',
    alignColumns(
      threadReferences.map(({ besides, topRightAboveFloor, topRight, reciprocalRank }) => [
        rowLabel(besides),
        percent(topRightAboveFloor),
        percent(topRight),
        score(reciprocalRank),
      ]),
    ),
  ].join('\n');
}

/** What `show` prints of an experiment on threads. */
export const threadsScorecard = (summary: ThreadsSummary): Scorecard => ({
  rows: rowsOf(summary),
  text: textOf(summary),
});
