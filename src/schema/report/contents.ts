import { expandQuestion, chunkPlaces } from '../../core/experiments/neighborExpansion/outcomes';
import { blockOutcomes } from '../../core/experiments/contextualBlend/outcomes';
import { blendBlocks, blendMethod } from '../../core/experiments/contextualBlend/methods';
import { count, decimal, percent, points, score, signedScore } from '../../core/stats/format';
import type { ChunkingQuestions, ChunkingRankings, ChunkingSummary } from '../chunking';
import type { Comparison } from '../common';
import { blendConditions, type BlendSimilarities, type BlendSummary } from '../contextualBlend';
import type { ImportedSummary } from '../imported';
import type { ExperimentEntry } from '../indexFile';
import type { NeighborChunks, NeighborHits, NeighborQuestions, NeighborRun, NeighborSummary } from '../neighborExpansion';
import { neighborRunFile, storedBasis } from '../neighborExpansionFiles';
import { baselineRow, blendAnswer, blendColumns, blendFindings, blendRows, conditionLabels } from '../scorecard/blendModel';
import { bestOf, chunkingColumns, chunkingFindings, chunkingRows, comparisonsOf } from '../scorecard/chunkingModel';
import { comparedLabel, neighborColumns, neighborRows } from '../scorecard/neighborModel';
import type { ScoreColumn, ScoreRow } from '../scorecard/scoreTypes';
import { importedContents } from './importedContents';
import { blendLimits, chunkingLimits, neighborLimits, type Limit } from './limits';

export interface ReportTable {
  id: string;
  title: string;
  /** What a row is. */
  rowName: string;
  columns: readonly ScoreColumn[];
  rows: readonly ScoreRow[];
  best: string | null;
}

export interface ReportComparisons {
  title: string;
  comparisons: readonly Comparison[];
  label: (row: string) => string;
  measure: (comparison: Comparison) => string;
  format: (value: number, comparison: Comparison) => string;
}

export interface ReportCurve {
  title: string;
  xLabel: string;
  yLabel: string;
  xFormat: (value: number) => string;
  logarithmic: boolean;
  series: readonly { id: string; label: string; points: readonly { x: number; y: number | null }[] }[];
}

/** What the inspector lists: things asked, and for every row what came of each. */
export interface Inspected {
  things: string;
  family: string;
  items: readonly { id: string; family: string }[];
  rows: readonly { label: string; outcome: readonly string[]; missed: readonly boolean[] }[];
}

export interface ReportTree {
  title: string;
  branches: readonly { label: string; leaves: readonly string[] }[];
}

/** Everything of a report but its form. */
export interface ReportContents {
  /** What was measured, in sentences. */
  what: readonly string[];
  /** The result in sentences. */
  soWhat: readonly string[];
  howSure: readonly string[];
  cost: readonly string[];
  limits: readonly Limit[];
  setup: readonly (readonly [name: string, value: string])[];
  tables: readonly ReportTable[];
  comparisons: readonly ReportComparisons[];
  curves: readonly ReportCurve[];
  trees: readonly ReportTree[];
  inspected: Inspected | null;
}

/** Decoded files by name; the summary must be there, what else there is makes the report richer. */
export type ReportFiles = ReadonlyMap<string, unknown>;

/** Files that a report reads: small ones, never a whole run. */
export function reportFileNames({ kind, files }: ExperimentEntry): string[] {
  const wanted: Record<ExperimentEntry['kind'], (name: string) => boolean> = {
    chunking: (name) => name === 'summary.json' || name === 'questions.json' || name.startsWith('rankings/'),
    'contextual-blend': (name) => name === 'summary.json' || name === 'similarities.json',
    'neighbor-expansion': () => true,
    imported: (name) => !name.startsWith('judgments/'),
  };
  return files.map(({ name }) => name).filter(wanted[kind]);
}

export function reportContents(entry: ExperimentEntry, files: ReportFiles): ReportContents {
  switch (entry.kind) {
    case 'chunking':
      return chunkingContents(entry, files.get('summary.json') as ChunkingSummary, files);
    case 'contextual-blend':
      return blendContents(files.get('summary.json') as BlendSummary, files.get('similarities.json') as BlendSimilarities | undefined);
    case 'neighbor-expansion':
      return neighborContents(files.get('summary.json') as NeighborSummary, files);
    case 'imported':
      return importedContents(files.get('summary.json') as ImportedSummary, files);
  }
}

/** A report stands alone, so nothing in it leads to another page. */
const nowhere = (): string => '';

const resampling = ({ draws, clusters, cluster, random }: { draws: number; clusters: number; cluster: string; random: { seed: number; generator: string } }): string =>
  `Intervals are 95 % percentile bootstraps of ${count(draws)} draws over ${count(clusters)} clusters (${cluster}), seed ${random.seed} of ${random.generator}. A comparison counts only when its p, corrected by Holm over the declared pairs, is below 0.05 and its paired interval has no zero.`;

const verdictCounts = (comparisons: readonly Comparison[]): string => {
  const established = comparisons.filter(({ verdict }) => verdict !== 'not established').length;
  return `Of ${count(comparisons.length)} declared comparisons, ${count(established)} ${established === 1 ? 'is' : 'are'} established; the others are not, which is no proof of equality.`;
};

function chunkingContents(entry: ExperimentEntry, summary: ChunkingSummary, files: ReportFiles): ReportContents {
  const { corpus, bootstrap, bm25, tokenizer, model } = summary;
  const buildTimes = new Map(Object.entries(entry.provenance.measurements?.['buildMs'] ?? {}));
  const table = (id: 'main' | 'second', title: string): ReportTable => ({ id, title, rowName: 'Strategy', columns: chunkingColumns(summary, id), rows: chunkingRows(summary, id, nowhere, buildTimes), best: id === 'main' ? (bestOf(summary)?.row ?? null) : null });
  const tables = [table('main', 'Strategies with BM25'), table('second', 'A second table, with an embedding model: another retrieval question')].filter(({ rows }) => rows.length > 0);
  const label = (row: string) => summary.rows.find((other) => other.row === row)?.label ?? row;
  const main = summary.rows.filter((row) => row.table === 'main');
  const costs = main.map((row) => `${row.label}: ${row.metrics.contextTokensAt90 ? `${decimal(row.metrics.contextTokensAt90.tokens)} tokens at k = ${row.metrics.contextTokensAt90.cutoff}` : 'never above 90 %'}`);
  return {
    what: [summary.question, `Measured on ${corpus.name}: ${count(corpus.documents.length)} documents, ${count(corpus.questions)} questions, ${count(main.length)} strategies under BM25.`],
    soWhat: chunkingFindings(summary),
    howSure: [resampling(bootstrap), verdictCounts(summary.comparisons)],
    cost: [`Context tokens to answer more than 90 % of the questions${tokenizer.estimated ? ' (an estimate)' : ''}:`, ...costs],
    limits: chunkingLimits(summary),
    setup: [
      ['Corpus', `${corpus.name}, hash ${corpus.hash}`],
      ['Licence of the text', `${corpus.licence}; ${corpus.text}`],
      ['BM25', `k1 ${decimal(bm25.k1, 2)}, b ${decimal(bm25.b, 2)}, idf ${bm25.idf}, tokens ${bm25.tokenRule}`],
      ['Tokens', `${tokenizer.name}${tokenizer.estimated ? ', an estimate' : ''}`],
      ['Embedding model', model ? `${model.name} (${model.revision}), ${count(model.dimensions)} dimensions, ${model.windowing}` : 'none'],
      ['Offsets', 'UTF-16 code units'],
    ],
    tables,
    comparisons: (['main', 'second'] as const)
      .map((id) => ({ title: id === 'main' ? 'The best row against every other, on nDCG@10' : 'Declared pairs of the second table, on nDCG@10', comparisons: comparisonsOf(summary, id), label, measure: () => 'nDCG@10', format: signedScore }))
      .filter(({ comparisons }) => comparisons.length > 0),
    curves: [
      { title: 'Hit rate within a token budget', xLabel: 'tokens', yLabel: 'share of questions', xFormat: count, logarithmic: true, series: main.map((row) => ({ id: row.strategy, label: row.label, points: row.budgetCurve.map(({ tokens, hitRate }) => ({ x: tokens, y: hitRate.value })) })) },
      { title: 'Hit rate by cutoff', xLabel: 'k', yLabel: 'share of questions', xFormat: count, logarithmic: false, series: main.map((row) => ({ id: row.strategy, label: row.label, points: (['1', '3', '5', '10'] as const).map((k) => ({ x: Number(k), y: row.metrics.hitAt[k].value })) })) },
    ],
    trees: [],
    inspected: inspectChunking(summary, files),
  };
}

function inspectChunking({ rows, bootstrap, groupings }: ChunkingSummary, files: ReportFiles): Inspected | null {
  const questions = files.get('questions.json') as ChunkingQuestions | undefined;
  const grouping = groupings.find(({ id }) => id === bootstrap.cluster) ?? groupings[0];
  if (!questions || !grouping) return null;
  return {
    things: 'questions',
    family: grouping.label,
    items: questions.questions.map(({ id, families }) => ({ id, family: families[grouping.id] ?? '' })),
    rows: rows.flatMap(({ row, label, table }) => {
      const own = files.get(`rankings/${row}.json`) as ChunkingRankings | undefined;
      if (!own || table !== 'main') return [];
      return [{ label, outcome: own.answer.rank.map((rank, q) => (rank === 0 ? 'never retrieved' : `rank ${rank}`) + (own.loss[q] ? `, lost at ${own.loss[q]}` : '')), missed: own.loss.map((loss) => loss !== null) }];
    }),
  };
}

function blendContents(summary: BlendSummary, similarities: BlendSimilarities | undefined): ReportContents {
  const { counts, model, bootstrap, comparisons, selection } = summary;
  const findings = blendFindings(summary);
  const swept = summary.rows.filter(({ queryWeight, storedWeight }) => queryWeight === storedWeight).sort((a, b) => a.queryWeight - b.queryWeight);
  return {
    what: [summary.question, `${count(counts.families)} families, ${count(counts.records)} records, ${count(counts.specificEvaluationQueries)} specific and ${count(counts.genericEvaluationQueries)} generic evaluation queries; embedded with ${model.name}.`],
    soWhat: [blendAnswer(findings), ...findings.map(({ label, sentence }) => `${label}: ${sentence}`)],
    howSure: [resampling(bootstrap), verdictCounts(comparisons)],
    cost: ['A blend needs one vector more for the context of a query. The context of a stored piece can be the mean of vectors that are there already, so storing costs no further request; a search costs the same.'],
    limits: blendLimits(summary),
    setup: [
      ['Corpus hash, contexts', summary.corpusHash.context],
      ['Corpus hash, intents', summary.corpusHash.intent],
      ['Embedding model', `${model.name} (${model.revision}), ${count(model.dimensions)} dimensions, ${model.windowing}`],
      ['Ties', `scores within ${summary.tieTolerance} share a place, and figures are expectations over their orders`],
      ['Weight chosen on development families', `${selection.chosen}; ${selection.rule}`],
    ],
    tables: [{ id: 'methods', title: 'Methods under four conditions', rowName: 'Method', columns: blendColumns(summary, 'both'), rows: [...blendRows(summary, 'both', nowhere), baselineRow(summary)], best: null }],
    comparisons: [{ title: 'Declared pairs', comparisons, label: (row) => summary.rows.find((other) => other.row === row)?.label ?? row, measure: ({ metric, condition }) => `${metric}${condition === undefined ? '' : `, ${conditionLabels[condition as keyof typeof conditionLabels].toLowerCase()}`}`, format: points }],
    curves: [{ title: 'Top 1 by focus weight', xLabel: 'focus weight', yLabel: 'share of queries', xFormat: percent, logarithmic: false, series: blendConditions.map((condition) => ({ id: condition, label: conditionLabels[condition], points: swept.map((row) => ({ x: row.queryWeight, y: row.top1[condition].value })) })) }],
    trees: [],
    inspected: similarities ? inspectBlend(summary, similarities) : null,
  };
}

function inspectBlend(summary: BlendSummary, similarities: BlendSimilarities): Inspected {
  const asked = blendBlocks.flatMap((block) => similarities[block].queries.map((query, index) => ({ block, index, ...query })).filter(({ kind, split }) => kind === 'specific' && split === 'evaluation'));
  return {
    things: 'queries',
    family: 'Family',
    items: asked.map(({ id, family }) => ({ id, family })),
    rows: ['blend80', 'whole', 'sentence'].flatMap((row) => {
      const label = summary.rows.find((other) => other.row === row)?.label ?? row;
      return blendConditions.map((condition) => {
        const outcomes = Object.fromEntries(blendBlocks.map((block) => [block, blockOutcomes(similarities[block], blendMethod(row), condition)]));
        const own = asked.map(({ block, index }) => outcomes[block]![index]!);
        return { label: `${label}, ${conditionLabels[condition].toLowerCase()}`, outcome: own.map(({ reciprocalRank }) => `reciprocal rank ${score(reciprocalRank)}`), missed: own.map(({ top1 }) => (top1 ?? 0) < 1) };
      });
    }),
  };
}

function neighborContents(summary: NeighborSummary, files: ReportFiles): ReportContents {
  const { corpus, bootstrap, bm25, tokenizer, strategy, comparisons } = summary;
  const questions = files.get('questions.json') as NeighborQuestions | undefined;
  return {
    what: [summary.question, `Measured on ${corpus.name}: ${count(corpus.documents.length)} documents, ${count(corpus.questions)} questions; ${strategy.label} chunks under BM25, expanded at query time.`],
    soWhat: [summary.headline],
    howSure: [resampling(bootstrap), verdictCounts(comparisons)],
    cost: ['Mean tokens that the neighbors of the first 5 hits add:', ...summary.rows.map((row) => `±${row.row}: ${decimal(row.metrics.extraTokensAt['5'].value)} tokens`)],
    limits: neighborLimits(summary),
    setup: [
      ['Corpus', `${corpus.name}, hash ${corpus.hash}`],
      ['Licence of the text', `${corpus.licence}; ${corpus.text}`],
      ['Strategy', `${strategy.label}: ${Object.entries(strategy.parameters).map(([name, value]) => `${name} ${String(value)}`).join(', ')}`],
      ['BM25', `k1 ${decimal(bm25.k1, 2)}, b ${decimal(bm25.b, 2)}, idf ${bm25.idf}, tokens ${bm25.tokenRule}`],
      ['Tokens', `${tokenizer.name}${tokenizer.estimated ? ', an estimate' : ''}`],
    ],
    tables: [{ id: 'widths', title: 'Widths of the expansion', rowName: 'Neighbors', columns: neighborColumns(summary), rows: neighborRows(summary, nowhere), best: null }],
    comparisons: [{ title: 'Every width against hits alone', comparisons, label: (row) => `±${row}`, measure: ({ metric }) => comparedLabel(metric), format: (value, { metric }) => (metric.includes('Mrr') ? signedScore(value) : points(value)) }],
    curves: [{ title: 'Found within a token budget', xLabel: 'tokens', yLabel: 'share of questions', xFormat: count, logarithmic: true, series: summary.rows.map((row) => ({ id: row.row, label: `±${row.row}`, points: row.budgetCurve.map(({ tokens, hitRate }) => ({ x: tokens, y: hitRate.value })) })) }],
    trees: questions ? expansionTrees(summary, questions, files) : [],
    inspected: questions
      ? {
          things: 'questions',
          family: bootstrap.cluster,
          items: questions.questions.map(({ id, families }) => ({ id, family: families[bootstrap.cluster] ?? '' })),
          rows: summary.rows.flatMap((row) => {
            const own = files.get(neighborRunFile(row)) as NeighborRun | undefined;
            return own ? [{ label: `±${row.row}`, outcome: own.answer.map((hits) => (hits === 0 ? 'not within the hits kept' : `with ${count(hits)} ${hits === 1 ? 'hit' : 'hits'}`)), missed: own.answer.map((hits) => hits === 0 || hits > 5) }] : [];
          }),
        }
      : null,
  };
}

/** The first questions that the widest expansion rescues: their first three hits with their neighbors. */
function expansionTrees(summary: NeighborSummary, questions: NeighborQuestions, files: ReportFiles): ReportTree[] {
  const [chunks, hits] = [files.get('chunks.json') as NeighborChunks | undefined, files.get('hits.json') as NeighborHits | undefined];
  const widest = summary.rows.at(-1);
  const run = widest && (files.get(neighborRunFile(widest)) as NeighborRun | undefined);
  if (!chunks || !hits || !run) return [];
  const basis = storedBasis(chunks, questions, hits);
  const places = chunkPlaces(basis.chunks);
  const rescued = run.answer.flatMap((needed, q) => (needed > 0 && needed <= 3 && (hits.answerRank[q] === 0 || hits.answerRank[q]! > 5) ? [q] : []));
  return rescued.slice(0, 3).map((q) => {
    const { expansionTree } = expandQuestion(basis, places, q, 3, widest);
    const name = ({ document, chunkIndex }: { document: number; chunkIndex: number }) => `${summary.corpus.documents[document]?.title ?? document}, chunk ${count(chunkIndex + 1)}`;
    return {
      title: `Question ${questions.questions[q]!.id}, ±${widest.row}: rescued with ${count(run.answer[q]!)} ${run.answer[q] === 1 ? 'hit' : 'hits'}`,
      branches: expansionTree.map((hit) => ({
        label: `hit: ${name(hit)}, score ${score(hit.score)}`,
        leaves: [...hit.neighborsPrev.map((chunk) => `before: ${name(chunk)}`), ...hit.neighborsNext.map((chunk) => `after: ${name(chunk)}`)],
      })),
    };
  });
}
