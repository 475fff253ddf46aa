import type { ReportContents, ReportFiles } from '../../../analysis/report/contents';
import type { Inspected } from '../../../analysis/report/inspected';
import { count, decimal, points, signedScore } from '../../../core/stats/format';
import type { ChunkingSummary } from '../formats';
import { expansionData, expansionTrees, tellingTree } from './expansionTrees';
import { expansionHeadline } from './headline';
import { neighborDetails } from './reportDetails';
import { comparedLabel, neighborColumns, neighborRows } from './scorecard';
import { widthLabel } from './widths';

type Parts = Pick<ReportContents, 'tables' | 'comparisons' | 'curves' | 'trees' | 'soWhat' | 'cost'> & {
  telling: ReportContents['telling'];
  /** Outcomes of every further width, question by question, and what the inspector draws of them. */
  rows: Inspected['rows'];
  parts: NonNullable<Inspected['parts']>;
};

/** What a report of a benchmark says of widened hits; `part` is the place that the inspector's part will have. */
export function neighborParts(
  summary: ChunkingSummary,
  files: ReportFiles,
  nowhere: () => string,
  part: number,
): Parts {
  const all: Parts = {
    tables: [],
    comparisons: [],
    curves: [],
    trees: [],
    soWhat: [],
    cost: [],
    telling: null,
    rows: [],
    parts: [],
  };
  return summary.expansions.reduce((before, expansion): Parts => {
    const { row: base, rows, comparisons } = expansion;
    const labels = new Map(rows.map((row) => [row.row, widthLabel(row)]));
    const label = (row: string): string => labels.get(row) ?? row;
    const data = expansionData(files, expansion);
    const wider = rows.filter(({ neighborPrev, neighborNext }) => neighborPrev + neighborNext > 0);
    const at = part + before.parts.length;
    return {
      soWhat: [...before.soWhat, `Neighbor expansion of ${base}: ${expansionHeadline(expansion, summary)}`],
      cost: [
        ...before.cost,
        `Mean tokens that the neighbors of the first 5 hits of ${base} add:`,
        ...rows.map((row) => `${widthLabel(row)}: ${decimal(row.metrics.extraTokensAt['5'].value)} tokens`),
      ],
      tables: [
        ...before.tables,
        {
          id: `neighbors-${base}`,
          title: `Neighbor expansion of ${base}`,
          rowName: 'Neighbors',
          columns: neighborColumns(summary),
          rows: neighborRows(expansion, nowhere),
          best: null,
        },
      ],
      comparisons: [
        ...before.comparisons,
        {
          title: `Every width against ±0/0 of ${base}, adjacent chunks merged in both`,
          comparisons,
          label,
          measure: ({ metric }) => comparedLabel(metric),
          format: (value, { metric }) => (metric.includes('Mrr') ? signedScore(value) : points(value)),
        },
      ],
      curves: [
        ...before.curves,
        {
          title: `Found within a token budget, hits of ${base} widened`,
          xLabel: 'tokens',
          yLabel: 'share of questions',
          xFormat: count,
          logarithmic: true,
          series: rows.map((row) => ({
            id: row.row,
            label: widthLabel(row),
            points: row.budgetCurve.map(({ tokens, hitRate }) => ({ x: tokens, y: hitRate.value })),
          })),
        },
      ],
      trees: [...before.trees, ...(data ? expansionTrees(data) : [])],
      telling: before.telling ?? (data && tellingTree(data)),
      rows: [
        ...before.rows,
        ...(data
          ? wider.map((row, place) => {
              const needed = data.outcomes(row).map(({ expanded }) => expanded.answer);
              return {
                label: `${base} ${widthLabel(row)}`,
                outcome: needed.map((hits) =>
                  hits === 0
                    ? 'not within the hits kept'
                    : `with ${count(hits)} ${hits === 1 ? 'hit' : 'hits'}`,
                ),
                missed: needed.map((hits) => hits === 0 || hits > data.hit.k),
                at: [at, place] as const,
              };
            })
          : []),
      ],
      parts: [
        ...before.parts,
        // The rows of the benchmark stand in the first part, and bring the same texts.
        ...(data
          ? [{ ...neighborDetails(data, files, wider), ...(part > 0 && { textOf: null, textsIn: 0 }) }]
          : []),
      ],
    };
  }, all);
}
