import { blendMethods, type BlendCondition } from '../../../../experiments/blend/measure/methods';
import { rankBlendQuery, relevantRecords } from '../../../../experiments/blend/measure/ranking';
import {
  blendCorpus,
  blendRun,
  blendRunLabel,
  conditionLabels,
  conditionOf,
} from '../../../../experiments/blend/compare';
import { formatRunId } from '../../../../analysis/compare/runId';
import {
  blendConditions,
  blendFixturesFormat,
  blendSimilaritiesFormat,
  blendSummaryFormat,
  type BlendBlock,
  type BlendMethodRow,
  type BlendSummary,
} from '../../../../experiments/blend/formats';
import { loadExperimentFile } from '../../../data/artifacts';
import { formatLocation } from '../../../state/urlState';
import type { OpenExperiment } from '../../openExperiment';
import { shownRanks, wordsOf, type LoadedRun, type RunAdapter, type RunEntry } from './adapter';

async function summaryOf({ source, entry }: OpenExperiment): Promise<BlendSummary> {
  return (await loadExperimentFile(source, entry, 'summary.json', blendSummaryFormat)).value;
}

async function similaritiesOf({ source, entry }: OpenExperiment) {
  return (await loadExperimentFile(source, entry, 'similarities.json', blendSimilaritiesFormat)).value;
}

function entryOf(
  { entry }: OpenExperiment,
  summary: BlendSummary,
  row: BlendMethodRow,
  condition: BlendCondition,
): RunEntry {
  const name = { experiment: entry.id, row: row.row, condition };
  const setup = conditionLabels[condition];
  return {
    id: formatRunId(name),
    name,
    label: blendRunLabel(row, condition),
    setup: `${row.role} · ${setup}`,
    corpus: blendCorpus(summary),
    strategy: null,
    model: summary.model.name,
    expansion: null,
    n: row.top1[condition].n,
    hit: { cutoff: 1, estimate: row.top1[condition] },
    reciprocalRank: row.reciprocalRank[condition],
    cell: { line: row.label, column: setup },
    words: wordsOf(row.row, row.label, setup, row.role, entry.title, entry.id, summary.model.name),
  };
}

/** Methods of the controlled experiment under each condition; specific queries of evaluation families. */
export const blendAdapter: RunAdapter = {
  async list(open) {
    const summary = await summaryOf(open);
    return summary.rows.flatMap((row) =>
      blendConditions.map((condition) => entryOf(open, summary, row, condition)),
    );
  },

  async pairs(open) {
    const summary = await summaryOf(open);
    return summary.comparisons.flatMap(({ a, b, condition }) => {
      if (a !== 'blend80' || b !== 'whole' || condition === undefined) return [];
      const idOf = (row: string) => formatRunId({ experiment: open.entry.id, row, condition });
      return {
        runs: [idOf(a), idOf(b)] as const,
        label: '80/20 blend against whole passage',
        about: conditionLabels[condition as BlendCondition].toLowerCase(),
        declared: true,
      };
    });
  },

  async load(open, entry): Promise<LoadedRun> {
    const [summary, similarities] = await Promise.all([summaryOf(open), similaritiesOf(open)]);
    const row = summary.rows.find((candidate) => candidate.row === entry.name.row)!;
    return { ...blendRun(open.entry, { summary, similarities }, row, conditionOf(entry.name)), entry, open };
  },

  async detail({ open, name }, id) {
    const similarities = await similaritiesOf(open);
    const block: BlendBlock = similarities.context.queries.some((query) => query.id === id)
      ? 'context'
      : 'intent';
    const { value: fixtures } = await loadExperimentFile(
      open.source,
      open.entry,
      `${block}-fixtures.json`,
      blendFixturesFormat,
    );
    const place = similarities[block].queries.findIndex((query) => query.id === id);
    const condition = conditionOf(name);
    const method = blendMethods.find(({ row }) => row === name.row)!;
    const { order, scores } = rankBlendQuery(similarities[block], method, condition, place);
    const relevant = relevantRecords(similarities[block], place);
    const query = fixtures.queries.find((candidate) => candidate.id === id);
    const isNoisy = condition === 'query' || condition === 'both';
    const meanings = new Map(fixtures.records.map((record) => [record.id, record.meaning]));
    return {
      text: query ? query[isNoisy ? 'noisy' : 'clean'] : null,
      // A record is searched and returned whole: one place each.
      gold: [...relevant].map((document) => ({ document, start: 0, end: 1 })),
      ranking: order.slice(0, shownRanks).map((document, rank) => {
        const record = similarities[block].records[document]!.id;
        return {
          document,
          start: 0,
          end: 1,
          score: scores[rank]!,
          relevant: relevant.has(document),
          place: meanings.has(record) ? `${record}: ${meanings.get(record)}` : record,
        };
      }),
      lane: null,
      links: [
        {
          label: 'Why, in the failure explorer',
          href: formatLocation(
            { page: 'experiment', experiment: open.entry.id, view: 'failures' },
            { method: name.row, condition, query: id, show: 'all' },
          ),
        },
      ],
    };
  },
};
