import { randomSource, shuffled } from '../../core/stats/rng';
import type { BenchmarkCorpus, BenchmarkDocument, BenchmarkQuestion } from '../corpus';
import { questionWord } from '../questionWord';

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

/** Seed of the draw of articles and questions. */
const drawSeed = 20260729;

export function countSquad(articles: readonly SquadArticle[]): {
  articles: number;
  paragraphs: number;
  questions: number;
} {
  const paragraphs = articles.flatMap((article) => article.paragraphs);
  return {
    articles: articles.length,
    paragraphs: paragraphs.length,
    questions: paragraphs.reduce((sum, { questions }) => sum + questions.length, 0),
  };
}

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
  size: { articles: number; questions: number },
): SquadSample {
  const random = randomSource(drawSeed);
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
