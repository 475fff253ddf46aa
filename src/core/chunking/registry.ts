import { fixedOverlap } from './fixedOverlap';
import { fixedSize } from './fixedSize';
import { paragraph } from './paragraph';
import { parentDocument } from './parentDocument';
import { recursive } from './recursive';
import { semantic } from './semantic';
import { sentencePack } from './sentencePack';
import { sentenceWindow } from './sentenceWindow';
import type { Chunk, ChunkingParameters, ChunkingStrategy } from './strategy';
import { estimateTokenizer } from './tokens';

/** Every chunking strategy by its id, in the order in which tables show them. */
export const chunkingStrategies = {
  fixed_size: fixedSize,
  fixed_overlap: fixedOverlap,
  recursive,
  sentence_pack: sentencePack,
  paragraph,
  semantic,
  sentence_window: sentenceWindow,
  parent_document: parentDocument,
} as const satisfies Record<string, ChunkingStrategy>;

export type StrategyId = keyof typeof chunkingStrategies;

export const strategyIds = Object.keys(chunkingStrategies) as StrategyId[];

/** A strategy by its id; undefined for one that this program does not have. */
export function strategyById(id: string): ChunkingStrategy | undefined {
  return Object.hasOwn(chunkingStrategies, id) ? chunkingStrategies[id as StrategyId] : undefined;
}

export interface Chunking {
  chunks: Chunk[];
  /** What counted the tokens; null where the strategy counts none. */
  tokenizer: string | null;
  /** Whether its sizes are estimates, because no tokenizer was given. */
  estimated: boolean;
}

/**
 * The chunks of a text as slices of it, in order; none for blank text.
 *
 * Together they cover every character that is not white space; none is empty,
 * blank or contained in the one before. Every strategy is linear in the text.
 * Missing parameters take the committed values.
 */
export function chunkText(
  text: string,
  strategyId: StrategyId,
  parameters: ChunkingParameters = {},
): Chunk[] {
  return chunkTextDetailed(text, strategyId, parameters).chunks;
}

/** The same, with what its token counts rest on. */
export function chunkTextDetailed(
  text: string,
  strategyId: StrategyId,
  parameters: ChunkingParameters = {},
): Chunking {
  if (typeof text !== 'string') throw new RangeError(`text must be a string, found ${String(text)}`);
  if (!Object.hasOwn(chunkingStrategies, strategyId))
    throw new RangeError(`strategyId must be one of ${strategyIds.join(', ')}, found ${String(strategyId)}`);
  const strategy: ChunkingStrategy = chunkingStrategies[strategyId];
  const chunks = strategy.chunk(text, parameters);
  if (strategy.unit !== 'tokens') return { chunks, tokenizer: null, estimated: false };
  return {
    chunks,
    tokenizer: (parameters.tokenizer ?? estimateTokenizer).name,
    estimated: parameters.tokenizer === undefined,
  };
}
