import { describe, expect, it } from 'vitest';
import { ArtifactError } from '../../artifact/errors';
import { checkCorpus } from '../corpus';
import { recognisedDatasets } from '../readers';
import { beirReader } from './beirReader';

const lines = (items: readonly unknown[]): string => items.map((item) => JSON.stringify(item)).join('\n');
const files = [
  {
    name: 'tiny/corpus.jsonl',
    content: lines([
      { _id: 'd1', title: 'Tides', text: 'High water is at noon.' },
      { _id: 'd2', title: '', text: 'Bread is sold on Friday.' },
      { _id: 'd3', text: 'Salt is sold by weight.' },
    ]),
  },
  {
    name: 'tiny/queries.jsonl',
    content: lines([
      { _id: 'q1', text: 'When is high water?' },
      { _id: 2, text: 'What is sold?' },
      { _id: 'q3', text: 'Who asks?' },
    ]),
  },
  { name: 'tiny/qrels/dev.tsv', content: 'query-id\tcorpus-id\tscore\nq3\td1\t1\n' },
  {
    name: 'tiny/qrels/test.tsv',
    content: 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n2\td2\t1\n2\td3\t1\n2\td9\t1\n',
  },
];

describe('reading a BEIR folder', () => {
  const { corpus, counts, notices } = beirReader.read(files);

  it('gives documents with their titles, and queries whose relevant documents are required whole', () => {
    checkCorpus(corpus);
    expect(corpus.returns).toBe('documents');
    expect(corpus.documents.map(({ id, text }) => [id, text])).toEqual([
      ['d1', 'Tides\n\nHigh water is at noon.'],
      ['d2', 'Bread is sold on Friday.'],
      ['d3', 'Salt is sold by weight.'],
    ]);
    expect(corpus.questions.map(({ id, gold }) => [id, gold.map(({ document }) => document)])).toEqual([
      ['q1', [0]],
      ['2', [1, 2]],
    ]);
    for (const { start, end, document } of corpus.questions.flatMap(({ gold }) => gold))
      expect([start, end]).toEqual([0, corpus.documents[document]!.text.length]);
    expect(counts).toEqual({ documents: 3, queries: 3 });
  });

  it('says which judgments it took, and what it left out', () => {
    expect(notices.join(' ')).toMatch(
      /Judgments of test\.tsv; dev\.tsv not read\..*1 query without a relevant document.*1 judgment of documents that the corpus does not have/,
    );
  });

  it('is recognised by its three kinds of files', () => {
    const texts = files.map(({ name, content }) => ({ name, text: content }));
    expect(recognisedDatasets(texts).map(({ reader, files }) => [reader, files.length])).toEqual([
      ['beir', 4],
    ]);
    expect(recognisedDatasets(texts.slice(0, 2))).toEqual([]);
  });

  it.each([
    [
      'a folder without queries',
      files.filter(({ name }) => !name.includes('queries')),
      /found no queries\.jsonl/,
    ],
    [
      'a line that is no document',
      [{ name: 'corpus.jsonl', content: '{"_id": "a", "text": "b"}\n{"_id": "c"}' }, ...files.slice(1)],
      /corpus\.jsonl at line 2/,
    ],
    [
      'a score that is no number',
      [...files.slice(0, 2), { name: 'test.tsv', content: 'q1\td1\tyes\n' }],
      /test\.tsv at line 1: found "yes"/,
    ],
  ])('refuses %s with its place', (_, given, words) => {
    expect(() => beirReader.read(given)).toThrow(ArtifactError);
    expect(() => beirReader.read(given)).toThrow(words);
  });

  it('draws documents and the queries that have a relevant one among them', () => {
    const drawn = beirReader.read(files, { draw: { documents: 2, questions: 1 } }).corpus;
    checkCorpus(drawn);
    expect(drawn.documents).toHaveLength(2);
    expect(drawn.questions).toHaveLength(1);
  });
});
