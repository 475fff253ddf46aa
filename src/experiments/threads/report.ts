import type { ReportContents, ReportFiles } from '../../analysis/report/contents';
import { count, decimal, percent, points, score, signedScore } from '../../core/stats/format';
import { counted } from '../../core/stats/words';
import type { ThreadsFacts, ThreadsSummary } from './formats';
import { floorWords, halfScale, threadsLimits } from './limits';
import { closingNote, factMetricLabels, rowLabel, searchLabel } from './measure/headline';
import type { FactMetric } from './measure/figures';
import { reportedSteps, threadReferences } from './measure/rows';
import { searchColumns, searchRowsOf, threadsColumns, threadsRows } from './scorecard';

/** The probe in a sentence: where its piece stands and what the whole-turn vector says. */
export const probeWords = ({
  rank,
  of,
  cosine,
  whole,
  wholeTokens,
}: ThreadsSummary['probes'][number]): string =>
  [
    rank === null
      ? 'no piece of the right turn is stored'
      : `its piece ranks ${count(rank)} of ${count(of)} at a cosine of ${score(cosine)}`,
    whole === null
      ? `the whole turn has no vector in the old index (${count(wholeTokens)} tokens with what is kept of it)`
      : `the whole-turn vector scores ${score(whole)}`,
  ].join('; ');

/** What a report says of an experiment on threads. */
export function threadsContents(summary: ThreadsSummary, files: ReportFiles): ReportContents {
  const { rows, comparisons, searches, searchComparisons, bootstrap, settings, model, threads } = summary;
  const facts = files.get('facts.json') as ThreadsFacts | undefined;
  const [whole, groups] = ['whole', 'groups'].map((id) => searches.find(({ search }) => search === id));
  return {
    what: [
      summary.question,
      `${counted(threads.length, 'thread')} with ${counted(summary.facts, 'fact')}, each looked for in its own thread: once among whole turns, once among pieces of ${count(settings.pieceBytes)} bytes with their label.`,
    ],
    soWhat: [summary.headline],
    howSure: [
      `95 % intervals from ${count(bootstrap.draws)} bootstrap draws over ${count(bootstrap.clusters)} threads, seed ${bootstrap.random.seed} of ${bootstrap.random.generator}.`,
      ...closingNote(summary),
    ],
    cost: [
      ...rows.slice(0, 1).map((row) => `Whole turns: ${counted(row.vectors, 'vector')}.`),
      `Pieces: ${counted(rows.at(-1)?.vectors ?? 0, 'vector')}; the blend with the mean needs no further one.`,
      ...(whole && groups
        ? [
            `A mixed message: ${decimal(groups.searches.value)} searches and ${count(Math.round(groups.tokensAttached.value ?? 0))} tokens by groups, one search and ${count(Math.round(whole.tokensAttached.value ?? 0))} tokens by one vector.`,
          ]
        : []),
    ],
    limits: threadsLimits(summary),
    setup: [
      ['Model', `${model.name} (${model.revision}), ${model.dimensions} dimensions, ${model.windowing}`],
      [
        'Pieces',
        `${count(settings.pieceBytes)} bytes with their label; focus weight ${settings.focusWeight}`,
      ],
      [
        'Whole turns',
        `joined until ${settings.wholeTurns.words} words; none over ${count(settings.wholeTurns.maxTokens)} tokens; arguments cut to ${settings.wholeTurns.argumentsLength} characters, results over ${count(settings.wholeTurns.resultLength)} left out`,
      ],
      ['Floor', floorWords(settings.floor)],
      ['Places of a part', `${settings.limit}, from ${floorWords(settings.threshold)}`],
      ...summary.notices.map((notice): [string, string] => ['Notice', notice]),
    ],
    tables: [
      {
        id: 'rows',
        title: 'Whole turns and labelled pieces',
        rowName: 'Row',
        columns: threadsColumns(summary),
        rows: threadsRows(summary, () => ''),
        best: null,
      },
      ...(searches.length > 0
        ? [
            {
              id: 'searches',
              title: 'Messages of several subjects',
              rowName: 'Search',
              columns: searchColumns(summary),
              rows: searchRowsOf(summary, () => ''),
              best: null,
            },
          ]
        : []),
    ],
    comparisons: [
      {
        title: 'Each step of the method',
        comparisons,
        label: rowLabel,
        measure: ({ metric }) => factMetricLabels[metric as FactMetric],
        format: (value, { metric }) => (metric === 'reciprocalRank' ? signedScore(value) : points(value)),
      },
      ...(searchComparisons.length > 0
        ? [
            {
              title: 'Subjects of mixed messages that are found',
              comparisons: searchComparisons,
              label: searchLabel,
              measure: () => 'subjects found',
              format: (value: number) => points(value),
            },
          ]
        : []),
    ],
    curves: [],
    trees: [],
    asides: [
      ...(summary.probes.length > 0
        ? [
            {
              title: 'One detail in a large tool result',
              words: [
                'Reported by the source: first of 39 pieces, at a cosine of .59 against .45 for the whole turn.',
              ],
              table: {
                id: 'probes',
                title: 'One detail in a large tool result',
                columns: [
                  { label: 'Fact', figures: false },
                  { label: 'Rank of the piece', figures: true },
                  { label: 'Pieces', figures: true },
                  { label: 'Cosine', figures: true },
                  { label: 'Whole turn', figures: true },
                ],
                rows: summary.probes.map(({ fact, rank, of, cosine, whole: old }) => [
                  { text: facts?.facts[fact]?.id ?? `fact ${fact + 1}` },
                  { text: count(rank), value: rank },
                  { text: count(of), value: of },
                  { text: score(cosine), value: cosine },
                  { text: old === null ? 'no vector' : score(old), value: old },
                ]),
              },
            },
          ]
        : []),
      {
        title: 'Reported by the source',
        words: [
          `On its own threads with its own model; not measured here. The blend adds ${points(reportedSteps.blend)}, text context instead of the mean ${points(reportedSteps.textContext)}.`,
        ],
        table: {
          id: 'reported',
          title: 'Reported by the source',
          columns: [
            { label: 'Row', figures: false },
            ...Object.values(factMetricLabels).map((label) => ({ label, figures: true })),
          ],
          rows: threadReferences.map(({ label, topRightAboveFloor, topRight, reciprocalRank }) => [
            { text: label },
            { text: percent(topRightAboveFloor), value: topRightAboveFloor },
            { text: percent(topRight), value: topRight },
            { text: score(reciprocalRank), value: reciprocalRank },
          ]),
        },
      },
    ],
    inspected: facts
      ? {
          things: 'facts',
          family: 'Thread',
          items: facts.facts.map(({ id, thread, text }) => ({
            id,
            family: threads[thread]!.title || threads[thread]!.id,
            ...(text !== '' && { text }),
          })),
          rows: facts.rows.map(({ row, rank, hit, topScore }) => ({
            label: rowLabel(row),
            outcome: rank.map((own, fact) =>
              own === null
                ? 'no vector of the right turn'
                : `rank ${count(own)}; top score ${score(topScore[fact])}, ${score(halfScale(topScore[fact]!))} as (1 + cosine) / 2`,
            ),
            missed: hit.map((own) => own < 1),
          })),
        }
      : null,
  };
}
