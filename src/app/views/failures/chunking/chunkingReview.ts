import { count, score } from '../../../../core/stats/format';
import type { QuestionOutcome } from '../../../../experiments/chunking/hitRule';
import type { CorpusTextView } from '../../../data/corpusText';
import type { OpenExperiment } from '../../openExperiment';
import { candidatesText, type ReviewPrefill } from '../review/reviewModel';
import { loadChunks } from './chunkFiles';
import { retrieverLabels, stageMeanings, withinWords } from './chunkingWords';
import { contextSpan, cutsInside, documentOf, goldShares, spansOf, type ContextSpan } from './cutModel';
import type { ChunkingFilters, ChunkingMisses } from './missModel';

/**
 * What is known of a miss, stage by stage. Words of a corpus that the artifact does not include stay
 * on the page: a sheet is a file, so it has their places.
 */
export async function chunkingReview(
  experiment: OpenExperiment,
  { summary, questions, rankings, exceptions }: ChunkingMisses,
  { question, stage }: Pick<QuestionOutcome, 'question' | 'stage'>,
  text: CorpusTextView,
  { row: name, k, budget }: Pick<ChunkingFilters, 'row' | 'k' | 'budget'>,
): Promise<ReviewPrefill> {
  const { corpus } = summary;
  const { id, gold, document } = questions[question]!;
  const row = summary.rows.find(({ row: own }) => own === name)!;
  const { contextOffsets } = summary.strategies.find(({ id: own }) => own === row.strategy)!;
  const ranking = rankings.get(name)!;
  const returned = ranking.contexts[question]!.slice(0, k);
  const wanted = [
    ...gold.map((span) => span.document),
    ...returned.map((at) => documentOf(at, contextOffsets)),
  ];
  const chunks = await loadChunks(experiment, wanted);
  const mayTell = corpus.text === 'included' && text.documents !== null && text.questions !== null;
  const titleOf = (place: number): string => corpus.documents[place]!.title;
  const place = ({ document: own, start, end }: ContextSpan): string =>
    `${titleOf(own)}, characters ${count(start)}–${count(end)}`;
  const words = (span: ContextSpan): string =>
    mayTell
      ? `${place(span)}: “${text.documents![span.document]!.slice(span.start, span.end)}”`
      : place(span);
  const spans = returned.flatMap((at) => contextSpan(at, contextOffsets, row.strategy, chunks) ?? []);
  const contextsOf = (own: number) => spansOf(chunks.get(own)?.strategies[row.strategy]?.contexts ?? []);
  const cuts = gold.map((span) => {
    const contexts = contextsOf(span.document);
    const whole = goldShares(span, contexts, 0, []).some(({ share }) => share === 1);
    return whole ? 'whole in a chunk' : `cut at ${cutsInside(span, contexts).map(count).join(', ')}`;
  });
  return {
    question: mayTell ? text.questions![question]!.text : id,
    setup: `${row.label}, ${retrieverLabels[row.retriever]}`,
    stages: {
      source: gold.map((span) => words(span)).join('\n') || (document === null ? 'none' : titleOf(document)),
      extraction: `${corpus.name}, hash ${corpus.hash.slice(0, 12)}`,
      boundary: [
        ...cuts,
        ...(exceptions?.cameAlone(name, question, k) ? ['the rule came without its exception'] : []),
      ].join('\n'),
      candidates: candidatesText(
        spans.map((span, rank) => ({ name: place(span), score: score(ranking.scores[question]![rank]) })),
      ),
      context: spans[0] ? words(spans[0]) : 'none',
      answer: [
        ...(mayTell ? [`expected: ${text.questions![question]!.answers.join(' / ')}`] : []),
        stage === null ? `found ${withinWords({ k, budget })}` : `missed: ${stageMeanings[stage]}`,
      ].join('\n'),
    },
  };
}
