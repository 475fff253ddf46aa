import { describe, expect, it } from 'vitest';
import { ArtifactError } from '../../artifact/errors';
import {
  joinAnswers,
  looksLikeQuestions,
  pasted,
  questionsCsv,
  questionsJson,
  readQuestions,
  splitAnswers,
} from './questions';
import type { AskedQuestion } from './asked';

const none = new Map<string, string>();
const read = (text: string, name = 'q.csv', documents: ReadonlyMap<string, string> = none) =>
  readQuestions(name, text, documents);
const fault = (text: string, name = 'q.csv'): ArtifactError => {
  try {
    read(text, name);
  } catch (error) {
    if (error instanceof ArtifactError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('questions from a table', () => {
  it('come with quotes, commas and line breaks in cells', () => {
    const { questions, notices } = read(
      'question,answer,document\r\n"Who said ""yes, then""?","a, b\nand c",notes.md\r\n',
    );
    expect(questions).toEqual([
      {
        id: null,
        text: 'Who said "yes, then"?',
        answers: ['a, b\nand c'],
        document: 'notes.md',
        family: null,
        marks: [],
      },
    ]);
    expect(notices).toEqual([]);
  });

  it('are refused in words when a table of very many rows has no header', () => {
    expect(fault('a\n'.repeat(500_000))).toMatchObject({ kind: 'invalid', path: 'line 1' });
  });

  it('take several answers from one cell and from several columns', () => {
    const { questions } = read(
      'Question;Answer;answer2;Family;ID\nHow long?;7 days | a week;seven days;number;q-7\n',
    );
    expect(questions[0]).toMatchObject({
      answers: ['7 days', 'a week', 'seven days'],
      family: 'number',
      id: 'q-7',
    });
    expect(splitAnswers('a\\|b|c')).toEqual(['a|b', 'c']);
    expect(splitAnswers(joinAnswers(['a|b', 'c']))).toEqual(['a|b', 'c']);
  });

  it('keep a question without an answer, and name rows without a question and unknown columns', () => {
    const { questions, notices } = read('question,answer,mood\nWhy?,,good\n,7,bad\n\n , \n');
    expect(questions).toMatchObject([{ text: 'Why?', answers: [] }]);
    expect(notices).toEqual([
      'q.csv: the column(s) “mood” were left out.',
      'q.csv: row 2 has no question and was left out.',
    ]);
  });

  it('are read from a spreadsheet without a header when they are pasted, and only then', () => {
    expect(read('How long?\t7 days\tpolicy.md\nWho?\tAna', pasted).questions).toMatchObject([
      { text: 'How long?', answers: ['7 days'], document: 'policy.md' },
      { text: 'Who?', answers: ['Ana'], document: null },
    ]);
    expect(fault('How long?,7 days\n')).toMatchObject({
      kind: 'invalid',
      file: 'q.csv',
      found: expect.stringContaining('How long?'),
      expected: expect.stringContaining('question,answer'),
    });
  });

  it('are refused when a quote is never closed, when there is none, and when there are too many', () => {
    expect(fault('question,answer\n"Why?,because\n')).toMatchObject({
      kind: 'truncated',
      found: expect.stringContaining('never closed'),
    });
    expect(fault('question,answer\n')).toMatchObject({ found: 'no question' });
    expect(fault('  \n')).toMatchObject({ kind: 'empty' });
    expect(fault(`question,answer\n${'a,b\n'.repeat(1001)}`)).toMatchObject({
      kind: 'too-large',
      found: '1001 questions',
      expected: 'at most 1000',
    });
  });
});

describe('questions from JSON', () => {
  it('are an object on each line too, and a line that is none is named', () => {
    const lines =
      '{"question": "How long?", "answer": "7 days"}\r\n\r\n{"question": "Who?", "answers": ["Ana"], "id": 4}\n';
    expect(read(lines, 'q.jsonl').questions).toMatchObject([
      { text: 'How long?', answers: ['7 days'], id: null },
      { text: 'Who?', answers: ['Ana'], id: '4' },
    ]);
    expect(fault(`${lines}{"question": "Wh\n`, 'q.jsonl')).toMatchObject({ kind: 'invalid', path: 'line 4' });
  });

  it('are a list, or an object with that list', () => {
    const list = [
      { question: 'Why?', answer: 'because' },
      { question: 'Who?', answers: ['Ana', 'Ben'], document: 'a.md', family: 'people', id: 7 },
    ];
    for (const value of [list, { questions: list }]) {
      expect(read(JSON.stringify(value), 'q.json').questions).toMatchObject([
        { text: 'Why?', answers: ['because'], document: null },
        { text: 'Who?', answers: ['Ana', 'Ben'], document: 'a.md', family: 'people', id: '7' },
      ]);
    }
  });

  it('name the place of a fault', () => {
    expect(fault('[{"question": "Why?"}, {"question": 7}]', 'q.json')).toMatchObject({
      kind: 'invalid',
      path: '$[1].question',
      found: 'the number 7',
      expected: expect.stringContaining('string'),
    });
    expect(fault('{"questions": 7}', 'q.json')).toMatchObject({ path: '$.questions' });
    expect(fault('[{"question": "Wh', 'q.json')).toMatchObject({ kind: 'truncated' });
    expect(fault('{}', 'q.json')).toMatchObject({ path: '$.questions', found: 'nothing' });
  });

  const documents = new Map([['a.md', '🙂 答案\r\nأجوبة']]);
  const withGold = (gold: object, offsetUnit: string | undefined = 'codePoints') =>
    read(
      JSON.stringify({ offsetUnit, questions: [{ question: '?', document: 'a.md', gold: [gold] }] }),
      'q.json',
      documents,
    );

  it('turn gold offsets in code points into those of the text, checked against the stated text', () => {
    expect(withGold({ start: 2, end: 4, text: '答案' }).questions[0]).toMatchObject({
      marks: [{ document: 'a.md', start: 3, end: 5 }],
      answers: [],
    });
    expect(withGold({ start: 3, end: 5, text: '答案' }, 'utf16').questions[0]!.marks).toEqual([
      { document: 'a.md', start: 3, end: 5 },
    ]);
  });

  it('look for the text of gold whose offsets do not hold, and say so', () => {
    const { questions, notices } = withGold({ start: 3, end: 5, text: '答案' });
    expect(questions[0]).toMatchObject({ marks: [], answers: ['答案'] });
    expect(notices[0]).toMatch(/question 1: at 3–5 of “a.md” stands .* Its text is looked for instead\.$/);
    expect(withGold({ start: 1, end: 99 }).notices[0]).toContain('lies outside “a.md”');
    expect(withGold({ start: 1, end: 2, document: 'b.md' }).notices[0]).toContain(
      '“b.md”, which is not among the documents',
    );
  });

  it('need the unit of their offsets', () => {
    expect(() => withGold({ start: 2, end: 4 }, undefined)).not.toThrow();
    expect(fault('[{"question": "?", "gold": [{"start": 1, "end": 2}]}]', 'q.json')).toMatchObject({
      path: '$.offsetUnit',
    });
  });
});

describe('questions as a file', () => {
  const documents = new Map([['a.md', 'Seven days.']]);
  const questions: AskedQuestion[] = [
    {
      id: 'q1',
      text: 'How "long"?\nReally',
      answers: ['7 days', 'a|b'],
      document: 'a.md',
      family: null,
      marks: [],
    },
    {
      id: 'q2',
      text: '=SUM(A1)',
      answers: [],
      document: null,
      family: '__proto__',
      marks: [{ document: 'a.md', start: 0, end: 5 }],
    },
  ];

  it('come back from JSON as they were', () => {
    expect(read(questionsJson(questions, documents), 'q.json', documents)).toEqual({
      questions,
      notices: [],
    });
  });

  it('come back from CSV, but for what a spreadsheet would run', () => {
    expect(read(questionsCsv(questions)).questions).toMatchObject([
      { ...questions[0], marks: [] },
      { text: "'=SUM(A1)", family: '__proto__' },
    ]);
  });

  it('are told from documents', () => {
    expect(looksLikeQuestions('gold.csv', '"question","answer"\n')).toBe(true);
    expect(looksLikeQuestions('gold.json', '[{"question": "?"}]')).toBe(true);
    expect(looksLikeQuestions('faq.md', 'question,answer')).toBe(false);
    expect(looksLikeQuestions('prices.csv', 'item,price')).toBe(false);
  });
});
