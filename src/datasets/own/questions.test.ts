import { describe, expect, it } from 'vitest';
import { ArtifactError } from '../../artifact/errors';
import {
  joinAnswers,
  looksLikeQuestions,
  nameQuestions,
  pasted,
  questionsCsv,
  questionsJson,
  readQuestions,
  repeatedIds,
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
    expect(fault(`question,answer\n${'a,b\n'.repeat(10_001)}`)).toMatchObject({
      kind: 'too-large',
      found: '10001 questions',
      expected: 'at most 10000',
    });
  });
});

describe('what a table looks like', () => {
  it('has cells between tabs wherever there is a tab', () => {
    expect(read('Who, in 1999, won the cup?\tBob\tcup.md', pasted).questions).toMatchObject([
      { text: 'Who, in 1999, won the cup?', answers: ['Bob'], document: 'cup.md' },
    ]);
    expect(
      read('Only a question; no answer, here\nA?\tB\tc.md\nD?\tE\tc.md', pasted).questions,
    ).toMatchObject([
      { text: 'Only a question; no answer, here', answers: [] },
      { answers: ['B'] },
      { answers: ['E'] },
    ]);
  });

  it.each([
    ['27" monitor', '27" monitor'],
    ['"No entry" in red', '"No entry" in red'],
    ['5\' 11"', '5\' 11"'],
    ['"a', '"a'],
    ['"', '"'],
    ['"a cell\nof two lines"', 'a cell\nof two lines'],
    ['"say ""yes"""', 'say "yes"'],
    ['"quoted whole"', 'quoted whole'],
  ])('takes the quotes of the TSV cell %j as they are meant', (cell, answer) => {
    for (const text of [`Q?\t${cell}\ta.md\nR?\tb\ta.md`, `question\tanswer\n\nQ?\t${cell}\nR?\tb`])
      expect(read(text, pasted).questions.map(({ answers }) => answers)).toEqual([[answer], ['b']]);
  });

  it.each([';', ',', '|', '\t'])('takes the sign %j that a first line names', (sign) => {
    const rows = [['question', 'answer'], ['Who; or what, then?', 'Ana'].map((cell) => `"${cell}"`)];
    for (const first of [`sep=${sign}\r\n`, `\uFEFFSEP=${sign}\n`, `"sep=${sign}"\n`])
      expect(
        read(first + rows.map((row) => row.join(sign)).join('\n'), 'q.csv', none).questions,
      ).toMatchObject([{ text: 'Who; or what, then?', answers: ['Ana'] }]);
  });

  it('takes the sign that cuts pasted lines into equally many cells', () => {
    expect(read('Where, exactly, is it?;here\nWhen?;now, or never', pasted).questions).toMatchObject([
      { text: 'Where, exactly, is it?', answers: ['here'] },
      { text: 'When?', answers: ['now, or never'] },
    ]);
  });

  it('reads quotes within an unquoted cell of CSV, and lines that end in any way', () => {
    expect(read('question,answer\rWhich?,27" monitor\r"No entry" in red?,a "b" c\r').questions).toMatchObject(
      [
        { text: 'Which?', answers: ['27" monitor'] },
        { text: '"No entry" in red?', answers: ['a "b" c'] },
      ],
    );
  });

  it('calls columns by the names that other tools give them', () => {
    expect(read('Query,Ground Truth,Source,Category,question_id\nA?,b,c.md,d,7').questions[0]).toMatchObject({
      text: 'A?',
      answers: ['b'],
      document: 'c.md',
      family: 'd',
      id: '7',
    });
  });
});

describe('several answers in one cell', () => {
  const table = 'question,answer\nA?,x|y; z\nB?,c';
  it('are split only at the sign that the reader chose, which is told', () => {
    const by = (separator: '|' | ';' | null) => readQuestions('q.csv', table, none, separator);
    expect(by('|').questions[0]!.answers).toEqual(['x', 'y; z']);
    expect(by('|').notices).toEqual(['q.csv: 1 cell of answers was split at |, into several answers each.']);
    expect(by(';').questions[0]!.answers).toEqual(['x|y', 'z']);
    expect(by(null)).toMatchObject({ questions: [{ answers: ['x|y; z'] }, {}], notices: [] });
  });

  it.each([['|'], [';'], [null]] as const)('come back from a download with %j', (separator) => {
    const answers = ['a|b', 'c;d', 'e\\', 'f\\|g', '\\\\', 'C:\\dir\\', 'last\\'];
    const question = { id: 'q', text: 'Q?', answers, document: null, family: null, marks: [] };
    const csv = questionsCsv([question], separator);
    expect(readQuestions('q.csv', csv, none, separator).questions[0]!.answers).toEqual(answers);
  });
});

describe('what a spreadsheet would run', () => {
  it.each([
    '-40 °F',
    '--verbose',
    '@types/node',
    "'=x",
    "''=x",
    "'tis",
    "'",
    '=1+1',
    '+49 30',
    '＝x',
    "'-'",
    '- item',
  ])('comes back from a download: %s', (cell) => {
    const question = { id: cell, text: cell, answers: [cell, 'b'], document: cell, family: cell, marks: [] };
    expect(read(questionsCsv([question])).questions).toEqual([question]);
    expect(
      read(questionsCsv([{ ...question, answers: [cell] }], null).replaceAll(',', '\t'), 'q.tsv').questions,
    ).toMatchObject([{ text: cell, answers: [cell] }]);
  });
});

describe('ids that occur twice', () => {
  it('get a number behind them, and are told', () => {
    const { questions } = read('question,answer,id\nA?,a,7\nB?,b,7\nC?,c,7\nD?,d,8');
    const named = nameQuestions(questions, new Set(['8']));
    expect(named.questions.map(({ id }) => id)).toEqual(['7', '7 (2)', '7 (3)', '8 (2)']);
    expect(repeatedIds(questions, named.questions)).toBe(
      '3 questions had an id that was taken and got a number behind it: “7”, “8”.',
    );
    expect(repeatedIds(questions.slice(0, 1), named.questions)).toBeNull();
  });

  it('are given at once, however many they are', () => {
    const question = { id: 'same', text: 'Q?', answers: [], document: null, family: null, marks: [] };
    const { questions } = nameQuestions(Array.from({ length: 10_000 }, () => question));
    expect(new Set(questions.map(({ id }) => id)).size).toBe(10_000);
    expect(questions.at(-1)!.id).toBe('same (10000)');
  });
});

describe('questions from JSON', () => {
  it('lose a question with a fault, and no other', () => {
    const { questions, notices } = read(
      JSON.stringify([
        { question: 'A?', answer: null },
        { question: 'B?', answer: 7, id: null },
        { question: 'C?', answers: ['x', 0, true, null] },
        { question: 'D?', answer: { wrong: 1 } },
        { question: 7 },
        null,
        { question: 'E?', answers: { text: ['e'], answer_start: [3] } },
        { question: 'F?', answers: [{ text: 'f', answer_start: 3 }] },
        { query: 'G?', ground_truth: 'g', source: 'a.md', category: 3 },
      ]),
      'q.json',
    );
    expect(questions.map(({ text, answers }) => [text, ...answers])).toEqual([
      ['A?'],
      ['B?', '7'],
      ['C?', 'x', '0', 'true'],
      ['E?', 'e'],
      ['F?', 'f'],
      ['G?', 'g'],
    ]);
    expect(questions.at(-1)).toMatchObject({ document: 'a.md', family: '3' });
    expect(notices).toEqual([
      'q.json: question 1: an answer is null, which is none.',
      'q.json: question 2: an answer is the number 7, read as text.',
      'q.json: question 3: an answer is the number 0, read as text.',
      'q.json: question 3: an answer is the boolean true, read as text.',
      'q.json: question 3: an answer is null, which is none.',
      'q.json: question 4: left out, at $[3].answer stands an object with "wrong".',
      'q.json: question 5: left out, at $[4].question stands the number 7.',
      'q.json: question 6: left out, at $[5] stands null.',
    ]);
  });

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
    expect(fault('[{"question": 7}, {"question": null}]', 'q.json')).toMatchObject({
      kind: 'invalid',
      path: '$[0].question',
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

describe('questions that the documents leave open', () => {
  it('are marked so in JSON, and come back', () => {
    const { questions } = read(
      '[{"question":"A?","is_impossible":true,"answers":{"text":[]},"id":"a"}]',
      'q.json',
    );
    expect(questions).toMatchObject([{ text: 'A?', answers: [], open: true }]);
    expect(read(questionsJson(nameQuestions(questions).questions, none), 'q.json').questions).toEqual(
      questions,
    );
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

  it('come back from CSV, what a spreadsheet would run as well', () => {
    expect(read(questionsCsv(questions)).questions).toMatchObject([
      { ...questions[0], marks: [] },
      { text: '=SUM(A1)', family: '__proto__' },
    ]);
  });

  it('are told from documents', () => {
    expect(looksLikeQuestions('gold.csv', '"question","answer"\n')).toBe(true);
    expect(looksLikeQuestions('gold.json', '[{"question": "?"}]')).toBe(true);
    expect(looksLikeQuestions('faq.md', 'question,answer')).toBe(false);
    expect(looksLikeQuestions('prices.csv', 'item,price')).toBe(false);
  });
});
