import type { BenchmarkCorpus, BenchmarkStep } from '../../../datasets/corpus';
import { findAnswers, type RelevantContexts } from '../measure/relevance';
import type { StrategyIndex } from '../measure/strategyIndex';
import { relevantRuns } from './answerRuns';
import type { ExpansionBasis } from './outcomes';

/** What of a basis does not depend on the search. */
export type ExpansionGround = Omit<ExpansionBasis, 'hits'>;

/** Chunks with their tokens, and the runs of them that hold an answer: found once for all retrievers and widths. */
export async function expansionGround(
  corpus: BenchmarkCorpus,
  { index, relevant }: { index: StrategyIndex; relevant: RelevantContexts },
  step?: BenchmarkStep,
): Promise<ExpansionGround> {
  const { contextOffsets, contextTokens } = index;
  const places = await findAnswers(
    corpus,
    step && ((_, done, total) => step('finding answers across boundaries', done, total)),
  );
  return {
    chunks: corpus.documents.map((_, document) => {
      const first = contextOffsets[document]!;
      return Array.from(contextTokens.subarray(first, contextOffsets[document + 1]!), (tokens, i) => ({
        number: first + i,
        tokens,
      }));
    }),
    relevant: relevantRuns(corpus, index, places, relevant),
  };
}
