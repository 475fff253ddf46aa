import { count, decimal, signedScore } from '../../core/stats/format';
import type { ChunkingQuestions, ChunkingRankings, ChunkingRow, ChunkingSummary } from './formats';
import type { ExperimentEntry } from '../../artifact/indexFile';
import {
  bestOf,
  chunkingColumns,
  chunkingFindings,
  chunkingRows,
  comparisonsOf,
  firstRanking,
  ranksBySharedWords,
} from './scorecard';
import { chunkingDetails } from './reportDetails';
import type { ReportContents, ReportFiles, ReportTable } from '../../analysis/report/contents';
import { familyMisses } from '../../analysis/report/familyMisses';
import { resampling, verdictCounts } from '../../analysis/report/howSure';
import type { Inspected } from '../../analysis/report/inspected';
import { neighborParts } from './neighbors/report';
import { asidesOf } from './asides';
import { chunkingLimits } from './limits';

/** A report stands alone, so nothing in it leads to another page. */
const nowhere = (): string => '';

/** What a report says of a chunking benchmark. */
export function chunkingContents(
  entry: ExperimentEntry,
  summary: ChunkingSummary,
  files: ReportFiles,
): ReportContents {
  const { corpus, bootstrap, bm25, tokenizer, model } = summary;
  const buildTimes = new Map(Object.entries(entry.provenance.measurements?.['buildMs'] ?? {}));
  const table = (id: 'main' | 'second', title: string): ReportTable => ({
    id,
    title,
    rowName: 'Strategy',
    columns: chunkingColumns(summary, id),
    rows: chunkingRows(summary, id, nowhere, buildTimes),
    best: id === 'main' ? (bestOf(summary)?.row ?? null) : null,
  });
  const tables = [
    table('main', ranksBySharedWords(summary) ? 'Strategies ranked by shared words' : 'Strategies with BM25'),
    table('second', 'A second table, with an embedding model: another retrieval question'),
  ].filter(({ rows }) => rows.length > 0);
  const label = (row: string) => summary.rows.find((other) => other.row === row)?.label ?? row;
  const main = summary.rows.filter((row) => row.table === 'main');
  const costs = main.map(
    (row) =>
      `${row.label}: ${row.metrics.contextTokensAt90 ? `${decimal(row.metrics.contextTokensAt90.tokens)} tokens at k = ${row.metrics.contextTokensAt90.cutoff}` : 'never above 90 %'}`,
  );
  const found = inspectChunking(summary, files);
  const neighbors = neighborParts(summary, files, nowhere, found?.parts?.length ?? 0);
  const inspected = found && {
    ...found,
    rows: [...found.rows, ...neighbors.rows],
    parts: [...(found.parts ?? []), ...neighbors.parts],
  };
  const titles = new Map(corpus.documents.map(({ id, title }) => [id, title]));
  return {
    what: [
      summary.question,
      `Measured on ${corpus.name}: ${count(corpus.documents.length)} documents, ${count(corpus.questions)} questions, ${count(main.length)} strategies under ${firstRanking(summary)}.`,
    ],
    soWhat: [...chunkingFindings(summary), ...neighbors.soWhat],
    howSure: [resampling(bootstrap), verdictCounts(summary.comparisons)],
    cost: [
      `Context tokens to answer more than 90 % of the questions${tokenizer.estimated ? ' (an estimate)' : ''}:`,
      ...costs,
      ...neighbors.cost,
    ],
    limits: chunkingLimits(summary),
    setup: [
      ['Corpus', `${corpus.name}, hash ${corpus.hash}`],
      ['Licence of the text', `${corpus.licence}; ${corpus.text}`],
      ranksBySharedWords(summary)
        ? ['Ranking', 'distinct words of the question that stand in a chunk; the earlier chunk wins a tie']
        : [
            'BM25',
            `k1 ${decimal(bm25.k1, 2)}, b ${decimal(bm25.b, 2)}, idf ${bm25.idf}, tokens ${bm25.tokenRule}`,
          ],
      ['Tokens', `${tokenizer.name}${tokenizer.estimated ? ', an estimate' : ''}`],
      [
        'Embedding model',
        model
          ? `${model.name} (${model.revision}), ${count(model.dimensions)} dimensions, ${model.windowing}`
          : 'none',
      ],
      ['Offsets', 'UTF-16 code units'],
    ],
    tables: [...tables, ...neighbors.tables],
    comparisons: [
      ...(['main', 'second'] as const)
        .map((id) => ({
          title:
            id === 'main'
              ? 'The best row against every other, on nDCG@10'
              : 'Declared pairs of the second table, on nDCG@10',
          comparisons: comparisonsOf(summary, id),
          label,
          measure: () => 'nDCG@10',
          format: signedScore,
        }))
        .filter(({ comparisons }) => comparisons.length > 0),
      ...neighbors.comparisons,
    ],
    curves: [
      {
        title: 'Hit rate within a token budget',
        xLabel: 'tokens',
        yLabel: 'share of questions',
        xFormat: count,
        logarithmic: true,
        series: main.map((row) => ({
          id: row.strategy,
          label: row.label,
          points: row.budgetCurve.map(({ tokens, hitRate }) => ({ x: tokens, y: hitRate.value })),
        })),
      },
      {
        title: 'Hit rate by cutoff',
        xLabel: 'k',
        yLabel: 'share of questions',
        xFormat: count,
        logarithmic: false,
        series: main.map((row) => ({
          id: row.strategy,
          label: row.label,
          points: (['1', '3', '5', '10'] as const).map((k) => ({
            x: Number(k),
            y: row.metrics.hitAt[k].value,
          })),
        })),
      },
      ...neighbors.curves,
    ],
    asides: asidesOf(summary),
    trees: neighbors.trees,
    telling: neighbors.telling,
    families: inspected ? familyMisses(inspected, familiesOf(summary), (own) => titles.get(own) ?? own) : [],
    inspected,
  };
}

/** Outcomes of rows that are listed question by question at most; past these, the first table stands for all. */
const mostOutcomes = 10_000;

function inspectedRows({ rows }: ChunkingSummary, questions: number): ChunkingRow[] {
  const main = rows.filter(({ table }) => table === 'main');
  return main.length > 0 && rows.length * questions > mostOutcomes ? main : rows;
}

const clusterGrouping = ({ groupings, bootstrap }: ChunkingSummary) =>
  groupings.find(({ id }) => id === bootstrap.cluster) ?? groupings[0];

const familiesOf = (summary: ChunkingSummary): readonly string[] => clusterGrouping(summary)?.families ?? [];

function inspectChunking(summary: ChunkingSummary, files: ReportFiles): Inspected | null {
  const questions = (files.get('questions.json') as ChunkingQuestions | undefined)?.questions;
  const grouping = clusterGrouping(summary);
  if (!questions || !grouping) return null;
  const rows = inspectedRows(summary, questions.length).filter(({ row }) =>
    files.has(`rankings/${row}.json`),
  );
  const details = chunkingDetails(files, rows);
  return {
    things: 'questions',
    family: grouping.label,
    items: questions.map(({ id, families }) => ({
      id,
      family: Object.hasOwn(families, grouping.id) ? families[grouping.id]! : '',
    })),
    rows: rows.map(({ row, label }, place) => {
      const { answer, loss } = files.get(`rankings/${row}.json`) as ChunkingRankings;
      return {
        label,
        outcome: answer.rank.map(
          (rank, q) =>
            (rank === 0 ? 'never retrieved' : `rank ${count(rank)}`) +
            (loss[q] ? `, lost at ${loss[q]}` : ''),
        ),
        missed: loss.map((stage) => stage !== null),
        ...(details ? { at: [0, place] as const } : {}),
      };
    }),
    parts: details ? [details] : [],
  };
}
