import { chunkText, chunkingStrategies } from '../../../core/chunking/registry';
import { sentenceSpans } from '../../../core/text/sentences';
import type { BenchmarkStrategy } from '../measure/strategyIndex';
import { plainChunk, type ChunkingStrategy } from '../../../core/chunking/strategy';
import type { ChunkSet } from '../../../datasets/own/chunks';
import type { Tokenizer } from '../../../core/chunking/tokens';
import type { StrategyVariant } from './setup';
import { quotedSeparators } from './variants';

/** What the semantic strategy compares: vectors of sentences, by their text. */
export interface SentenceVectors {
  model: string;
  of(sentence: string): ArrayLike<number>;
}

export const comparesSentences = ({ strategy }: Pick<StrategyVariant, 'strategy'>): boolean =>
  (chunkingStrategies[strategy] as ChunkingStrategy).comparesSentences === true;

/** A strategy as the reader set it. With vectors, one that compares sentences does so by them instead of by their words. */
export function strategyOf(
  { id, strategy, label, parameters }: StrategyVariant,
  tokenizer: Tokenizer,
  vectors?: SentenceVectors,
): BenchmarkStrategy {
  const { description, note, unit, defaults }: ChunkingStrategy = chunkingStrategies[strategy];
  const sizes = Object.fromEntries(
    Object.entries({ ...defaults, ...parameters }).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  );
  const { lengthIn, separators } = parameters;
  const counted = lengthIn ?? unit;
  const bySentences = comparesSentences({ strategy });
  const embedded = bySentences ? vectors : undefined;
  return {
    id,
    label,
    description: note === undefined ? description : `${description} ${note}`,
    parameters: {
      ...sizes,
      unit: counted,
      ...(counted === 'tokens' && { tokenizer: tokenizer.name }),
      ...(separators && { separators: quotedSeparators(separators) }),
      ...(bySentences && {
        distances: embedded ? embedded.model : 'TF-IDF of the document’s own sentences',
      }),
    },
    chunk: ({ id: document, text }) => {
      const sentenceVectors = embedded && sentencesOf(text).map((sentence) => embedded.of(sentence));
      try {
        return chunkText(text, strategy, {
          ...parameters,
          tokenizer,
          ...(sentenceVectors && { sentenceVectors }),
        });
      } catch (error) {
        // Such as a character that no chunk of this size can hold: the reader must know where.
        throw error instanceof RangeError
          ? new RangeError(`${label}, in “${document}”: ${error.message}`)
          : error;
      }
    },
  };
}

/** Chunks that another program made, as they are. */
export function chunkSetStrategy({ id, label, file, documents }: ChunkSet): BenchmarkStrategy {
  const spansOf = new Map(documents.map(({ document, spans }) => [document, spans]));
  return {
    id,
    label,
    description: `Chunks that another program made, read from ${file}.`,
    parameters: { unit: `chunks of ${file}` },
    chunk: ({ id: document }) => {
      const spans = spansOf.get(document) ?? [];
      return Array.from({ length: spans.length / 2 }, (_, place) =>
        plainChunk(spans[2 * place]!, spans[2 * place + 1]!),
      );
    },
  };
}

/** The sentences of a text, as the semantic strategy reads them. */
export function sentencesOf(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
}
