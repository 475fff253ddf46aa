import { comparableText } from '../../core/text/findText';
import { foldedText } from '../../core/text/foldText';
import type { BenchmarkCorpus, GoldSpan, Grouping } from '../corpus';
import { questionWord } from '../questionWord';
import type { AskedQuestion, HeldDocument, LocatedQuestion, MarkedSpan } from './asked';

const documentGrouping: Grouping = { id: 'document', label: 'Document' };
const wordGrouping: Grouping = { id: 'questionWord', label: 'Question word' };
const familyGrouping: Grouping = { id: 'family', label: 'Family' };

/**
 * The reader's texts and questions as a corpus of the benchmark. Families are the reader's
 * own where any question has one, and then also what the bootstrap draws; else documents are.
 * Where every question is marked by whole documents, as those of BEIR are, documents are what is
 * judged, and what is returned.
 */
export function corpusOf(
  documents: readonly HeldDocument[],
  questions: readonly AskedQuestion[],
  located: readonly LocatedQuestion[],
): BenchmarkCorpus {
  const placeOf = new Map(documents.map(({ id }, place) => [id, place]));
  const isWhole = ({ document, start, end }: MarkedSpan): boolean =>
    start === 0 && end === documents[placeOf.get(document) ?? -1]?.text.length;
  const wholeDocuments =
    questions.length > 0 &&
    questions.every(({ answers, marks }) => answers.length === 0 && marks.length > 0 && marks.every(isWhole));
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
        answers: wholeDocuments
          ? []
          : [...new Set([...answers, ...marked, ...otherSpellings(answers, gold, documents)])],
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
    ...(wholeDocuments ? { returns: 'documents' as const } : {}),
  };
}

/**
 * Answers as the documents write them, where that differs from the answer by more than case and
 * white space: the answer rule compares no accents, ligatures or invisible characters.
 */
function otherSpellings(
  answers: readonly string[],
  gold: readonly GoldSpan[],
  documents: readonly HeldDocument[],
): string[] {
  return gold
    .map(({ document, start, end }) => documents[document]!.text.slice(start, end))
    .filter((spelling) => {
      const text = comparableText(spelling);
      return (
        answers.some((answer) => foldedText(answer) === foldedText(spelling)) &&
        !answers.some((answer) => text.includes(comparableText(answer)))
      );
    });
}
