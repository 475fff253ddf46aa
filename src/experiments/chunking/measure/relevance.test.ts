import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainChunk } from '../../../core/chunking/strategy';
import { comparableText } from '../../../core/text/findText';
import { checkCorpus, type BenchmarkCorpus, type GoldSpan } from '../../../datasets/corpus';
import { documentTokens } from './documentTokens';
import { findAnswers, relevantContexts } from './relevance';
import { indexStrategy, type BenchmarkStrategy } from './strategyIndex';

const corpusOf = (
  texts: readonly string[],
  questions: readonly { answers: string[]; gold?: GoldSpan[] }[],
): BenchmarkCorpus => ({
  documents: texts.map((text, i) => ({ id: `d${i}`, title: `d${i}`, text })),
  questions: questions.map(({ answers, gold = [] }, i) => ({
    id: `q${i}`,
    text: 'q',
    document: null,
    answers,
    gold,
    families: { all: 'all' },
  })),
  groupings: [{ id: 'all', label: 'All' }],
  cluster: 'all',
});
const windows = (size: number, stepSize: number): BenchmarkStrategy => ({
  id: 'windows',
  label: 'Windows',
  description: '',
  parameters: {},
  chunk: ({ text }) =>
    Array.from({ length: Math.ceil(text.length / stepSize) }, (_, i) =>
      plainChunk(i * stepSize, Math.min(text.length, i * stepSize + size)),
    ),
});

async function judged(corpus: BenchmarkCorpus, strategy: BenchmarkStrategy) {
  checkCorpus(corpus);
  const index = await indexStrategy(
    corpus,
    strategy,
    corpus.documents.map(({ text }) => documentTokens(text)),
  );
  const places = await findAnswers(corpus);
  return { index, places, relevant: relevantContexts(corpus, index, places) };
}

describe('relevant contexts', () => {
  it('are those of a search of every context for every answer, whatever case, spaces and cuts', async () => {
    const scrap = fc.constantFrom(
      'a',
      'b',
      'A',
      'ab',
      'B ',
      ' ',
      '  ',
      '\n',
      '\t',
      'İ',
      'i',
      'Σ',
      'ς',
      'σ',
      '\uffff',
      '\u0307',
      'ß',
    );
    const text = fc.array(scrap, { maxLength: 24 }).map((list) => list.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.array(fc.array(fc.oneof(text, fc.constantFrom('a', 'ab', 'σ', 'i̇', 'i')), { maxLength: 3 }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        async (texts, answers, size, stepSize) => {
          const corpus = corpusOf(
            texts,
            answers.map((answers) => ({ answers })),
          );
          const { index, places, relevant } = await judged(corpus, windows(size, stepSize));
          const contexts = index.contexts.map(({ document, start, end }) =>
            comparableText(texts[document]!.slice(start, end)),
          );
          answers.forEach((own, q) => {
            const wanted = own.map(comparableText).filter((answer) => answer !== '');
            expect([...relevant.answer[q]!]).toEqual(
              contexts.flatMap((context, i) =>
                wanted.some((answer) => context.includes(answer)) ? [i] : [],
              ),
            );
            expect(places.inCorpus[q]).toBe(
              texts.some((text) => wanted.some((answer) => comparableText(text).includes(answer))),
            );
          });
        },
      ),
      { seed: 21, numRuns: 400 },
    );
  });

  it('by the evidence rule cover a gold span whole: touching it or holding a part is not enough', async () => {
    const corpus = corpusOf(
      ['0123456789'],
      [
        { answers: ['0'], gold: [{ document: 0, start: 3, end: 6 }] },
        { answers: ['2 1'], gold: [] },
      ],
    );
    const { index, relevant } = await judged(corpus, windows(4, 2));
    expect(index.contexts.map(({ start, end }) => [start, end])).toEqual([
      [0, 4],
      [2, 6],
      [4, 8],
      [6, 10],
      [8, 10],
    ]);
    expect([...relevant.evidence[0]!]).toEqual([1]);
    expect([...relevant.answer[0]!]).toEqual([0]);
    expect([...relevant.evidence[1]!]).toEqual([]);
  });

  it('are by both rules those that cover a span of a question that has no answer text', async () => {
    const spans = [
      { document: 0, start: 3, end: 6 },
      { document: 0, start: 6, end: 7 },
    ];
    // The letters make every context one whose text is looked at by itself.
    const corpus = corpusOf(
      ['Σ12345Σ7Σ9'],
      [
        { answers: [], gold: spans },
        { answers: [' '], gold: spans },
      ],
    );
    const { relevant } = await judged(corpus, windows(4, 2));
    for (const question of [0, 1]) {
      expect([...relevant.evidence[question]!]).toEqual([1, 2, 3]);
      expect([...relevant.answer[question]!]).toEqual([1, 2, 3]);
    }
  });

  it('hold an answer that stands elsewhere too: the answer rule does not ask where', async () => {
    const corpus = corpusOf(
      ['In May. Then June.', 'May it be.'],
      [{ answers: ['may'], gold: [{ document: 0, start: 3, end: 6 }] }],
    );
    const { relevant } = await judged(corpus, windows(18, 18));
    expect([...relevant.answer[0]!]).toEqual([0, 1]);
    expect([...relevant.evidence[0]!]).toEqual([0]);
  });

  it('refuses returned spans that are out of document order', async () => {
    const backwards: BenchmarkStrategy = {
      ...windows(2, 2),
      id: 'backwards',
      chunk: () => [plainChunk(4, 6), plainChunk(0, 2)],
    };
    await expect(judged(corpusOf(['abcdef'], []), backwards)).rejects.toThrow(/backwards.*document order/);
  });
});
