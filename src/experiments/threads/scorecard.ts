import { estimateFigure, plainFigure, type Figure } from '../../analysis/scorecard/figure';
import type { FigureAddress, ScoreColumn, ScoreRow } from '../../analysis/scorecard/scoreTypes';
import { counted } from '../../core/stats/words';
import type { ThreadsRow, ThreadsSearchFigures, ThreadsSummary } from './formats';
import { factMetrics } from './measure/figures';
import { factMetricLabels } from './measure/headline';
import { messageSearchIds, methodRow } from './measure/rows';
import { floorWords } from './limits';

const factUnits = { topRightAboveFloor: 'share', topRight: 'share', reciprocalRank: 'score' } as const;

const groups = { all: 'All threads', stored: 'Stored' };

interface Plan {
  id: string;
  group: string;
  label: string;
  about: (summary: ThreadsSummary) => string;
  figure: (row: ThreadsRow) => Figure;
  total: (summary: ThreadsSummary) => number | null;
  /** Threads behind it; all of them unless told. */
  clusters?: number;
}

/** Languages that have columns of their own. */
const mostLanguages = 6;
const languageColumn = (metric: string, position: number): string => `language${position + 1}.${metric}`;

const aboutFact: Readonly<Record<(typeof factMetrics)[number], (summary: ThreadsSummary) => string>> = {
  topRightAboveFloor: ({ settings }) =>
    `Share of the facts whose first hit lies in a right turn at or above the floor, ${floorWords(settings.floor)}.`,
  topRight: () => 'Share of the facts whose first hit lies in a right turn.',
  reciprocalRank: () =>
    'Mean of 1 / rank of the first stored vector that holds a right turn; 0 where none does.',
};
const heads = { topRightAboveFloor: 'above floor', topRight: 'top hit right', reciprocalRank: 'MRR' };

const languagePlans = (summary: ThreadsSummary): Plan[] =>
  (summary.rows[0]?.languages ?? []).slice(0, mostLanguages).flatMap(({ language, threads, n }, position) =>
    factMetrics.map((metric): Plan => ({
      id: languageColumn(metric, position),
      group: `${counted(threads, 'thread')} in “${language}”`,
      label: heads[metric],
      about: (own) => `${aboutFact[metric](own)} Only the threads in “${language}”.`,
      figure: (row) =>
        estimateFigure(
          row.languages.find((own) => own.language === language)!.metrics[metric],
          factUnits[metric],
        ),
      total: () => n,
      clusters: threads,
    })),
  );

const basePlans: readonly Plan[] = [
  ...factMetrics.map((metric): Plan => ({
    id: metric,
    group: groups.all,
    label: heads[metric],
    about: aboutFact[metric],
    figure: (row) => estimateFigure(row.metrics[metric], factUnits[metric]),
    total: ({ facts }) => facts,
  })),
  {
    id: 'vectors',
    group: groups.stored,
    label: 'vectors',
    about: () => 'Vectors that are searched, in all threads together.',
    figure: (row) => plainFigure(row.vectors, 'count'),
    total: () => null,
  },
  {
    id: 'withoutVector',
    group: groups.stored,
    label: 'too long',
    about: ({ settings }) =>
      `Chunks of more than ${settings.wholeTurns.maxTokens} cl100k tokens: they have no vector and are never found.`,
    figure: (row) => plainFigure(row.withoutVector, 'count'),
    total: () => null,
  },
];

const plansOf = (summary: ThreadsSummary): Plan[] => [...basePlans, ...languagePlans(summary)];

export const threadsFirstColumns: readonly string[] = basePlans.map(({ id }) => id);
/** Every column that an experiment on threads may have. */
export const threadsColumnIds: readonly string[] = [
  ...threadsFirstColumns,
  ...Array.from({ length: mostLanguages }, (_, position) =>
    factMetrics.map((metric) => languageColumn(metric, position)),
  ).flat(),
];

export function threadsColumns(summary: ThreadsSummary): ScoreColumn[] {
  return plansOf(summary).map(({ id, group, label, about, total, clusters }) => ({
    id,
    group,
    label,
    fullLabel: (factMetricLabels as Readonly<Record<string, string>>)[id] ?? `${group}: ${label}`,
    about: about(summary),
    better: group === groups.stored ? null : 'higher',
    total: total(summary),
    groups: summary.tieGroups.find(({ metric }) => metric === id)?.groups ?? null,
    clusters: clusters ?? summary.bootstrap.clusters,
  }));
}

export function threadsRows(summary: ThreadsSummary, address: FigureAddress): ScoreRow[] {
  const plans = plansOf(summary);
  return summary.rows.map((row) => ({
    id: row.row,
    label: row.label,
    badges:
      row.row === methodRow ? [{ label: 'method', title: 'Written down before anything was measured' }] : [],
    note: row.about,
    role: row.unit,
    figures: new Map(plans.map(({ id, figure }) => [id, figure(row)])),
    link: (column) =>
      plans.find(({ id }) => id === column)?.group === groups.stored
        ? null
        : address('failures', { row: row.row, show: column === 'topRightAboveFloor' ? 'below' : 'missed' }),
  }));
}

/** What a random order of the pieces would give, as a row of its own. */
export function chanceRow({ chance, facts }: ThreadsSummary): ScoreRow {
  const figure = (value: number | null, unit: 'share' | 'score'): Figure => ({
    ...plainFigure(value, unit),
    n: facts,
  });
  return {
    id: 'random',
    label: 'Pieces in a random order',
    badges: [],
    role: 'chance',
    figures: new Map([
      ['topRight', figure(chance.topRight, 'share')],
      ['reciprocalRank', figure(chance.reciprocalRank, 'score')],
    ]),
    link: () => null,
  };
}

const searchPlans: readonly {
  id: string;
  label: string;
  about: string;
  better: ScoreColumn['better'];
  figure: (own: ThreadsSearchFigures) => Figure;
  total: (own: ThreadsSearchFigures) => number;
}[] = [
  {
    id: 'coverage',
    label: 'subjects found',
    about: 'Per-part coverage: share of the subjects with a piece of a right turn among what came back.',
    better: 'higher',
    figure: ({ coverage }) => estimateFigure(coverage, 'share'),
    total: ({ subjects }) => subjects,
  },
  {
    id: 'lost',
    label: 'lost',
    about: 'Subjects of which nothing came back.',
    better: 'lower',
    figure: ({ lost }) => plainFigure(lost, 'count'),
    total: ({ subjects }) => subjects,
  },
  {
    id: 'starvation',
    label: 'starved parts',
    about: 'Share of the parts that find something alone and have no place in the one list.',
    better: 'lower',
    figure: ({ starvation }) => estimateFigure(starvation, 'share'),
    total: ({ parts }) => parts,
  },
  {
    id: 'tokensAttached',
    label: 'tokens attached',
    about: 'Tokens of the distinct pieces that came back for a message, on average.',
    better: 'lower',
    figure: ({ tokensAttached }) => estimateFigure(tokensAttached, 'tokens'),
    total: ({ messages }) => messages,
  },
  {
    id: 'searches',
    label: 'searches',
    about: 'Searches for a message, on average.',
    better: 'lower',
    figure: ({ searches }) => estimateFigure(searches, 'score'),
    total: ({ messages }) => messages,
  },
];

export const searchColumns = ({ searches, bootstrap }: ThreadsSummary): ScoreColumn[] =>
  searchPlans.map(({ id, label, about, better, total }) => ({
    id,
    group: 'A mixed message',
    label,
    fullLabel: label,
    about,
    better,
    total: searches[0] ? total(searches[0]) : null,
    groups: null,
    clusters: bootstrap.clusters,
  }));

export const searchRowsOf = ({ searches }: ThreadsSummary, address: FigureAddress): ScoreRow[] =>
  messageSearchIds.flatMap((id) => {
    const own = searches.find(({ search }) => search === id);
    return own
      ? [
          {
            id,
            label: own.label,
            badges: [],
            note: own.about,
            role: 'search',
            figures: new Map(searchPlans.map(({ id: column, figure }) => [column, figure(own)])),
            link: (column: string) =>
              column === 'coverage' || column === 'lost'
                ? address('failures', { list: 'messages', search: id })
                : null,
          },
        ]
      : [];
  });
