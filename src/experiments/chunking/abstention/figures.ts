import { clusteredAuroc, floorKeeping, riskByCoverage } from '../../../core/metrics/abstention';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import { BOOTSTRAP_DRAWS, type BootstrapOptions } from '../../../core/stats/bootstrap';
import { estimateCells } from '../../../core/stats/intervals';
import { GENERATOR, randomSource, shuffled } from '../../../core/stats/rng';
import { bounds, rounded, storedEstimate } from '../../../core/stats/stored';
import type { BenchmarkRow, BenchmarkRun } from '../measure/benchmark';
import { clustered } from '../measure/figures';
import { fusedWith } from '../measure/setups';
import type { Abstention, ChunkingAbstention } from './formats';

/** Share of the answerable questions that a floor keeps. */
const keeps = 0.95;
/** Seed of the half of the clusters that floors are fitted on. */
const halfSeed = 20261201;
const coverages = Array.from({ length: 20 }, (_, step) => (step + 1) / 20);

type Rows = Pick<BenchmarkRun, 'rows' | 'clusters'>;

/** The row whose top score decides: a fused score says how ranks agree and nothing about the question. */
function scoringRow(rows: readonly BenchmarkRow[], row: BenchmarkRow): BenchmarkRow {
  const half = fusedWith[row.retriever];
  return rows.find(({ strategy, retriever }) => strategy === row.strategy && retriever === half) ?? row;
}

const topScores = ({ rankings }: Pick<BenchmarkRow, 'rankings'>): number[] =>
  rankings.map((hits) => hits[0]?.score ?? -Infinity);

/** Eight decimals, as scores are stored. */
const score = (value: number): number => Math.round(value * 1e8) / 1e8;

/** The file of a run over questions that the documents leave open. */
export function abstentionFile({ corpus, rows }: BenchmarkRun, included: boolean): ChunkingAbstention {
  return {
    formatVersion: 1,
    kind: 'chunking-abstention',
    questions: corpus.questions.map(({ id, document, families, text }) => ({
      id,
      document,
      families: { ...families },
      ...(included ? { text } : {}),
    })),
    rows: rows.map((row) => ({
      row: row.row,
      context: row.rankings.map((hits) => hits[0]?.index ?? -1),
      score: topScores(scoringRow(rows, row)).map((top) => (Number.isFinite(top) ? score(top) : null)),
    })),
  };
}

/**
 * What each row's top score is worth for saying nothing: a floor that keeps 95 % of the
 * answerable questions of one half of the clusters, measured on the other half; and, on all of
 * them, the chance that an answerable question scores above an open one.
 *
 * An answer is wrong when the question is open, or when no context of the first five covers its evidence.
 */
export function abstentionFigures(
  { rows, clusters }: Rows,
  open: ChunkingAbstention,
  cluster: string,
  options: BootstrapOptions = {},
): Abstention {
  const draws = options.draws ?? BOOTSTRAP_DRAWS;
  const names = [...clusters.names];
  const openCluster = open.questions.map(({ families }) => {
    const name = families[cluster]!;
    return names.includes(name) ? names.indexOf(name) : names.push(name) - 1;
  });
  const order = shuffled(names.keys(), randomSource(halfSeed));
  const fitted = new Set(order.slice(0, Math.ceil(names.length / 2)));
  const measured = names.flatMap((name, place) => (fitted.has(place) ? [] : [name]));
  /** Clusters of the measured half, numbered among themselves. */
  const measuredPlace = new Map(measured.map((name, place) => [names.indexOf(name), place]));
  const half = (of: ArrayLike<number>, values: readonly number[]) => {
    const kept = values.flatMap((value, q) =>
      measuredPlace.has(of[q]!) ? [{ value, cluster: measuredPlace.get(of[q]!)! }] : [],
    );
    return clustered(
      kept.map(({ value }) => value),
      { names: measured, of: Int32Array.from(kept, ({ cluster }) => cluster) },
    );
  };
  const perRow = rows.map((row) => {
    const scoredBy = scoringRow(rows, row);
    const answerable = topScores(scoredBy).map((top) => (Number.isFinite(top) ? score(top) : top));
    const none = open.rows.find((found) => found.row === row.row)!.score.map((top) => top ?? -Infinity);
    const floor =
      floorKeeping(
        answerable.filter((_, q) => fitted.has(clusters.of[q]!)),
        keeps,
      ) ?? -Infinity;
    const wrong = row.outcomes.map(({ evidence: { rank } }) => rank === 0 || rank > MISS_CUTOFF);
    const risks = riskByCoverage([...answerable, ...none], [...wrong, ...none.map(() => true)]);
    return { row, scoredBy, answerable, none, floor, risks };
  });
  const cells = (columns: ReturnType<typeof half>[]) =>
    estimateCells(columns, { ...options, draws, share: true }).map(storedEstimate);
  const reached = (scores: readonly number[], floor: number) => scores.map((top) => Number(top >= floor));
  const answered = cells(
    perRow.map(({ answerable, floor }) => half(clusters.of, reached(answerable, floor))),
  );
  const falsePositives = cells(perRow.map(({ none, floor }) => half(openCluster, reached(none, floor))));
  return {
    questions: open.questions.length,
    keeps,
    random: { seed: halfSeed, generator: GENERATOR },
    fittedClusters: fitted.size,
    measuredClusters: measured.length,
    rows: perRow.map(({ row, scoredBy, answerable, none, floor, risks }, place) => {
      const auroc = clusteredAuroc(
        answerable.map((top, q) => ({ score: top, cluster: clusters.of[q]! })),
        none.map((top, q) => ({ score: top, cluster: openCluster[q]! })),
        names.length,
        { ...options, draws },
      );
      return {
        row: row.row,
        scoredBy: scoredBy.row,
        floor: Number.isFinite(floor) ? floor : null,
        answered: answered[place]!,
        falsePositiveRate: falsePositives[place]!,
        auroc: { value: rounded(auroc.value), interval: bounds(auroc.low, auroc.high) },
        riskAtCoverage:
          risks.length === 0
            ? []
            : coverages.map((coverage) => rounded(risks[Math.ceil(coverage * risks.length - 1e-9) - 1]!)),
      };
    }),
  };
}
