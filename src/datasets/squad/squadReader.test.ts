import { describe, expect, it } from 'vitest';
import { squadShaped, squadShapedArticles } from '../../testing/squadShaped';
import { ArtifactError } from '../../artifact/errors';
import { corpusHashInput } from '../corpus';
import { checkPublishedHash, publishedCorpora, readPublished } from '../published';
import { recognisedDatasets } from '../readers';
import { decodeSquad, squadReader } from './squadReader';

const text = JSON.stringify(squadShaped());
const { squadDev } = publishedCorpora;

function refusal(run: () => unknown): ArtifactError {
  try {
    run();
  } catch (error) {
    if (error instanceof ArtifactError) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('reading a SQuAD file', () => {
  it('reads text and bytes, whatever the spacing', () => {
    const { articles, notices } = decodeSquad('dev.json', text);
    expect(squadReader.read([{ name: 'dev.json', content: text }]).counts).toEqual({
      articles: 5,
      paragraphs: 12,
      questions: 27,
    });
    expect(notices).toEqual([]);
    expect(articles).toEqual(squadShapedArticles());
    expect(
      decodeSquad('dev.json', new TextEncoder().encode(JSON.stringify(squadShaped(), null, 2))).articles,
    ).toEqual(articles);
  });

  it('never reads the answer offsets, about which copies of the file disagree', () => {
    const file = squadShaped();
    for (const { paragraphs } of file.data)
      for (const { qas } of paragraphs)
        for (const { answers } of qas) for (const answer of answers) answer.answer_start = 99;
    const hashInput = (source: unknown) =>
      corpusHashInput(squadReader.read([{ name: 'copy.json', content: JSON.stringify(source) }]).corpus);
    expect(hashInput(file)).toBe(hashInput(squadShaped()));
  });

  it('refuses a file with other counts and says both', () => {
    const error = refusal(() => readPublished(squadDev, [{ name: 'train.json', content: text }]));
    expect(error.message).toContain('train.json');
    expect(error.found).toBe('5 articles, 12 paragraphs, 27 questions');
    expect(error.expected).toContain('48 articles, 2067 paragraphs, 10570 questions');
  });

  it('reads version 2: a question that the file calls impossible has no answer, and is told', () => {
    const file = squadShaped();
    file.version = 'v2.0';
    Object.assign(file.data[0]!.paragraphs[0]!.qas[0]!, {
      is_impossible: true,
      answers: [],
      plausible_answers: [{ text: '1412', answer_start: 0 }],
    });
    file.data[0]!.paragraphs[0]!.qas[1]!.answers = [];
    const { corpus, notices } = squadReader.read([{ name: 'dev-v2.0.json', content: JSON.stringify(file) }]);
    expect(corpus.questions).toHaveLength(27);
    expect(corpus.questions[0]).toMatchObject({ answers: [], gold: [] });
    expect(corpus.questions[1]).toMatchObject({ answers: [], gold: [] });
    expect(corpus.questions[2]!.gold).toHaveLength(1);
    expect(notices).toEqual([
      'dev-v2.0.json: for 2 questions the file names no answer. They are not established by the documents and are counted apart.',
    ]);
  });

  it('reads any file of that form: ids that are numbers, twice or missing, articles without a title', () => {
    const file = {
      data: [
        {
          paragraphs: [
            {
              context: 'Ice melts at 0 °C.',
              qas: [
                { id: 7, question: 'When does ice melt?', answers: [{ text: '0 °C' }] },
                { id: 7, question: 'What melts?', answers: [{ text: 'Ice' }] },
                { question: 'And steel?', answers: [] },
              ],
            },
          ],
        },
      ],
    };
    const { corpus, notices } = squadReader.read([{ name: 'lab.json', content: JSON.stringify(file) }]);
    expect(corpus.documents.map(({ id }) => id)).toEqual(['Article 1']);
    expect(corpus.questions.map(({ id }) => id)).toEqual(['7', '7 (2)', 'Question 3']);
    expect(notices.join(' ')).toMatch(
      /1 article without a title.*2 questions without an id.*1 question the file names no answer/,
    );
  });

  it('draws as many articles and questions as it is asked for', () => {
    const { corpus, counts } = squadReader.read([{ name: 'dev.json', content: text }], {
      draw: { documents: 3, questions: 8 },
    });
    expect(corpus.documents).toHaveLength(3);
    expect(corpus.questions).toHaveLength(8);
    expect(counts['questions']).toBe(27);
  });

  it('is recognised by its looks, other JSON is not', () => {
    const readers = (text: string) =>
      recognisedDatasets([{ name: 'file', text }]).map(({ reader }) => reader);
    expect(readers(text)).toEqual(['squad']);
    expect(readers(JSON.stringify(squadShaped(), null, 2))).toEqual(['squad']);
    expect(readers('{"questions": []}')).toEqual([]);
    expect(readers('A text about "paragraphs": and "qas": of a file')).toEqual([]);
  });

  it.each([
    ['half a file', text.slice(0, text.length / 2), 'truncated'],
    ['an empty file', '', 'empty'],
    ['text', 'not JSON', 'not-json'],
    ['a web page', '<!doctype html><p>404', 'missing'],
    ['other JSON', '{"rows": []}', 'wrong-kind'],
    ['a list', '[]', 'wrong-kind'],
  ])('refuses %s', (_, source, kind) => {
    const error = refusal(() => decodeSquad('dev-v1.1.json', source));
    expect(error.kind).toBe(kind);
    expect(error.file).toBe('dev-v1.1.json');
    if (kind !== 'truncated') expect(error.expected).toContain('in the form of SQuAD');
    const published = refusal(() => readPublished(squadDev, [{ name: 'dev-v1.1.json', content: source }]));
    if (kind !== 'truncated') expect(published.expected).toContain('SQuAD v1.1 dev');
  });

  it('refuses a picture by what it is', () => {
    expect(refusal(() => decodeSquad('dev.json', Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).found).toBe(
      'a PNG image',
    );
  });

  it('names the place of a wrong value', () => {
    const file = squadShaped();
    Object.assign(file.data[1]!.paragraphs[0]!, { context: 7 });
    expect(refusal(() => decodeSquad('dev.json', JSON.stringify(file))).path).toBe(
      '$.data[1].paragraphs[0].context',
    );
  });

  it('refuses other texts behind the right counts', () => {
    expect(refusal(() => checkPublishedHash(squadDev, 'dev.json', 'f00')).message).toContain('f00');
  });
});
