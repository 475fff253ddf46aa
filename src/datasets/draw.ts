import { randomSource, shuffled } from '../core/stats/rng';
import type { BenchmarkCorpus } from './corpus';
import type { ReadOptions } from './reader';

const drawSeed = 20260729;

/**
 * So many documents, and so many of the questions whose evidence lies in them, by a seeded draw,
 * both in their order; the corpus itself where it holds no more than that.
 */
export function drawCorpus(corpus: BenchmarkCorpus, draw: ReadOptions['draw']): BenchmarkCorpus {
  const { documents, questions } = corpus;
  if (!draw || (documents.length <= draw.documents && questions.length <= draw.questions)) return corpus;
  const random = randomSource(drawSeed);
  const kept = new Set(shuffled(documents.keys(), random).slice(0, draw.documents));
  const positions = new Map(
    [...kept].sort((a, b) => a - b).map((document, position) => [document, position]),
  );
  const asked = questions.flatMap((question) => {
    const { document, gold } = question;
    const own = gold.flatMap((span) => {
      const position = positions.get(span.document);
      return position === undefined ? [] : [{ ...span, document: position }];
    });
    const position = document === null ? null : (positions.get(document) ?? null);
    const here = gold.length > 0 ? own.length > 0 : document === null || position !== null;
    return here ? [{ ...question, document: position, gold: own }] : [];
  });
  const chosen = new Set(shuffled(asked.keys(), random).slice(0, draw.questions));
  return {
    ...corpus,
    documents: documents.filter((_, document) => kept.has(document)),
    questions: asked.filter((_, question) => chosen.has(question)),
  };
}
