import { GENERATOR, randomSource, shuffled } from '../../core/stats/rng';
import type { BenchmarkCorpus, BenchmarkDocument, BenchmarkQuestion } from '../corpus';

/** A question of the file with all its reference answers, in file order. */
export interface SquadQuestion {
  id: string;
  question: string;
  answers: readonly string[];
}

export interface SquadArticle {
  title: string;
  paragraphs: readonly { context: string; questions: readonly SquadQuestion[] }[];
}

/** What SQuAD v1.1 dev holds, by which the right file is told from others. */
export const squadCounts = { articles: 48, paragraphs: 2_067, questions: 10_570 } as const;

/** How many articles and questions a benchmark takes, and by which draw. */
export const squadSample = {
  articles: 40,
  questions: 800,
  random: { seed: 20260729, generator: GENERATOR },
} as const;

export function countSquad(articles: readonly SquadArticle[]): Record<keyof typeof squadCounts, number> {
  const paragraphs = articles.flatMap((article) => article.paragraphs);
  return {
    articles: articles.length,
    paragraphs: paragraphs.length,
    questions: paragraphs.reduce((sum, { questions }) => sum + questions.length, 0),
  };
}

/** SHA-256 of `squadHashInput` of the sample: what every committed figure was measured on. */
export const squadHash = 'a0c74478f4d9aba1feadb9774b2ffd765ef5bc64317076a9d412cd3d0d6f9c69';

/** The articles and questions of a sample, both in file order. */
export interface SquadSample {
  articles: SquadArticle[];
  /** Ids of the questions that were kept. */
  questions: Set<string>;
}

/**
 * Draws articles, then questions of those articles, from one stream: the first of a
 * shuffle each, put back into file order. Fewer than asked for when the file holds fewer.
 */
export function sampleSquad(
  articles: readonly SquadArticle[],
  size: { articles: number; questions: number } = squadSample,
): SquadSample {
  const random = randomSource(squadSample.random.seed);
  const kept = new Set(shuffled(articles.keys(), random).slice(0, size.articles));
  const chosen = articles.filter((_, place) => kept.has(place));
  const ids = chosen.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ questions }) => questions.map(({ id }) => id)),
  );
  return { articles: chosen, questions: new Set(shuffled(ids, random).slice(0, size.questions)) };
}

/** Between two paragraphs of an article's text. */
const paragraphBreak = '\n\n';

/**
 * The benchmark's corpus: one document per article, its paragraphs joined by a blank line.
 *
 * The gold span is the first occurrence of the first answer in its paragraph. The offsets
 * that the file states are never read: copies of it disagree about them.
 */
export function squadCorpus({ articles, questions }: SquadSample): BenchmarkCorpus {
  const documents: BenchmarkDocument[] = [];
  const asked: BenchmarkQuestion[] = [];
  articles.forEach(({ title, paragraphs }, document) => {
    let offset = 0;
    for (const { context, questions: own } of paragraphs) {
      for (const { id, question, answers } of own) {
        if (!questions.has(id)) continue;
        const distinct = [...new Set(answers)];
        const first = distinct[0] ?? '';
        const at = first === '' ? -1 : context.indexOf(first);
        asked.push({
          id,
          text: question,
          document,
          answers: distinct,
          gold: at < 0 ? [] : [{ document, start: offset + at, end: offset + at + first.length }],
          families: { article: title, questionWord: questionWord(question) },
        });
      }
      offset += context.length + paragraphBreak.length;
    }
    documents.push({
      id: title,
      title: title.replaceAll('_', ' '),
      text: paragraphs.map(({ context }) => context).join(paragraphBreak),
      paragraphs: paragraphs.length,
    });
  });
  return {
    documents,
    questions: asked,
    groupings: [
      { id: 'article', label: 'Article' },
      { id: 'questionWord', label: 'Question word' },
    ],
    cluster: 'article',
  };
}

/**
 * What the corpus hash is taken of: titles and paragraphs of the sampled articles, then id,
 * text and distinct answers of the sampled questions. Any faithful copy of the file gives
 * the same text, whatever its spacing, key order and offsets. The hash is its SHA-256.
 */
export function squadHashInput({ articles, questions }: SquadSample): string {
  return JSON.stringify([
    articles.map(({ title, paragraphs }) => [title, paragraphs.map(({ context }) => context)]),
    articles.flatMap(({ paragraphs }) =>
      paragraphs.flatMap((paragraph) =>
        paragraph.questions
          .filter(({ id }) => questions.has(id))
          .map(({ id, question, answers }) => [id, question, [...new Set(answers)]]),
      ),
    ),
  ]);
}

const questionPattern = /\b(?:how many|how much|how|what|which|who(?:se|m)?|when|where|why)\b/i;

/**
 * The family of a question: the first question word or phrase in it, wherever it stands
 * (`whose` and `whom` are `who`); `other` for one without.
 */
export function questionWord(question: string): string {
  const found = questionPattern.exec(question.replace(/\s+/g, ' '))?.[0].toLowerCase() ?? 'other';
  return found.startsWith('who') ? 'who' : found;
}
