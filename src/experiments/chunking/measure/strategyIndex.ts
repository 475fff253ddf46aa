import { chunkText, chunkingStrategies, strategyIds } from '../../../core/chunking/registry';
import { estimateTokenizer, type Tokenizer } from '../../../core/chunking/tokens';
import type { Chunk, ChunkingStrategy } from '../../../core/chunking/strategy';
import { numberContexts, type ReturnedContext } from '../../../core/retrieval/contexts';
import type { Span, Tokens } from '../../../core/units';
import type { BenchmarkCorpus, BenchmarkDocument, BenchmarkStep, GoldSpan } from '../../../datasets/corpus';
import type { DocumentTokens } from './documentTokens';

/** A way of chunking that a benchmark compares with others. */
export interface BenchmarkStrategy {
  id: string;
  label: string;
  description: string;
  parameters: Record<string, string | number | boolean>;
  /** May wait, for instance for the vectors of a document's sentences. */
  chunk(document: BenchmarkDocument, place: number): Chunk[] | Promise<Chunk[]>;
}

/** The eight strategies with their committed parameters. Without a tokenizer, token windows count the estimate. */
export function committedStrategies(tokenizer?: Tokenizer): BenchmarkStrategy[] {
  return strategyIds.map((id) => {
    const { label, description, defaults, unit, note }: ChunkingStrategy = chunkingStrategies[id];
    const sizes = Object.fromEntries(
      Object.entries(defaults).flatMap(([name, value]) =>
        typeof value === 'number' ? [[name, value] as const] : [],
      ),
    );
    return {
      id,
      label,
      description: note === undefined ? description : `${description} ${note}`,
      parameters: {
        ...sizes,
        unit,
        ...(unit === 'tokens' ? { tokenizer: (tokenizer ?? estimateTokenizer).name } : {}),
      },
      chunk: ({ text }) => chunkText(text, id, { tokenizer }),
    };
  });
}

/** Everything that one strategy makes of a corpus, numbered over the whole corpus. */
export interface StrategyIndex {
  strategy: BenchmarkStrategy;
  /** Indexed spans in corpus order. */
  chunks: GoldSpan[];
  /** Chunks before each document; one more entry than documents. */
  chunkOffsets: Int32Array;
  /** Distinct returned spans in corpus order. */
  contexts: ReturnedContext[];
  contextOffsets: Int32Array;
  /** The context that each chunk returns. */
  contextOf: Int32Array;
  /** Tokens of each context by itself. */
  contextTokens: Int32Array;
}

/** Chunks every document by one strategy. Returned spans out of document order are a RangeError. */
export async function indexStrategy(
  corpus: BenchmarkCorpus,
  strategy: BenchmarkStrategy,
  tokens: readonly DocumentTokens[],
  step?: BenchmarkStep,
): Promise<StrategyIndex> {
  const all: { document: number; indexed: Span; returned: Span }[] = [];
  const chunkOffsets = new Int32Array(corpus.documents.length + 1);
  for (const [place, document] of corpus.documents.entries()) {
    await step?.({ kind: 'chunking', of: strategy.label }, place, corpus.documents.length);
    const whole = corpus.returns === 'documents' ? { start: 0, end: document.text.length } : null;
    for (const { indexed, returned } of await strategy.chunk(document, place))
      all.push({ document: place, indexed, returned: whole ?? returned });
    chunkOffsets[place + 1] = all.length;
  }
  await step?.({ kind: 'chunking', of: strategy.label }, corpus.documents.length, corpus.documents.length);
  const { contexts, contextOf } = numberContexts(all);
  const contextOffsets = new Int32Array(corpus.documents.length + 1);
  contexts.forEach(({ document, start }, i) => {
    const before = contexts[i - 1];
    if (before?.document === document && before.start > start)
      throw new RangeError(
        `strategy ${strategy.id}: returned spans of document ${document} must be in document order, found ${start} after ${before.start}`,
      );
    contextOffsets[document + 1]!++;
  });
  for (let place = 0; place < corpus.documents.length; place++)
    contextOffsets[place + 1]! += contextOffsets[place]!;
  return {
    strategy,
    chunks: all.map(({ document, indexed }) => ({ document, ...indexed })),
    chunkOffsets,
    contexts,
    contextOffsets,
    contextOf,
    contextTokens: Int32Array.from(contexts, ({ document, start, end }): Tokens =>
      tokens[document]!.count(start, end),
    ),
  };
}

/** Texts of the indexed spans, in their order. */
export function indexedTexts({ documents }: BenchmarkCorpus, { chunks }: StrategyIndex): string[] {
  return chunks.map(({ document, start, end }) => documents[document]!.text.slice(start, end));
}
