import { describe, expect, it } from 'vitest';
import { squadShapedArticles } from '../../testing/squadShaped';
import { checkCorpus, corpusHashInput } from '../corpus';
import { countSquad, sampleSquad, squadCorpus } from './sample';

const articles = squadShapedArticles();
const whole = sampleSquad(articles, { articles: 48, questions: 10_570 });

describe('the SQuAD sample', () => {
  it('keeps articles and questions in file order, questions of the kept articles only', () => {
    const sample = sampleSquad(articles, { articles: 3, questions: 8 });
    expect(sample.articles).toHaveLength(3);
    expect(sample.questions.size).toBe(8);
    const places = sample.articles.map((article) => articles.indexOf(article));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const own = new Set(
      sample.articles.flatMap(({ paragraphs }) =>
        paragraphs.flatMap(({ questions }) => questions.map(({ id }) => id)),
      ),
    );
    for (const id of sample.questions) expect(own).toContain(id);
    const asked = squadCorpus(sample).questions.map(({ id }) => id);
    expect(asked).toEqual([...asked].sort());
  });

  it('is the same whenever it is drawn, and all of a file that holds less than is asked for', () => {
    expect([...sampleSquad(articles, { articles: 3, questions: 8 }).questions]).toEqual([
      ...sampleSquad(articles, { articles: 3, questions: 8 }).questions,
    ]);
    expect(whole.questions.size).toBe(countSquad(articles).questions);
  });
});

describe('the corpus of a SQuAD sample', () => {
  const corpus = squadCorpus(whole);

  it('is a valid corpus with articles as documents, paragraphs joined by a blank line', () => {
    checkCorpus(corpus);
    expect(corpus.documents.map(({ id }) => id)).toEqual(articles.map(({ title }) => title));
    expect(corpus.documents[0]!.text.split('\n\n')).toEqual(
      articles[0]!.paragraphs.map(({ context }) => context),
    );
    expect(corpus.documents[0]).toMatchObject({ title: 'Harbour of Vell', paragraphs: 3 });
  });

  it('takes the first occurrence of the first answer in its own paragraph, whatever offset the file states', () => {
    for (const { gold, answers, document } of corpus.questions) {
      expect(gold).toHaveLength(1);
      expect(corpus.documents[document!]!.text.slice(gold[0]!.start, gold[0]!.end)).toBe(answers[0]);
    }
    const bell = corpus.questions.find(({ text }) => text.startsWith('Name the sound'))!;
    const text = corpus.documents[3]!.text;
    expect(bell.gold[0]!.start).toBe(text.indexOf('a bell'));
    expect(bell.gold[0]!.start).toBeGreaterThan(text.indexOf('\n\n'));
  });

  it('keeps distinct answers in file order', () => {
    expect(corpus.questions[1]!.answers).toEqual(['Oda Brenn', 'Brenn']);
  });

  it('has no gold span where the first answer is not in the paragraph', () => {
    const [first, ...rest] = squadShapedArticles();
    const [paragraph, ...others] = first!.paragraphs;
    const [question, ...asked] = paragraph!.questions;
    const spoiled = [
      {
        ...first!,
        paragraphs: [
          { ...paragraph!, questions: [{ ...question!, answers: ['in 1999', 'in 1412'] }, ...asked] },
          ...others,
        ],
      },
      ...rest,
    ];
    expect(squadCorpus(sampleSquad(spoiled, { articles: 9, questions: 99 })).questions[0]).toMatchObject({
      answers: ['in 1999', 'in 1412'],
      gold: [],
    });
  });

  it('hashes titles, paragraphs, ids, questions and distinct answers, nothing else', () => {
    const parsed = JSON.parse(corpusHashInput(squadCorpus(whole))) as [unknown[][], unknown[][]];
    expect(parsed[0][0]![0]).toBe('Harbour_of_Vell');
    expect(parsed[1][1]).toEqual(['q02', 'Who cast the bell on the mole?', ['Oda Brenn', 'Brenn']]);
  });
});
