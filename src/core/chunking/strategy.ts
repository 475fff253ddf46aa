import type { Span } from '../units';
import type { Tokenizer } from './tokens';

/** What is searched, and what the reader is handed when it is found. Both are slices of the source. */
export interface Chunk {
  indexed: Span;
  returned: Span;
}

/**
 * Everything a strategy may be told; a name that it does not know is ignored. A new strategy
 * adds names of its own from its file: `declare module './strategy' { interface ChunkingParameters { … } }`.
 */
export interface ChunkingParameters {
  /** Upper limit of a chunk, in the strategy's unit. */
  chunkSize?: number;
  /** How much of a chunk the next one repeats at most, in the same unit. */
  overlap?: number;
  /** `recursive` only: chunk as LangChain's splitter does, in UTF-16 code units. */
  compatibility?: 'langchain';
  /** `recursive` only: what limit and overlap count instead of characters. A merge counts the sum of its pieces, each by itself. */
  lengthIn?: 'tokens';
  /** `recursive` only: where it cuts instead of its own separators, the strongest first; below the last it cuts between characters. */
  separators?: readonly string[];
  /** Upper limit of a `sentence_pack` piece, in UTF-8 bytes. */
  maxBytes?: number;
  /** The percentile of a document's own distances from which `semantic` cuts, 0–100. */
  percentile?: number;
  /** Distances of adjacent sentences, one fewer than there are sentences, instead of TF-IDF's. */
  distances?: ArrayLike<number>;
  /** One vector per sentence, whose cosines give the distances instead of TF-IDF's. */
  sentenceVectors?: readonly ArrayLike<number>[];
  /** Sentences returned on each side of the one that was found. */
  neighbors?: number;
  /** Characters of a returned parent. */
  parentSize?: number;
  /** Characters of an indexed child. */
  childSize?: number;
  /** Without one, token strategies use the estimate. */
  tokenizer?: Tokenizer;
}

export type ChunkUnit = 'tokens' | 'characters' | 'bytes' | 'sentences' | 'blocks';

/** Parameters that are numbers. */
type SettingName = {
  [Name in keyof ChunkingParameters]-?: ChunkingParameters[Name] extends number | undefined ? Name : never;
}[keyof ChunkingParameters];

/** A whole number that a reader may set. */
export interface StrategySetting {
  name: SettingName;
  label: string;
  /** What it counts; empty for a bare number. */
  unit: ChunkUnit | '';
  low: number;
  high: number;
}

/** Sizes that are whole numbers, as settings of a run or of a row hold them. */
export type StrategySizes = Readonly<Partial<Record<StrategySetting['name'], number>>>;

/** What else a reader may set of a strategy that says so. */
export type CuttingChoice = Pick<ChunkingParameters, 'lengthIn' | 'separators'>;

export interface ChunkingStrategy {
  label: string;
  /** Which of the colours and markers of charts it has, from 0; past the last they begin again. */
  slot: number;
  /** One sentence. */
  description: string;
  /** What its sizes count, or what it keeps whole where it has no size. */
  unit: ChunkUnit;
  /** The committed parameters. */
  defaults: Readonly<ChunkingParameters>;
  /** What a reader may set, in the order in which it is asked for; each has a default. */
  settings: readonly StrategySetting[];
  /** Whether a reader may also choose what its sizes count, and at which strings it cuts. */
  choosesCutting?: true;
  /** Why sizes cannot stand together, in words; null where they can. */
  conflict?: (sizes: StrategySizes) => string | null;
  /** What is handed to the reader for a chunk that is found: it, it with sentences beside it, or what it was cut from. */
  returns: 'itself' | 'neighbors' | 'parent';
  /** Whether it cuts where sentences differ: by their vectors where a run has some, else by their words. */
  comparesSentences?: true;
  /** Something a reader of its figures should know. */
  note?: string;
  chunk(text: string, parameters: ChunkingParameters): Chunk[];
}

/** A chunk that is returned as it was indexed. */
export function plainChunk(start: number, end: number): Chunk {
  return { indexed: { start, end }, returned: { start, end } };
}

/** Refuses an overlap that would not let a chunk move on. */
export function checkOverlap(overlap: number, chunkSize: number): void {
  if (!Number.isInteger(overlap) || overlap < 0 || overlap >= chunkSize)
    throw new RangeError(
      `overlap must be a whole number from 0 and below chunkSize ${chunkSize}, found ${overlap}`,
    );
}

/** Names a grapheme that no chunk of the given size can hold, so that the reader can find it. */
export function graphemeTooLarge(
  text: string,
  start: number,
  end: number,
  size: number,
  parameter: string,
  limit: number,
  unit: ChunkUnit,
): RangeError {
  const shown = end - start > 12 ? `${text.slice(start, start + 12)}…` : text.slice(start, end);
  return new RangeError(
    `the character ${JSON.stringify(shown)} at offset ${start} takes ${size} ${unit}, more than ${parameter} ${limit}`,
  );
}

/** Sizes of windows in tokens or characters, for `settings`. */
export const tokenSetting = (name: 'chunkSize' | 'overlap', label: string, low = 1): StrategySetting => ({
  name,
  label,
  unit: 'tokens',
  low,
  high: 100_000,
});
export const characterSetting = (
  name: 'chunkSize' | 'overlap' | 'childSize' | 'parentSize',
  label: string,
  low = 1,
): StrategySetting => ({ name, label, unit: 'characters', low, high: 1_000_000 });

/** The conflict of strategies with `chunkSize` and `overlap`. */
export function overlapConflict({ chunkSize = Infinity, overlap = 0 }: StrategySizes): string | null {
  return overlap >= chunkSize
    ? `an overlap of ${overlap} leaves nothing new in a chunk of ${chunkSize}`
    : null;
}
