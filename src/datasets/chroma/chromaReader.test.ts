import { csvFormat } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import { ArtifactError } from '../../artifact/errors';
import { checkCorpus, corpusHashInput } from '../corpus';
import { recognisedDatasets } from '../readers';
import { chromaReader } from './chromaReader';

const harbour = 'The 🚢 ferry leaves at noon. It waits for the tide.\n\nThe pier was mended in May. '.repeat(
  30,
);
const market = 'Bread costs two coins. Salt costs three coins.';

/** A reference to the nth occurrence of a text, counted in code points as Python counts. */
function reference(text: string, content: string, nth = 0) {
  let at = text.indexOf(content);
  for (let i = 0; i < nth; i++) at = text.indexOf(content, at + 1);
  const start = [...text.slice(0, at)].length;
  return { content, start_index: start, end_index: start + [...content].length };
}

const asked = [
  {
    question: 'When does the ferry leave?',
    references: [reference(harbour, 'leaves at noon', 2), reference(harbour, 'waits for the tide', 2)],
    corpus_id: 'harbour_log',
  },
  {
    question: 'What does salt cost, "today"?',
    references: [reference(market, 'three coins')],
    corpus_id: 'market',
  },
];
const tableOf = (rows: readonly { question: string; references: unknown; corpus_id: string }[]): string =>
  csvFormat(
    rows.map((row) => ({ ...row, references: JSON.stringify(row.references) })),
    ['question', 'references', 'corpus_id'],
  );
const filesOf = (table: string) => [
  { name: 'data/questions_df.csv', content: table },
  { name: 'data/corpora/harbour_log.md', content: harbour },
  { name: 'data/corpora/market.md', content: market },
];

describe('reading Chroma’s chunking evaluation', () => {
  const { corpus, counts, notices } = chromaReader.read(filesOf(tableOf(asked)));
  const textOf = ({ document, start, end }: { document: number; start: number; end: number }) =>
    corpus.documents[document]!.text.slice(start, end);

  it('gives a document for each corpus and several spans to a question, in UTF-16', () => {
    checkCorpus(corpus);
    expect(corpus.documents.map(({ id, title }) => [id, title])).toEqual([
      ['harbour_log', 'harbour log'],
      ['market', 'market'],
    ]);
    expect(corpus.questions.map(({ id }) => id)).toEqual(['harbour_log-1', 'market-2']);
    expect(corpus.questions[0]!.gold.map(textOf)).toEqual(['leaves at noon', 'waits for the tide']);
    expect(corpus.questions[0]!.gold[0]!.start).toBe(
      harbour.indexOf('leaves at noon', harbour.indexOf('leaves at noon', harbour.indexOf('leaves') + 1) + 1),
    );
    expect(corpus.questions.every(({ answers }) => answers.length === 0)).toBe(true);
    expect(counts).toEqual({ corpora: 2, questions: 2, references: 3 });
  });

  it('clusters questions by stretches of each corpus and shows them by corpus', () => {
    expect(corpus.cluster).toBe('stretch');
    expect(corpus.questions.map(({ families }) => families)).toEqual([
      { corpus: 'harbour_log', stretch: 'harbour_log 02' },
      { corpus: 'market', stretch: 'market 15' },
    ]);
    expect(notices).toEqual([expect.stringContaining('20 equal stretches')]);
  });

  it('takes a reference from where its content is nearest, and counts what it cannot find', () => {
    const off = asked.map((row) => ({
      ...row,
      references: row.references.map((one) => ({ ...one, start_index: one.start_index + 3 })),
    }));
    off[1]!.references.push({ content: 'four coins', start_index: 0, end_index: 10 });
    const read = chromaReader.read(filesOf(tableOf(off)));
    expect(read.corpus.questions.map(({ gold }) => gold)).toEqual(corpus.questions.map(({ gold }) => gold));
    expect(read.notices.join(' ')).toMatch(/3 references found at another offset.*1 reference not found/);
  });

  it('has a hash that the spans decide too', () => {
    const moved = structuredClone(corpus);
    moved.questions[0]!.gold[0]!.start += 1;
    expect(corpusHashInput(moved)).not.toBe(corpusHashInput(corpus));
  });

  it('is recognised as several files that belong together, whatever lies beside them', () => {
    const texts = filesOf(tableOf(asked)).map(({ name, content }) => ({ name, text: content }));
    const other = { name: 'notes.md', text: 'A note.' };
    expect(recognisedDatasets([other, ...texts])).toEqual([{ reader: 'chroma', files: texts }]);
    expect(recognisedDatasets([texts[0]!, other])).toEqual([]);
  });

  it('leaves out questions of a corpus that is not there, and says so', () => {
    const read = chromaReader.read(filesOf(tableOf(asked)).filter(({ name }) => !name.includes('harbour')));
    expect(read.corpus.questions.map(({ id }) => id)).toEqual(['market-2']);
    expect(read.notices.join(' ')).toContain('1 question of texts that are not among the files');
  });

  it.each([
    ['no table', [{ name: 'market.md', content: market }], /market\.md: found no table of questions/],
    ['no text', filesOf(tableOf(asked)).slice(0, 1), /found no text of harbour_log, market/],
    [
      'references that are no list',
      filesOf(tableOf([{ ...asked[0]!, references: 'at noon' }])),
      /questions_df\.csv at row 1, references: found .*at noon/,
    ],
  ])('refuses %s in words', (_, files, words) => {
    expect(() => chromaReader.read(files)).toThrow(ArtifactError);
    expect(() => chromaReader.read(files)).toThrow(words);
  });
});
