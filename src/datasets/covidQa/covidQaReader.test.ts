import { describe, expect, it } from 'vitest';
import { ArtifactError } from '../../artifact/errors';
import { squadShaped } from '../../testing/squadShaped';
import { checkCorpus } from '../corpus';
import { recognisedDatasets } from '../readers';
import { covidQaReader } from './covidQaReader';

const first = 'A 𝛃-strand folds. The strand is cut twice.\n\nResults: the strand is cut once, in May.';
const second = 'Mice were kept warm.';
const points = (text: string, wanted: string): number => [...text.slice(0, text.lastIndexOf(wanted))].length;

const paperFile = () => ({
  data: [
    {
      paragraphs: [
        {
          context: first,
          document_id: 11,
          qas: [
            {
              id: 901,
              question: 'How often is it cut?',
              answers: [{ text: 'strand is cut', answer_start: points(first, 'strand is cut') + 2 }],
              is_impossible: false,
            },
            { id: 902, question: 'When?', answers: [{ text: ' in May. ', answer_start: 4 }] },
          ],
        },
      ],
    },
    {
      paragraphs: [
        {
          context: second,
          document_id: 12,
          qas: [
            { id: 903, question: 'Who was kept warm?', answers: [{ text: 'Mice ', answer_start: 9_999 }] },
            { id: 904, question: 'Why?', answers: [], is_impossible: true },
          ],
        },
      ],
    },
  ],
});
const read = (value: unknown) => covidQaReader.read([{ name: 'covid.json', content: JSON.stringify(value) }]);

describe('reading COVID-QA', () => {
  const { corpus, counts, notices } = read(paperFile());

  it('finds an answer by its text nearest to the stated offset, without white space at its ends', () => {
    checkCorpus(corpus);
    const spans = corpus.questions.map(({ gold }) =>
      gold.map(({ document, start, end }) => [corpus.documents[document]!.text.slice(start, end), start]),
    );
    expect(spans).toEqual([[['strand is cut', first.lastIndexOf('strand is cut')]], [], [['Mice', 0]], []]);
    expect(corpus.questions[2]!.answers).toEqual(['Mice']);
    expect(counts).toEqual({ papers: 2, questions: 4 });
  });

  it('counts the answers that are not where they are said to be, and those that stand nowhere', () => {
    expect(notices).toEqual([
      '2 answers found by their text nearest to the stated offset, which is off; 1 answer not found.',
      'covid.json: for 1 question the file names no answer. They are not established by the documents and are counted apart.',
    ]);
  });

  it('has one family a paper', () => {
    expect(corpus.cluster).toBe('paper');
    expect(corpus.questions.map(({ families }) => families['paper'])).toEqual(['11', '11', '12', '12']);
  });

  it('is told from SQuAD by its looks', () => {
    const text = JSON.stringify(paperFile());
    const squad = JSON.stringify(squadShaped());
    expect(
      recognisedDatasets([
        { name: 'a.json', text: squad },
        { name: 'b.json', text },
      ]).map(({ reader, files }) => [reader, files[0]!.name]),
    ).toEqual([
      ['covidQa', 'b.json'],
      ['squad', 'a.json'],
    ]);
  });

  it('names the place of a wrong value, and refuses other JSON', () => {
    const file = paperFile();
    Object.assign(file.data[1]!.paragraphs[0]!, { context: 7 });
    expect(() => read(file)).toThrow(/covid\.json at \$\.data\[1\]\.paragraphs\[0\]\.context/);
    expect(() => read({ rows: [] })).toThrow(ArtifactError);
    expect(() => read({ rows: [] })).toThrow(/in the form of COVID-QA/);
  });
});
