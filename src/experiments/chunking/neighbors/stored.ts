import type { ChunkingQuestions, ChunkingRankings, ChunkingRelevant, ChunkingSummary } from '../formats';
import type { NumberedRun } from '../../../core/retrieval/neighbors';
import type { ChunkingNeighbors, Expansion, NeighborRow } from './formats';
import {
  chunkPlaces,
  expansionOutcomes,
  type ExpansionBasis,
  type ExpansionOutcome,
  type Rule,
} from './outcomes';

/** One row's neighbor expansion, read from the files of its benchmark. */
export interface StoredExpansion {
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  expansion: Expansion;
  basis: ExpansionBasis;
  places: ReturnType<typeof chunkPlaces>;
  /** First rank whose hit holds the answer by itself, in the full ranking; 0 when none was retrieved. */
  aloneRank: (question: number, rule: Rule) => number;
  /** What a width does with every question; computed once a width. */
  outcomes: (width: Pick<NeighborRow, 'neighborPrev' | 'neighborNext'>) => readonly ExpansionOutcome[];
}

/** What a row's hits are widened in: chunks, hits, and runs that hold an answer. */
export function storedBasis(
  { tokens, answerRuns, evidenceRuns }: ChunkingNeighbors,
  { contexts, scores }: ChunkingRankings,
  { answer, evidence }: ChunkingRelevant,
): ExpansionBasis {
  let number = 0;
  const runs = (single: readonly number[][], longer: readonly [number, number][][]): NumberedRun[][] =>
    single.map((own, q) =>
      [...own.map((chunk): NumberedRun => [chunk, chunk]), ...(longer[q] ?? [])].sort(([a], [b]) => a - b),
    );
  return {
    chunks: tokens.map((own) => own.map((count) => ({ number: number++, tokens: count }))),
    hits: contexts.map((found, q) => found.map((index, place) => ({ index, score: scores[q]![place]! }))),
    relevant: { answer: runs(answer, answerRuns), evidence: runs(evidence, evidenceRuns) },
  };
}

/** The files that an expansion is read from. */
export interface ExpansionFiles {
  summary: ChunkingSummary;
  questions: ChunkingQuestions;
  rankings: ChunkingRankings;
  relevant: ChunkingRelevant;
  neighbors: ChunkingNeighbors;
}

export function storedExpansion(
  { summary, questions: { questions }, rankings, relevant, neighbors }: ExpansionFiles,
  expansion: Expansion,
): StoredExpansion {
  const basis = storedBasis(neighbors, rankings, relevant);
  const known = new Map<string, ExpansionOutcome[]>();
  return {
    summary,
    questions,
    expansion,
    basis,
    places: chunkPlaces(basis.chunks),
    aloneRank: (question, rule) => rankings[rule].rank[question]!,
    outcomes: ({ neighborPrev, neighborNext }) => {
      const key = `${neighborPrev}/${neighborNext}`;
      const found = known.get(key) ?? expansionOutcomes(basis, { neighborPrev, neighborNext });
      known.set(key, found);
      return found;
    },
  };
}

/** Names of the files of one expansion besides `summary.json` and `questions.json`. */
export const expansionFileNames = ({ row, strategy }: Pick<Expansion, 'row' | 'strategy'>) => ({
  rankings: `rankings/${row}.json` as const,
  relevant: `relevant/${strategy}.json` as const,
  neighbors: `neighbors/${strategy}.json` as const,
});

/** An expansion from decoded files by name; null where one of them is not there. */
export function expansionIn(
  files: ReadonlyMap<string, unknown>,
  expansion: Expansion,
): StoredExpansion | null {
  const names = expansionFileNames(expansion);
  const found = {
    summary: files.get('summary.json') as ChunkingSummary | undefined,
    questions: files.get('questions.json') as ChunkingQuestions | undefined,
    rankings: files.get(names.rankings) as ChunkingRankings | undefined,
    relevant: files.get(names.relevant) as ChunkingRelevant | undefined,
    neighbors: files.get(names.neighbors) as ChunkingNeighbors | undefined,
  };
  return Object.values(found).includes(undefined)
    ? null
    : storedExpansion(found as ExpansionFiles, expansion);
}

/** A width by the id of its row; `fixed_size-0-0` is ±0/0 with hits side by side merged, as every width merges them. */
export function findWidth(
  { expansions }: Pick<ChunkingSummary, 'expansions'>,
  row: string,
): { expansion: Expansion; row: NeighborRow } | null {
  for (const expansion of expansions)
    for (const own of expansion.rows) if (mergedRowId(expansion, own) === row) return { expansion, row: own };
  return null;
}

/** The id of a width where ±0/0 stands apart from the row of the benchmark, whose hits are not merged. */
export const mergedRowId = (
  { row }: Pick<Expansion, 'row'>,
  { neighborPrev, neighborNext }: NeighborRow,
): string => `${row}-${neighborPrev}-${neighborNext}`;
