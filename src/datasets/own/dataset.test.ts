import { describe, expect, it } from 'vitest';
import { recognisedDatasets } from '../readers';
import { readDataset } from './dataset';
import { createGoldFinder } from './locate';

const context = 'Guests cannot export a workspace. Trials last seven days.';
const file = (qas: object[]) => [
  {
    name: 'own.json',
    text: JSON.stringify({ version: 'v2.0', data: [{ title: 'A', paragraphs: [{ context, qas }] }] }),
  },
];

describe('a reader’s file in the form of SQuAD', () => {
  it('leaves questions open that it calls impossible or that have no answer, and asks for no published count', () => {
    const files = file([
      {
        id: '1',
        question: 'How long?',
        answers: [{ text: 'seven days', answer_start: 46 }],
        is_impossible: false,
      },
      {
        id: '2',
        question: 'Why?',
        answers: [],
        is_impossible: true,
        plausible_answers: [{ text: 'export' }],
      },
      { id: '3', question: 'Who?', answers: [] },
      { id: '4', question: 'When?', answers: [{ text: ' ' }] },
    ]);
    expect(recognisedDatasets(files)).toMatchObject([{ reader: 'squad' }]);
    const answer = readDataset(files, 'squad');
    if (answer.kind === 'refused') throw new Error(answer.problem.found);
    expect(answer.questions.map(({ open }) => open)).toEqual([undefined, true, true, true]);
    const finder = createGoldFinder(answer.documents);
    expect(answer.questions.map((question) => finder.locate(question).status)).toEqual([
      'marked',
      'not established',
      'not established',
      'not established',
    ]);
    expect(answer.notices.join(' ')).toContain('3 questions the file names no answer');
  });
});
