import type { StrategyId } from '../../../core/chunking/registry';
import type { CuttingChoice, StrategySizes } from '../../../core/chunking/strategy';
import type { ChunkSet } from '../../../datasets/own/chunks';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';

/** A strategy with the sizes that the reader chose. */
export interface StrategyVariant {
  /** Of the row: the strategy's own id, or that with a size behind it. */
  id: string;
  strategy: StrategyId;
  label: string;
  parameters: StrategySizes & CuttingChoice;
}

export type SecondRetriever = 'embedding' | 'embedding-blend' | 'hybrid' | 'hybrid-blend';

export interface BenchmarkSetup {
  variants: readonly StrategyVariant[];
  /** Chunks of other programs, rows beside those of the variants. */
  chunkSets?: readonly ChunkSet[];
  /** null: BM25 alone. */
  embedding: { name: string; retrievers: readonly (SecondRetriever | 'index')[]; focusWeight: number } | null;
  /** Whether questions without gold stay in the figures, as misses. */
  keepWithoutGold: boolean;
}

export interface BenchmarkDescription {
  id: string;
  title: string;
  corpusName: string;
  /** A width that is measured besides the published ones. */
  neighbors: NeighborCounts;
}
