import { overlapLength } from '../../core/text/spans';
import type { Fraction, Span } from '../../core/units';
import type { ChunkOrigin, HandedOverTokens } from './expansion';

/** What one run found for one question. */
export interface CompareQuestion {
  id: string;
  /** What intervals draw: the article, the family of texts. */
  cluster: string;
  /** Family per grouping id, as the artifact names them. */
  families: Readonly<Record<string, string>>;
  /** Expected hit at the run's cutoff, 0 to 1; a fraction where the target is tied. */
  outcome: Fraction;
  reciprocalRank: Fraction;
  /** Of the first relevant context; null when none was retrieved. */
  rank: number | null;
  /** The stage that lost it; null for a hit, and where the experiment splits no losses. */
  loss: string | null;
  /** What brought it at that rank, where no hit does by itself: one origin per chunk that holds it. */
  broughtBy?: readonly ChunkOrigin[];
  /** Tokens that the hits within the cutoff return, and those of the hits alone; absent where the artifact does not tell. */
  tokens?: HandedOverTokens;
}

/** One thing that a run was set up with. */
export interface SetupFact {
  id: string;
  label: string;
  /** null where the run has no such thing. */
  value: string | null;
  /** Whether unlike values make a comparison answer another question than the reader may think. */
  warns: boolean;
}

/** One row of an experiment, of whatever kind: what runs are compared by. */
export interface CompareRun {
  id: string;
  label: string;
  experiment: string;
  corpus: { name: string; hash: string };
  facts: readonly SetupFact[];
  questions: readonly CompareQuestion[];
}

/** A question that every run was asked; one side per run, in their order. */
export interface SharedQuestion {
  id: string;
  sides: readonly CompareQuestion[];
}

/** A question that some run was not asked: its side is null. */
export interface PartialQuestion {
  id: string;
  sides: readonly (CompareQuestion | null)[];
}

export interface JoinedRuns {
  /** What all figures of a comparison rest on. */
  shared: SharedQuestion[];
  /** Listed beside them, never counted. */
  partial: PartialQuestion[];
  /** Ids that a run holds more than once; its first stands. */
  repeated: { run: string; id: string }[];
}

/**
 * Runs joined by question id; the order of their questions plays no part. Questions stand
 * in the order of the first run that has them. No runs, or one without questions: nothing
 * is shared.
 */
export function joinRuns(runs: readonly Pick<CompareRun, 'id' | 'questions'>[]): JoinedRuns {
  const joined = new Map<string, (CompareQuestion | null)[]>();
  const repeated: JoinedRuns['repeated'] = [];
  runs.forEach((run, place) => {
    for (const question of run.questions) {
      const sides = joined.get(question.id) ?? runs.map(() => null);
      joined.set(question.id, sides);
      if (sides[place]) repeated.push({ run: run.id, id: question.id });
      else sides[place] = question;
    }
  });
  const shared: SharedQuestion[] = [];
  const partial: PartialQuestion[] = [];
  for (const [id, sides] of joined) {
    const present = sides.filter((side) => side !== null);
    if (present.length === sides.length) shared.push({ id, sides: present });
    else partial.push({ id, sides });
  }
  return { shared, partial, repeated };
}

/** Runs by what they were measured on, in the order in which the corpora appear. More than one: not to be compared. */
export function corporaOf(runs: readonly CompareRun[]): { name: string; hash: string; runs: string[] }[] {
  const corpora = new Map<string, { name: string; hash: string; runs: string[] }>();
  for (const { label, corpus } of runs) {
    const known = corpora.get(corpus.hash);
    if (known) known.runs.push(label);
    else corpora.set(corpus.hash, { ...corpus, runs: [label] });
  }
  return [...corpora.values()];
}

export interface FactRow extends Omit<SetupFact, 'value'> {
  /** One per run; null where it has no such thing. */
  values: (string | null)[];
  isUnlike: boolean;
}

/** The setups side by side, in the order in which the runs name their facts. */
export function setupTable(runs: readonly CompareRun[]): FactRow[] {
  const rows = new Map<string, FactRow>();
  runs.forEach(({ facts }, place) => {
    for (const { id, label, value, warns } of facts) {
      const row = rows.get(id) ?? { id, label, warns, values: runs.map(() => null), isUnlike: false };
      rows.set(id, row);
      row.values[place] = value;
    }
  });
  for (const row of rows.values()) row.isUnlike = new Set(row.values).size > 1;
  return [...rows.values()];
}

export const pairCells = ['both', 'onlyA', 'onlyB', 'neither'] as const;
export type PairCell = (typeof pairCells)[number];

/** Ties are shared: only an expected hit of one counts as a hit here. */
export function isHit({ outcome }: Pick<CompareQuestion, 'outcome'>): boolean {
  return outcome > 1 - 1e-9;
}

/** Which of the two hit a question. */
export function pairCell(a: Pick<CompareQuestion, 'outcome'>, b: Pick<CompareQuestion, 'outcome'>): PairCell {
  if (isHit(a)) return isHit(b) ? 'both' : 'onlyA';
  return isHit(b) ? 'onlyB' : 'neither';
}

/** How many questions fall into each cell of the pair's 2 × 2. They add up to the questions given. */
export function pairCounts(
  shared: readonly SharedQuestion[],
  a: number,
  b: number,
): Record<PairCell, number> {
  const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (const { sides } of shared) counts[pairCell(sides[a]!, sides[b]!)] += 1;
  return counts;
}

/** How far the two are apart on a question: by the hit first, 0 to 1, then by the reciprocal rank. */
export function disagreement(
  a: CompareQuestion,
  b: CompareQuestion,
): [hit: Fraction, reciprocalRank: Fraction] {
  return [Math.abs(a.outcome - b.outcome), Math.abs(a.reciprocalRank - b.reciprocalRank)];
}

/** Questions with the largest disagreement of the pair first; equal ones keep their order. */
export function byDisagreement(shared: readonly SharedQuestion[], a: number, b: number): SharedQuestion[] {
  const apart = new Map(
    shared.map((question) => [question, disagreement(question.sides[a]!, question.sides[b]!)]),
  );
  return [...shared].sort((x, y) => {
    const [hitX, rankX] = apart.get(x)!;
    const [hitY, rankY] = apart.get(y)!;
    return hitY - hitX || rankY - rankX;
  });
}

/** A context of a ranking, by its place in the corpus. */
export interface PlacedContext extends Span {
  document: number;
}

/**
 * Where each context of one ranking stands in another: the 1-based rank there of the
 * context that shares most text with it, the better rank where several share as much;
 * null where none shares at least half of the shorter of the two.
 *
 * Strategies cut the same text at other places, so contexts are the same by their spans,
 * not by their numbers. Two contexts of one may therefore match the same one of the other.
 */
export function ranksOfSame(
  contexts: readonly PlacedContext[],
  other: readonly PlacedContext[],
): (number | null)[] {
  return contexts.map((context) => {
    let best: { rank: number; shared: number } | null = null;
    other.forEach((candidate, place) => {
      if (candidate.document !== context.document) return;
      const shared = overlapLength(context, candidate);
      const shorter = Math.min(context.end - context.start, candidate.end - candidate.start);
      if (shared > 0 && 2 * shared >= shorter && shared > (best?.shared ?? 0))
        best = { rank: place + 1, shared };
    });
    return (best as { rank: number } | null)?.rank ?? null;
  });
}
