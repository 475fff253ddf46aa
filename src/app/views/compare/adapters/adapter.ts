import type { PlacedContext } from '../../../../analysis/compare/compare';
import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import type { Span } from '../../../../core/units';
import type { Estimate } from '../../../../artifact/common';
import type { HitRule } from '../../../../analysis/compare/hitRule';
import type { MeasuredRun } from '../../../../analysis/compare/measuredRun';
import type { RunName } from '../../../../analysis/compare/runId';
import type { ExpansionInput } from '../../neighbors/expansionDrawing';
import type { OpenExperiment } from '../../openExperiment';

export type { HitRule } from '../../../../analysis/compare/hitRule';

/** Chunks added before and after each hit. */
export interface Expansion {
  prev: number;
  next: number;
}

/** A run as the list of runs shows it, without its questions. */
export interface RunEntry {
  id: string;
  name: RunName;
  label: string;
  /** How it searches, in a phrase. */
  setup: string;
  corpus: { name: string; hash: string };
  /** Id of the chunking strategy; null where nothing is chunked. */
  strategy: string | null;
  model: string | null;
  /** null where the run's strategy is not one that can be expanded. */
  expansion: Expansion | null;
  n: number;
  /** Share of questions with a hit, and the cutoff that it counts at. */
  hit: { cutoff: number; estimate: Estimate };
  reciprocalRank: Estimate;
  /** What a reader would look for, in lower case. */
  words: string;
  /** Where it stands in the grid of its experiment: what is searched, and how. */
  cell: { line: string; column: string };
}

/** Two runs worth comparing first. */
export interface RunPair {
  /** Run ids. */
  runs: readonly [string, string];
  label: string;
  /** Under which circumstances, in a phrase. */
  about: string;
  /** Whether it was named before anything was measured. */
  declared: boolean;
}

/** A run with its questions. */
export interface LoadedRun extends MeasuredRun {
  entry: RunEntry;
  open: OpenExperiment;
}

export interface RankedContext extends PlacedContext {
  score: number;
  relevant: boolean;
  /** Where it stands, in words. */
  place: string;
}

/** One question's hits within the cutoff, with their neighbors where the run expands them. */
export interface SideExpansion {
  input: ExpansionInput;
  width: NeighborCounts;
  documents: readonly { title: string }[];
  /** First rank whose hit holds the answer by itself; null when none does. */
  hitRank: number | null;
  /** The fewest hits whose expansion holds it; null when those kept do not. Absent where the run measured no expansion. */
  expandedRank?: number | null;
}

/** One side of one question. */
export interface SideDetail {
  /** The question's text where the artifact has it. */
  text: string | null;
  gold: readonly PlacedContext[];
  /** The first ten. */
  ranking: readonly RankedContext[];
  /** Contexts in the gold's first document, hits with their neighbors where they are widened; null where contexts are no stretches of a text. */
  lane: readonly Span[] | null;
  /** What an expansion tree is drawn from; absent where chunks are no stretches of a text. */
  expansion?: SideExpansion;
  /** Where the question stands in the run's own views. */
  links: readonly { label: string; href: string }[];
}

/** What compare asks of a kind of experiment. */
export interface RunAdapter {
  list: (open: OpenExperiment) => Promise<RunEntry[]>;
  /** Pairs of listed runs that come before all others, in order. */
  pairs: (open: OpenExperiment) => Promise<RunPair[]>;
  /** The questions of a listed run. */
  load: (open: OpenExperiment, entry: RunEntry, rule: HitRule) => Promise<LoadedRun>;
  /** One question of a loaded run; it has it. */
  detail: (run: LoadedRun, question: string, rule: HitRule) => Promise<SideDetail>;
}

/** Contexts that are set side by side. */
export const shownRanks = 10;

/** Words to search a run by. */
export const wordsOf = (...parts: readonly (string | null)[]): string =>
  parts.filter(Boolean).join(' ').toLowerCase();
