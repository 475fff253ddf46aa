import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { checkCorpus, type BenchmarkCorpus, type GoldSpan } from '../../datasets/corpus';

/** What a question asks of a search, and what a reader sees beside it. */
export const questionFamilies = {
  factoid: 'one fact',
  exception: 'an exception to a rule',
  contrast: 'scope and numeric contrast',
  'multi-section': 'evidence from several sections',
  table: 'table lookup',
  code: 'code and identifiers',
  paraphrase: 'paraphrase without shared words',
  'not-established': 'not established by the documents',
} as const;
export type QuestionFamily = keyof typeof questionFamilies;

const text = z.string().check(z.minLength(1));
const documentList = z.array(
  z.object({ id: text, file: text, title: text, form: text, language: z.enum(['en', 'de', 'zh']) }),
);
/** Evidence as it stands in the question's own document, or in another one. */
const evidence = z.union([text, z.object({ document: text, text })]);
const familyOf = <const F extends readonly QuestionFamily[]>(families: F) => z.enum(families);
const questionList = z.array(
  z.union([
    z.object({
      id: text,
      family: familyOf(['factoid', 'exception', 'contrast', 'multi-section', 'table', 'code', 'paraphrase']),
      question: text,
      gold: z.array(evidence).check(z.minLength(1)),
    }),
    z.object({
      id: text,
      family: familyOf(['not-established']),
      question: text,
      /** Words that an answer would have to contain, and that stand in no document. */
      absent: z.array(text).check(z.minLength(1)),
    }),
  ]),
);

export interface HandbookDocument {
  id: string;
  title: string;
  form: string;
  language: 'en' | 'de' | 'zh';
  text: string;
}

export interface UnansweredQuestion {
  id: string;
  text: string;
  /** Index of the document that it asks about. */
  document: number;
  absent: readonly string[];
  families: Readonly<Record<string, string>>;
}

export interface Handbook {
  documents: readonly HandbookDocument[];
  /** The documents with the questions that they answer. */
  corpus: BenchmarkCorpus;
  /** Questions that the documents leave open. */
  unanswered: readonly UnansweredQuestion[];
}

const fileText = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
const fileJson = async (name: string): Promise<unknown> => JSON.parse(await fileText(name));

/**
 * The handbook of a company that does not exist, with its questions: written for this project,
 * so that text, questions and evidence can be shown whole.
 *
 * Evidence is written down as the text that it is; its span is where that text stands, and a
 * text that stands nowhere or twice is an error.
 */
export async function readHandbook(): Promise<Handbook> {
  const listed = z.parse(documentList, await fileJson('documents.json'));
  const documents = await Promise.all(
    listed.map(async ({ file, ...document }) => ({
      ...document,
      text: await fileText(`documents/${file}`),
    })),
  );
  const questions = await Promise.all(
    listed.map(async ({ id }) => z.parse(questionList, await fileJson(`questions/${id}.json`))),
  );
  const places = new Map(documents.map(({ id }, place) => [id, place]));
  const locate = (question: string, item: z.infer<typeof evidence>, own: number): GoldSpan => {
    const wanted = typeof item === 'string' ? item : item.text;
    const document = typeof item === 'string' ? own : places.get(item.document);
    const source = document === undefined ? undefined : documents[document]?.text;
    const start = source?.indexOf(wanted) ?? -1;
    if (document === undefined || source === undefined || start < 0 || source.includes(wanted, start + 1))
      throw new RangeError(
        `question ${question}: expected its evidence once in the documents, found ${start < 0 ? 'it nowhere' : 'it twice'}: ${wanted}`,
      );
    return { document, start, end: start + wanted.length };
  };
  const asked = questions.flatMap((list, document) => list.map((question) => ({ ...question, document })));
  const familiesOf = (family: QuestionFamily, document: number) => ({
    family: questionFamilies[family],
    document: documents[document]!.id,
    language: documents[document]!.language,
  });
  const corpus: BenchmarkCorpus = {
    documents: documents.map(({ id, title, text }) => ({ id, title, text })),
    questions: asked.flatMap((question) => {
      if (!('gold' in question)) return [];
      const { id, document, family, question: words } = question;
      const gold = question.gold.map((item) => locate(id, item, document));
      return [
        {
          id,
          text: words,
          document,
          answers: gold.map((span) => documents[span.document]!.text.slice(span.start, span.end)),
          gold,
          families: familiesOf(family, document),
        },
      ];
    }),
    groupings: [
      { id: 'family', label: 'kind of question' },
      { id: 'document', label: 'document' },
      { id: 'language', label: 'language' },
    ],
    cluster: 'document',
  };
  checkCorpus(corpus);
  return {
    documents,
    corpus,
    unanswered: asked.flatMap((question) =>
      'absent' in question
        ? [
            {
              id: question.id,
              text: question.question,
              document: question.document,
              absent: question.absent,
              families: familiesOf(question.family, question.document),
            },
          ]
        : [],
    ),
  };
}
