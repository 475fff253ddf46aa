import { count, decimal, points, signedScore } from '../../../core/stats/format';
import { neighborRunFile } from './files';
import type { NeighborRun, NeighborSummary } from './formats';
import { comparedLabel, neighborColumns, neighborRows } from './scorecard';
import type { ReportContents, ReportFiles } from '../../../analysis/report/contents';
import { expansionData, expansionTrees, tellingTree, type ExpansionData } from './expansionTrees';
import { familyMisses } from '../../../analysis/report/familyMisses';
import { resampling, verdictCounts } from '../../../analysis/report/howSure';
import type { Inspected } from '../../../analysis/report/inspected';
import { neighborLimits } from './limits';
import { neighborDetails } from './reportDetails';

/** A report stands alone, so nothing in it leads to another page. */
const nowhere = (): string => '';

/** What a report says of a neighbor expansion. */
export function neighborContents(summary: NeighborSummary, files: ReportFiles): ReportContents {
  const { corpus, bootstrap, bm25, tokenizer, strategy, comparisons } = summary;
  const data = expansionData(files);
  const inspected = data && inspectNeighbors(data, files);
  const titles = new Map(corpus.documents.map(({ id, title }) => [id, title]));
  return {
    what: [
      summary.question,
      `Measured on ${corpus.name}: ${count(corpus.documents.length)} documents, ${count(corpus.questions)} questions; ${strategy.label} chunks under BM25, expanded at query time.`,
    ],
    soWhat: [summary.headline],
    howSure: [resampling(bootstrap), verdictCounts(comparisons)],
    cost: [
      'Mean tokens that the neighbors of the first 5 hits add:',
      ...summary.rows.map((row) => `±${row.row}: ${decimal(row.metrics.extraTokensAt['5'].value)} tokens`),
    ],
    limits: neighborLimits(summary),
    setup: [
      ['Corpus', `${corpus.name}, hash ${corpus.hash}`],
      ['Licence of the text', `${corpus.licence}; ${corpus.text}`],
      [
        'Strategy',
        `${strategy.label}: ${Object.entries(strategy.parameters)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ')}`,
      ],
      [
        'BM25',
        `k1 ${decimal(bm25.k1, 2)}, b ${decimal(bm25.b, 2)}, idf ${bm25.idf}, tokens ${bm25.tokenRule}`,
      ],
      ['Tokens', `${tokenizer.name}${tokenizer.estimated ? ', an estimate' : ''}`],
    ],
    tables: [
      {
        id: 'widths',
        title: 'Widths of the expansion',
        rowName: 'Neighbors',
        columns: neighborColumns(summary),
        rows: neighborRows(summary, nowhere),
        best: null,
      },
    ],
    comparisons: [
      {
        title: 'Every width against hits alone',
        comparisons,
        label: (row) => `±${row}`,
        measure: ({ metric }) => comparedLabel(metric),
        format: (value, { metric }) => (metric.includes('Mrr') ? signedScore(value) : points(value)),
      },
    ],
    curves: [
      {
        title: 'Found within a token budget',
        xLabel: 'tokens',
        yLabel: 'share of questions',
        xFormat: count,
        logarithmic: true,
        series: summary.rows.map((row) => ({
          id: row.row,
          label: `±${row.row}`,
          points: row.budgetCurve.map(({ tokens, hitRate }) => ({ x: tokens, y: hitRate.value })),
        })),
      },
    ],
    trees: data ? expansionTrees(data) : [],
    telling: data && tellingTree(data),
    families: inspected
      ? familyMisses(inspected, clusterGrouping(summary)?.families ?? [], (own) => titles.get(own) ?? own)
      : [],
    inspected,
  };
}

const clusterGrouping = ({ groupings, bootstrap }: NeighborSummary) =>
  groupings.find(({ id }) => id === bootstrap.cluster) ?? groupings[0];

function inspectNeighbors(data: ExpansionData, files: ReportFiles): Inspected {
  const { summary, questions } = data;
  const grouping = clusterGrouping(summary);
  const rows = summary.rows.filter(({ row }) => data.runs.has(row));
  return {
    things: 'questions',
    family: grouping?.label ?? 'Family',
    items: questions.map(({ id, families }) => ({
      id,
      family: grouping && Object.hasOwn(families, grouping.id) ? families[grouping.id]! : '',
    })),
    rows: rows.map((row, place) => {
      const { answer } = files.get(neighborRunFile(row)) as NeighborRun;
      return {
        label: `±${row.row}`,
        outcome: answer.map((hits) =>
          hits === 0 ? 'not within the hits kept' : `with ${count(hits)} ${hits === 1 ? 'hit' : 'hits'}`,
        ),
        missed: answer.map((hits) => hits === 0 || hits > 5),
        at: [0, place] as const,
      };
    }),
    parts: [neighborDetails(data, files, rows)],
  };
}
