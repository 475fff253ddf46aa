import type { BenchmarkCorpus, Grouping } from '../corpus';
import { questionWord } from '../questionWord';
import type { AskedQuestion, HeldDocument, LocatedQuestion } from './asked';

const documentGrouping: Grouping = { id: 'document', label: 'Document' };
const wordGrouping: Grouping = { id: 'questionWord', label: 'Question word' };
const familyGrouping: Grouping = { id: 'family', label: 'Family' };

/**
 * The reader's texts and questions as a corpus of the benchmark. Families are the reader's
 * own where any question has one, and then also what the bootstrap draws; else documents are.
 */
export function corpusOf(
  documents: readonly HeldDocument[],
  questions: readonly AskedQuestion[],
  located: readonly LocatedQuestion[],
): BenchmarkCorpus {
  const placeOf = new Map(documents.map(({ id }, place) => [id, place]));
  const hasFamilies = questions.some(({ family }) => family !== null);
  return {
    documents: documents.map(({ id, text }) => ({ id, title: id, text })),
    questions: questions.map(({ id, text, document, answers, marks, family }, q) => {
      const { gold } = located[q]!;
      const own = (document === null ? undefined : placeOf.get(document)) ?? gold[0]?.document ?? null;
      const marked = marks.flatMap((mark) =>
        placeOf.has(mark.document)
          ? [documents[placeOf.get(mark.document)!]!.text.slice(mark.start, mark.end)]
          : [],
      );
      return {
        id,
        text,
        document: own,
        answers: [...new Set([...answers, ...marked])],
        gold,
        families: {
          ...(hasFamilies && { family: family ?? 'no family' }),
          document: own === null ? 'no document' : documents[own]!.id,
          questionWord: questionWord(text),
        },
      };
    }),
    groupings: hasFamilies
      ? [familyGrouping, documentGrouping, wordGrouping]
      : [documentGrouping, wordGrouping],
    cluster: hasFamilies ? 'family' : 'document',
  };
}
