import { beforeAll, describe, expect, it } from 'vitest';
import type { ChunkingQuestions, ChunkingSummary } from '../../../experiments/chunking/formats';
import { authoredExperiment } from '../../../testing/authoredSquad';
import { readParams, writeParams } from '../../state/params';
import { inspectorCodecs, offeredCutoffs, resolveSelection, rowOf } from './inspectorParams';

let summary: ChunkingSummary;
let questions: ChunkingQuestions;
beforeAll(async () => {
  const authored = await authoredExperiment(() => '0'.repeat(64));
  summary = authored.summary;
  questions = JSON.parse(authored.files.get('authored-chunks/questions.json')!) as ChunkingQuestions;
});

const open = (raw: Record<string, string>) => {
  const codecs = inspectorCodecs(summary, questions);
  const { values, dropped } = readParams(codecs, raw);
  const selection = resolveSelection(summary, questions, values);
  return {
    values,
    selection,
    dropped: [...dropped, ...selection.dropped],
    written: writeParams(codecs, values),
  };
};

describe('a link into the inspector', () => {
  it('without a word opens the first document, the best row and one strategy to compare it with', () => {
    const { selection, dropped } = open({});
    expect(selection).toMatchObject({ document: 0, question: null, at: null });
    expect(selection.row.row).toBe(summary.best!.row);
    expect(selection.strategies[0]).toBe(selection.row.strategy);
    expect(selection.strategies).toHaveLength(2);
    expect(dropped).toEqual([]);
  });

  it('to a question opens its document', () => {
    expect(open({ question: 'q012' }).selection.document).toBe(
      questions.questions.find(({ id }) => id === 'q012')!.document,
    );
  });

  it('to a question in another document keeps both, for what a search returned there', () => {
    const { selection } = open({ question: 'q012', document: 'Signals & <flags> 🚩' });
    expect(summary.corpus.documents[selection.document]!.title).toBe('Signals & <flags> 🚩');
    expect(questions.questions[selection.question!]!.id).toBe('q012');
  });

  it('puts the strategy of a row in front, and shows it when it is not among the lanes', () => {
    const { selection } = open({ row: 'paragraph', strategies: 'recursive,fixed_size' });
    expect(selection.strategies).toEqual(['recursive', 'fixed_size', 'paragraph']);
  });

  it('that names lanes and no row takes a row of these lanes', () => {
    const { selection } = open({ strategies: 'recursive,semantic' });
    expect(['recursive', 'semantic']).toContain(selection.row.strategy);
    expect(selection.strategies).toEqual(['recursive', 'semantic']);
  });

  it('drops what is unknown, names it, and keeps the rest', () => {
    const { values, dropped } = open({
      document: 'gone',
      question: 'q001',
      strategies: 'recursive,magic',
      row: 'x',
      k: '21',
      at: '-3',
      only: '1',
      find: 'a b',
      odd: '1',
    });
    expect(values).toMatchObject({
      document: null,
      question: 'q001',
      strategies: ['recursive'],
      row: null,
      k: 5,
      at: null,
      only: true,
      find: 'a b',
    });
    expect(dropped).toEqual([
      'document “gone”',
      'strategies “magic”',
      'row “x”',
      'k “21”',
      'at “-3”',
      'parameter “odd”',
    ]);
  });

  it('to a place past the end of the document says so', () => {
    const { selection, dropped } = open({ document: '港口的灯', at: '5000' });
    expect(selection.at).toBeNull();
    expect(dropped).toEqual(['at “5000” (“港口的灯” ends at 93)']);
  });

  it('comes back as it was', () => {
    const raw = {
      document: 'Signals & <flags> 🚩',
      question: 'q010',
      strategies: 'paragraph,recursive',
      row: 'recursive',
      k: '10',
      at: '12',
      only: '1',
      invisible: '1',
      spans: 'contexts',
      find: 'x',
      documents: '-misses',
    };
    expect(open(raw).written).toEqual(raw);
  });
});

describe('rows and cutoffs', () => {
  it('are found by strategy and retriever', () => {
    expect(rowOf(summary, 'paragraph', 'bm25')?.row).toBe('paragraph');
    expect(rowOf(summary, 'paragraph', 'hybrid')?.row).toBe('paragraph');
    expect(rowOf(summary, 'gone', 'bm25')).toBeUndefined();
  });

  it('offer the one that a link names', () => {
    expect([offeredCutoffs(5), offeredCutoffs(7)]).toEqual([
      [1, 3, 5, 10],
      [1, 3, 5, 7, 10],
    ]);
  });
});
