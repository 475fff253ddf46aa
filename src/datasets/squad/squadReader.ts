import * as z from 'zod/mini';
import { describe } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { formatPath, parseJsonText } from '../../artifact/jsonText';
import { counted } from '../../core/stats/words';
import type { DatasetReader, ReadOptions } from '../reader';
import { countSquad, sampleSquad, squadCorpus, type SquadArticle } from './sample';

const form =
  'a file in the form of SQuAD: {"data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question", "answers": [{"text"}]}]}]}]}';

const name = z.union([z.string(), z.number()]);
const schema = z.object({
  data: z.array(
    z.object({
      title: z.optional(name),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              id: z.optional(name),
              question: z.string(),
              answers: z.array(z.object({ text: z.string() })),
              is_impossible: z.optional(z.boolean()),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Gives every name once: the second `a` becomes `a (2)`, what has none gets one from its position. */
function distinctNames(fallback: string): { next: (given: string | undefined) => string; changed: number } {
  const used = new Set<string>();
  let position = 0;
  const names = {
    changed: 0,
    next(given: string | undefined): string {
      position += 1;
      const wanted = given === undefined || given.trim() === '' ? `${fallback} ${position}` : given;
      let own = wanted;
      for (let copy = 2; used.has(own); copy += 1) own = `${wanted} (${copy})`;
      used.add(own);
      if (own !== given) names.changed += 1;
      return own;
    },
  };
  return names;
}

/**
 * The articles of a file in the form of SQuAD: v1.1, v2 and whatever others write that way.
 * Spacing, key order and answer offsets do not matter. A question that the file calls
 * impossible, or that has no answer but blanks, has none here: the documents do not establish it.
 */
export function decodeSquad(
  file: string,
  source: Uint8Array | string,
  expected: string = form,
): { articles: SquadArticle[]; notices: string[] } {
  const { value } = parseJsonText(file, source, expected);
  const refuse = (found: string, path = '$'): never => {
    throw new ArtifactError({ kind: path === '$' ? 'wrong-kind' : 'invalid', file, path, found, expected });
  };
  if (typeof value !== 'object' || value === null || !('data' in value) || !Array.isArray(value.data))
    return refuse(describe(value));
  const result = z.safeParse(schema, value);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    return refuse(`${issue.message || issue.code} there`, formatPath(issue.path));
  }
  const titles = distinctNames('Article');
  const ids = distinctNames('Question');
  let without = 0;
  const articles = result.data.data.map(({ title, paragraphs }): SquadArticle => ({
    title: titles.next(title === undefined ? undefined : String(title)),
    paragraphs: paragraphs.map(({ context, qas }) => ({
      context,
      questions: qas.map(({ id, question, answers, is_impossible }) => {
        const given = is_impossible
          ? []
          : answers.map(({ text }) => text).filter((text) => text.trim() !== '');
        if (given.length === 0) without += 1;
        return { id: ids.next(id === undefined ? undefined : String(id)), question, answers: given };
      }),
    })),
  }));
  const notices = [
    ...(titles.changed > 0
      ? [`${file}: ${counted(titles.changed, 'article')} without a title of its own got one.`]
      : []),
    ...(ids.changed > 0
      ? [`${file}: ${counted(ids.changed, 'question')} without an id of its own got one.`]
      : []),
    ...(without > 0
      ? [
          `${file}: for ${counted(without, 'question')} the file names no answer. They are not established by the documents and are counted apart.`,
        ]
      : []),
  ];
  return { articles, notices };
}

export const squadReader: DatasetReader = {
  label: 'SQuAD',
  holds: 'articles with questions',
  claims(files) {
    const file = files.find(({ text }) => {
      const start = text.slice(0, 20_000);
      return /^\s*\{/.test(start) && /"paragraphs"\s*:/.test(start) && /"(qas|context)"\s*:/.test(start);
    });
    return file ? [file] : [];
  },
  read([file], { draw, expected }: ReadOptions = {}) {
    const { articles, notices } = decodeSquad(file!.name, file!.content, expected);
    const counts = countSquad(articles);
    const sample = sampleSquad(
      articles,
      draw ? { articles: draw.documents, questions: draw.questions } : counts,
    );
    return { corpus: squadCorpus(sample), counts, notices };
  },
};
