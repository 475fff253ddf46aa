import { expect, it } from 'vitest';
import { questionsBeside } from './dataset';

const text = 'The mill grinds rye in March. A red flag means stop.';
const rye = 'grinds rye';
const table = `question,references,corpus_id
What is ground?,"[{""content"":""${rye}"",""start_index"":${text.indexOf(rye)},""end_index"":18}]",mill
`;

it('reads a table of questions with the texts that are here already, and marks their spans there', () => {
  const documents = new Map([
    ['notes.txt', 'A note.'],
    ['mill.md', text],
  ]);
  const read = questionsBeside({ name: 'questions_df.csv', text: table }, documents)!;
  expect(read.questions).toHaveLength(1);
  const [{ document, marks, answers }] = read.questions as [(typeof read.questions)[0]];
  expect([document, answers]).toEqual(['mill.md', []]);
  expect(marks.map(({ document, start, end }) => [document, text.slice(start, end)])).toEqual([
    ['mill.md', rye],
  ]);
});

it('leaves a file alone that belongs to none of them', () => {
  expect(questionsBeside({ name: 'q.csv', text: table }, new Map([['notes.txt', text]]))).toBeNull();
  expect(
    questionsBeside({ name: 'q.csv', text: 'question,answer\na,b' }, new Map([['mill.md', text]])),
  ).toBeNull();
});
