import { use, useMemo } from 'react';
import {
  askedExceptions,
  cameWithoutException,
  pairsOf,
  type AskedException,
} from '../../../../experiments/chunking/exceptions';
import type { CorpusTextView } from '../../../data/corpusText';
import type { OpenExperiment } from '../../openExperiment';
import { loadChunks } from './chunkFiles';
import { contextSpan } from './cutModel';
import type { ChunkingMisses, ExceptionMisses } from './missModel';

const none: readonly AskedException[] = [];

/**
 * Which questions ask about an exception, and whether a row returned its rule without it; null
 * while there is no text. Suspends for the chunks of the documents that it concerns.
 */
export function useExceptions(
  experiment: OpenExperiment,
  { summary, questions, rankings }: ChunkingMisses,
  { documents }: CorpusTextView,
): ExceptionMisses | null {
  const asked = useMemo(() => {
    const pairs = documents && pairsOf(documents);
    return pairs && questions.map(({ gold }) => askedExceptions(gold, pairs));
  }, [documents, questions]);
  const wanted = useMemo(() => (asked ?? []).flatMap((own) => own.map(({ document }) => document)), [asked]);
  const chunks = use(loadChunks(experiment, wanted));
  return useMemo(
    () =>
      asked && {
        of: (question) => asked[question] ?? none,
        cameAlone: (row, question, k) => {
          const own = asked[question] ?? none;
          if (own.length === 0) return false;
          const strategy = summary.rows.find((candidate) => candidate.row === row)?.strategy ?? row;
          const { contextOffsets } = summary.strategies.find(({ id }) => id === strategy)!;
          const returned = (rankings.get(row)?.contexts[question] ?? [])
            .slice(0, k)
            .flatMap((context) => contextSpan(context, contextOffsets, strategy, chunks) ?? []);
          return cameWithoutException(own, returned);
        },
      },
    [asked, chunks, summary, rankings],
  );
}
