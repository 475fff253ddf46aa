import { minIndex } from 'd3-array';
import { isExpandedStrategy } from '../../../../experiments/chunking/neighbors/widths';
import { findWidth } from '../../../../experiments/chunking/neighbors/stored';
import { count } from '../../../../core/stats/format';
import {
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  type ChunkingRow,
  type ChunkingSummary,
} from '../../../../experiments/chunking/formats';
import { chunkingRun, chunkingRunLabel, retrieverLabels } from '../../../../experiments/chunking/compare';
import { formatRunId } from '../../../../analysis/compare/runId';
import { loadExperimentFile } from '../../../data/artifacts';
import { formatLocation } from '../../../state/urlState';
import { loadChunks } from '../../failures/chunking/chunkFiles';
import { contextSpan, documentOf, spansOf } from '../../failures/chunking/cutModel';
import { needsRelevant } from '../../failures/chunking/missModel';
import { expansionOfQuestion, knownNeighbors } from '../../failures/chunking/neighborHelpModel';
import { mergedRowId } from '../../../../experiments/chunking/neighbors/stored';
import { bestOf } from '../../../../experiments/chunking/scorecard';
import { loadNeighbors } from '../../neighbors/loadExpansion';
import type { OpenExperiment } from '../../openExperiment';
import { inspectorLink } from '../../shared/inspectorLink';
import { loadWidth, widthDetail, widthEntry } from './neighbors';
import {
  shownRanks,
  wordsOf,
  type HitRule,
  type LoadedRun,
  type RunAdapter,
  type RunEntry,
  type RunPair,
} from './adapter';

const none = { prev: 0, next: 0 };

async function summaryOf({ source, entry }: OpenExperiment): Promise<ChunkingSummary> {
  return (await loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat)).value;
}

function entryOf({ entry }: OpenExperiment, summary: ChunkingSummary, row: ChunkingRow): RunEntry {
  const name = { experiment: entry.id, row: row.row };
  const strategy = summary.strategies.find(({ id }) => id === row.strategy);
  const model = row.retriever === 'bm25' || summary.model === null ? null : summary.model.name;
  const setup = `${strategy?.label ?? row.strategy} · ${retrieverLabels[row.retriever]}`;
  return {
    id: formatRunId(name),
    name,
    label: chunkingRunLabel(row),
    setup,
    corpus: summary.corpus,
    strategy: row.strategy,
    model,
    expansion: isExpandedStrategy(row.strategy) ? none : null,
    n: row.n,
    hit: { cutoff: 5, estimate: row.metrics.hitAt['5'] },
    reciprocalRank: row.metrics.mrrAt10,
    cell: { line: strategy?.label ?? row.strategy, column: retrieverLabels[row.retriever] },
    words: wordsOf(row.row, row.label, setup, entry.title, entry.id, summary.corpus.name, model),
  };
}

async function filesOf(open: OpenExperiment, row: ChunkingRow, rule: HitRule) {
  const { source, entry } = open;
  const [{ value: questions }, { value: ranking }, relevant] = await Promise.all([
    loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
    loadExperimentFile(source, entry, `rankings/${row.row}.json`, chunkingRankingsFormat),
    needsRelevant(rule)
      ? loadExperimentFile(source, entry, `relevant/${row.strategy}.json`, chunkingRelevantFormat)
      : null,
  ]);
  return { questions: questions.questions, ranking, relevant: relevant?.value ?? null };
}

const rowOf = (summary: ChunkingSummary, row: string): ChunkingRow => {
  const found = summary.rows.find((candidate) => candidate.row === row);
  if (!found) throw new RangeError(`no row “${row}” in ${summary.id}`);
  return found;
};

const idOf = ({ entry }: OpenExperiment, row: string): string => formatRunId({ experiment: entry.id, row });

interface RowPair extends Omit<RunPair, 'runs'> {
  rows: readonly [string, string];
}

/** Expansion against hits alone was declared; the row best by nDCG@10 against the cheapest is picked after looking. */
function chunkingPairs(summary: ChunkingSummary): RowPair[] {
  const labelOf = (row: string) => summary.rows.find((known) => known.row === row)?.label ?? row;
  const pairs: RowPair[] = summary.expansions.flatMap((expansion) => {
    const width = (each: number) =>
      expansion.rows.find(({ neighborPrev, neighborNext }) => neighborPrev === each && neighborNext === each);
    const [none, one] = [width(0), width(1)];
    if (!none || !one) return [];
    return {
      rows: [mergedRowId(expansion, one), mergedRowId(expansion, none)],
      label: '±1/1 against ±0/0',
      about: `neighbor expansion of ${labelOf(expansion.row)}`,
      declared: true,
    };
  });
  const best = bestOf(summary)?.row;
  const cheapest = minIndex(summary.rows, (row) =>
    row.retriever === 'bm25' ? (row.metrics.contextTokensAt90?.tokens ?? Infinity) : Infinity,
  );
  const cheap = summary.rows[cheapest]?.row;
  if (best !== undefined && cheap !== undefined && best !== cheap)
    pairs.push({
      rows: [cheap, best],
      label: `${labelOf(cheap)} against ${labelOf(best)}`,
      about: 'fewest tokens to > 90 % against highest nDCG@10',
      declared: false,
    });
  return pairs;
}

/** Rows of a chunking benchmark, published or of the reader's own. */
export const chunkingAdapter: RunAdapter = {
  async list(open) {
    const summary = await summaryOf(open);
    return [
      ...summary.rows.map((row) => entryOf(open, summary, row)),
      ...summary.expansions.flatMap((expansion) =>
        expansion.rows.map((row) => widthEntry(open, summary, { expansion, row })),
      ),
    ];
  },

  async pairs(open) {
    const summary = await summaryOf(open);
    return chunkingPairs(summary).map(({ rows, ...pair }) => ({
      ...pair,
      runs: [idOf(open, rows[0]), idOf(open, rows[1])] as const,
    }));
  },

  async load(open, entry, rule): Promise<LoadedRun> {
    const summary = await summaryOf(open);
    const width = findWidth(summary, entry.name.row);
    if (width) return loadWidth(open, entry, width, rule);
    const row = rowOf(summary, entry.name.row);
    const { questions, ranking, relevant } = await filesOf(open, row, rule);
    return { ...chunkingRun(open.entry, { summary, questions, ranking, relevant }, row, rule), entry, open };
  },

  async detail({ open, name }, id, rule) {
    const summary = await summaryOf(open);
    const width = findWidth(summary, name.row);
    if (width) return widthDetail(open, width, id, rule);
    const row = rowOf(summary, name.row);
    const [{ questions, ranking }, { value: relevant }, neighbors] = await Promise.all([
      filesOf(open, row, rule),
      loadExperimentFile(open.source, open.entry, `relevant/${row.strategy}.json`, chunkingRelevantFormat),
      loadNeighbors(open, row.strategy),
    ]);
    const place = questions.findIndex((question) => question.id === id);
    const { gold, document, text } = questions[place]!;
    const { contextOffsets } = summary.strategies.find((strategy) => strategy.id === row.strategy)!;
    const contexts = ranking.contexts[place]!.slice(0, shownRanks);
    const home = gold[0]?.document ?? document;
    const chunks = await loadChunks(open, [
      ...(home === null ? [] : [home]),
      ...contexts.map((context) => documentOf(context, contextOffsets)),
    ]);
    const right = new Set(relevant[rule.rule][place]);
    const lane = home === null ? undefined : chunks.get(home)?.strategies[row.strategy]?.contexts;
    const failures = formatLocation(
      { page: 'experiment', experiment: open.entry.id, view: 'failures' },
      {
        row: row.row,
        question: id,
        show: 'all',
        ...(rule.k === 5 ? {} : { k: String(rule.k) }),
        ...(rule.rule === 'answer' ? {} : { rule: rule.rule }),
      },
    );
    return {
      text: text ?? null,
      gold,
      ranking: contexts.flatMap((context, rank) => {
        const span = contextSpan(context, contextOffsets, row.strategy, chunks);
        if (!span) return [];
        return [
          {
            ...span,
            score: ranking.scores[place]![rank]!,
            relevant: right.has(context),
            place: `${summary.corpus.documents[span.document]?.title ?? `document ${span.document}`}, ${count(span.start)}–${count(span.end)}`,
          },
        ];
      }),
      lane: lane ? spansOf(lane) : null,
      expansion: {
        input: expansionOfQuestion({
          summary,
          strategy: row.strategy,
          hits: contexts
            .slice(0, rule.k)
            .map((context, rank) => ({ context, score: ranking.scores[place]![rank]! })),
          gold,
          relevant: relevant[rule.rule][place]!,
          chunks,
          neighbors: knownNeighbors(neighbors?.value ?? null, place, rule.rule),
        }),
        width: { neighborPrev: 0, neighborNext: 0 },
        documents: summary.corpus.documents,
        hitRank: ranking[rule.rule].rank[place] || null,
      },
      links: [
        { label: 'Why, in the failure explorer', href: failures },
        {
          label: 'In the chunk inspector',
          href: inspectorLink(open.entry.id, {
            question: id,
            row: row.row,
            k: Math.min(10, rule.k),
            ...(gold[0] ? { at: gold[0].start } : {}),
          }),
        },
      ],
    };
  },
};
