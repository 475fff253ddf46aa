import { blendBlocks, symmetricWeight } from './measure/methods';
import { blockOutcomes } from './measure/outcomes';
import { metrics } from '../../core/metrics/registry';
import { count, percent, points, score } from '../../core/stats/format';
import { blendConditions, type BlendSimilarities, type BlendSummary } from './formats';
import {
  baselineRow,
  blendAnswer,
  blendColumns,
  blendFindings,
  blendRows,
  comparedMeasure,
  conditionLabels,
} from './scorecard';
import { blendDetails, type BlendDetailRow } from './reportDetails';
import type { ReportContents, ReportFiles } from '../../analysis/report/contents';
import { familyMisses } from '../../analysis/report/familyMisses';
import { resampling, verdictCounts } from '../../analysis/report/howSure';
import type { Inspected } from '../../analysis/report/inspected';
import { blendLimits } from './limits';
import { gainSentence, splitSentences } from './measure/headline';

/** A report stands alone, so nothing in it leads to another page. */
const nowhere = (): string => '';

/** What a report says of a controlled blend. */
export function blendContents(summary: BlendSummary, files: ReportFiles): ReportContents {
  const { counts, model, bootstrap, comparisons, apart, selection } = summary;
  const findings = blendFindings(summary);
  const swept = summary.rows
    .filter((row) => symmetricWeight(row) !== null)
    .sort((a, b) => a.queryWeight - b.queryWeight);
  const similarities = files.get('similarities.json') as BlendSimilarities | undefined;
  const inspected = similarities ? inspectBlend(summary, similarities, files) : null;
  return {
    what: [
      summary.question,
      `${count(counts.families)} families, ${count(counts.records)} records, ${count(counts.specificEvaluationQueries)} specific and ${count(counts.genericEvaluationQueries)} generic evaluation queries; embedded with ${model.name}.`,
    ],
    soWhat: [
      blendAnswer(findings),
      gainSentence(summary),
      ...splitSentences(summary),
      ...findings.map(({ label, sentence }) => `${label}: ${sentence}`),
    ],
    howSure: [resampling(bootstrap), verdictCounts(comparisons)],
    cost: [
      'A blend needs one vector more for the context of a query. The context of a stored piece can be the mean of vectors that are there already, so storing costs no further request; a search costs the same.',
    ],
    limits: blendLimits(summary),
    setup: [
      ['Corpus hash, contexts', summary.corpusHash.context],
      ['Corpus hash, intents', summary.corpusHash.intent],
      [
        'Embedding model',
        `${model.name} (${model.revision}), ${count(model.dimensions)} dimensions, ${model.windowing}`,
      ],
      [
        'Ties',
        `scores within ${summary.tieTolerance} share a place, and figures are expectations over their orders`,
      ],
      ['Weight chosen on development families', `${selection.chosen}; ${selection.rule}`],
    ],
    tables: [
      {
        id: 'methods',
        title: 'Methods under four conditions',
        rowName: 'Method',
        columns: blendColumns(summary, 'both'),
        rows: [...blendRows(summary, 'both', nowhere), baselineRow(summary)],
        best: null,
      },
    ],
    comparisons: [
      { title: 'Declared pairs', comparisons },
      {
        title: 'Declared apart: against the baseline that the source does not have',
        comparisons: apart.baseline,
      },
      { title: 'Declared apart: in which half of the task the blend gains', comparisons: apart.split },
    ].map((set) => ({
      ...set,
      label: (row: string) => summary.rows.find((other) => other.row === row)?.label ?? row,
      measure: comparedMeasure,
      format: points,
    })),
    curves: (['top1', 'familyFirst', 'withinFamily'] as const).map((metric) => ({
      title: `${`${metrics[metric].label[0]!.toUpperCase()}${metrics[metric].label.slice(1)}`} by focus weight`,
      xLabel: 'focus weight',
      yLabel: 'share of queries',
      xFormat: percent,
      logarithmic: false,
      series: blendConditions.map((condition) => ({
        id: condition,
        label: conditionLabels[condition],
        points: swept.map((row) => ({ x: row.queryWeight, y: row[metric][condition].value })),
      })),
    })),
    trees: [],
    families: inspected ? familyMisses(inspected, []) : [],
    inspected,
  };
}

/** Methods that are listed query by query: the prespecified one, the baselines, and the weight that development families chose. */
function inspectedRows(summary: BlendSummary): BlendDetailRow[] {
  const wanted = [...new Set(['blend80', 'whole', 'sentence', summary.selection.chosen])];
  const methods = wanted.flatMap((row) => summary.rows.filter((own) => own.row === row));
  return methods.flatMap((method) =>
    blendConditions.map((condition) => ({
      method,
      condition,
      label: `${method.label}, ${conditionLabels[condition].toLowerCase()}`,
    })),
  );
}

function inspectBlend(summary: BlendSummary, similarities: BlendSimilarities, files: ReportFiles): Inspected {
  const asked = blendBlocks.flatMap((block) =>
    similarities[block].queries
      .map((query, index) => ({ block, index, ...query }))
      .filter(({ kind, split }) => kind === 'specific' && split === 'evaluation'),
  );
  const rows = inspectedRows(summary);
  return {
    things: 'queries',
    family: 'Family',
    items: asked.map(({ id, family }) => ({ id, family })),
    rows: rows.map(({ method, condition, label }, place) => {
      const outcomes = new Map(
        blendBlocks.map((block) => [block, blockOutcomes(similarities[block], method, condition)]),
      );
      const own = asked.map(({ block, index }) => outcomes.get(block)![index]!);
      return {
        label,
        outcome: own.map(({ reciprocalRank }) => `reciprocal rank ${score(reciprocalRank)}`),
        missed: own.map(({ top1 }) => (top1 ?? 0) < 1),
        at: [0, place],
      };
    }),
    parts: [blendDetails(similarities, files, rows)],
  };
}
