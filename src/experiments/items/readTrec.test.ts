import { describe, expect, it } from 'vitest';
import { readFamilies, readQrels, readRun, trecLimits, trecRole } from './readTrec';

const file = (text: string, name = 'a.run') => ({ name, bytes: new TextEncoder().encode(text) });
const run = (text: string) => readRun(file(text));
const qrels = (text: string) => readQrels(file(text, 'a.qrels'));

describe('reading a run', () => {
  it('takes tabs, runs of spaces, carriage returns, blank lines and a byte order mark', () => {
    const [read] = run('\uFEFFq1 Q0 d1 1 2.5 t\r\n\r\n  q1\tQ0\td2\t2\t1e-3\tt \r\n\nq2   0 d1 1 -.5 t');
    expect(read).toMatchObject({ file: 'a.run', tag: 't', lines: 3, unsorted: null, contradicting: null });
    expect([...read!.results]).toEqual([
      [
        'q1',
        [
          { id: 'd1', score: 2.5 },
          { id: 'd2', score: 0.001 },
        ],
      ],
      ['q2', [{ id: 'd1', score: -0.5 }]],
    ]);
  });

  it.each([
    ['utf16le', true],
    ['utf16be', false],
  ])('takes %s, as a Windows shell writes it', (_, littleEndian) => {
    const text = '\uFEFFq1 Q0 dü 1 2.5 t\r\n';
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let place = 0; place < text.length; place++)
      view.setUint16(place * 2, text.charCodeAt(place), littleEndian);
    const bytes = new Uint8Array(view.buffer);
    expect(trecRole('a.txt', bytes)).toBe('run');
    expect([...readRun({ name: 'a.txt', bytes })[0]!.results]).toEqual([['q1', [{ id: 'dü', score: 2.5 }]]]);
  });

  it('keeps odd ids apart and in file order', () => {
    const ids = ['__proto__', 'constructor', '10', '9', 'toString', 'ü🙂'];
    const [read] = run(ids.map((id) => `${id} Q0 ${id} 1 1 ${'t'}`).join('\n'));
    expect([...read!.results.keys()]).toEqual(ids);
    expect([...read!.results.values()].map(([first]) => first!.id)).toEqual(ids);
  });

  it('orders by score whatever the rank column says, and says where it says something else', () => {
    const [read] = run(
      'q Q0 a 1 1 t\nq Q0 b 2 3 t\nq Q0 c 3 2 t\np Q0 a 2 1 t\np Q0 b 1 2 t\no Q0 a 1 5 t\no Q0 b 1 6 t',
    );
    expect(read!.results.get('q')!.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(read!.contradicting).toEqual({ questions: 1, question: 'q' });
    expect(read!.unsorted).toEqual({ questions: 2, question: 'p' });
  });

  it('has one run for each tag', () => {
    expect(run('q Q0 a 1 1 x\nq Q0 a 1 1 y').map(({ tag, lines }) => [tag, lines])).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
  });

  it('reads minus zero as zero', () => {
    expect(Object.is(run('q Q0 a 1 -0 t')[0]!.results.get('q')![0]!.score, 0)).toBe(true);
  });

  it.each([
    [
      'a missing column',
      'q Q0 a 1 1 t\nq Q0 a 1 t',
      'a.run at line 2: found 5 columns ("q Q0 a 1 t"); expected 6 columns: question, Q0, document, rank, score, tag.',
    ],
    [
      'a column too many',
      'q Q0 a 1 1 my tag',
      'a.run at line 1: found 7 columns ("q Q0 a 1 1 my tag"); expected 6 columns: question, Q0, document, rank, score, tag.',
    ],
    [
      'a score that is no number',
      '\n\nq Q0 a 1 NaN t',
      'a.run at line 3: found the score "NaN"; expected a finite number in column 5.',
    ],
    [
      'an infinite score',
      'q Q0 a 1 -inf t',
      'a.run at line 1: found the score "-inf"; expected a finite number in column 5.',
    ],
    [
      'a score past all numbers',
      'q Q0 a 1 1e999 t',
      'a.run at line 1: found the score "1e999"; expected a finite number in column 5.',
    ],
    [
      'a score in hexadecimal',
      'q Q0 a 1 0x10 t',
      'a.run at line 1: found the score "0x10"; expected a finite number in column 5.',
    ],
    [
      'a rank that is no number',
      'q Q0 a first 1 t',
      'a.run at line 1: found the rank "first"; expected a whole number in column 4.',
    ],
    [
      'a result twice',
      'q Q0 a 1 2 t\nq Q0 a 2 1 t',
      'a.run at line 2: found the document "a" a second time for question "q"; expected each document once a question.',
    ],
    [
      'blank lines alone',
      '\n \n',
      'a.run: found no line; expected a TREC run, 6 columns: question, Q0, document, rank, score, tag.',
    ],
    ['nothing', '', 'a.run: found 0 bytes; expected a TREC run, or judgments.'],
    [
      'a zero byte',
      'q Q0 a\0 1 1 t',
      'a.run: found bytes that are not UTF-8 text; expected a TREC run or judgments as UTF-8 text.',
    ],
    [
      'an endless name',
      `q Q0 ${'d'.repeat(600)} 1 1 t`,
      `a.run at line 1: found a name of 600 characters, "${'d'.repeat(60)}…"; expected at most 512.`,
    ],
    [
      'more tags than rows',
      Array.from({ length: 51 }, (_, place) => `q Q0 a 1 1 t${place}`).join('\n'),
      `a.run at line 51: found more than ${trecLimits.rows} tags in column 6; expected at most ${trecLimits.rows}, since each is a row.`,
    ],
  ])('refuses %s and says where', (_, text, message) => {
    expect(() => run(text)).toThrow(message);
  });

  it('refuses what is not UTF-8', () => {
    expect(() => readRun({ name: 'a.png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) })).toThrow(
      'a.png: found bytes that are not UTF-8 text',
    );
  });
});

describe('reading judgments', () => {
  it('keeps every grade', () => {
    expect([...qrels('q 0 a 1\nq\t0\tb\t0\r\nq 0 c -1\np 0 a 3').judgments]).toEqual([
      [
        'q',
        new Map([
          ['a', 1],
          ['b', 0],
          ['c', -1],
        ]),
      ],
      ['p', new Map([['a', 3]])],
    ]);
  });

  it.each([
    [
      'a run',
      'q Q0 a 1 1 t',
      'a.qrels at line 1: found 6 columns ("q Q0 a 1 1 t"); expected 4 columns: question, iteration, document, relevance.',
    ],
    [
      'a relevance that is no whole number',
      'q 0 a 0.5',
      'a.qrels at line 1: found the relevance "0.5"; expected a whole number in column 4.',
    ],
    [
      'a judgment twice',
      'q 0 a 1\nq 0 a 0',
      'a.qrels at line 2: found a second judgment of the document "a" for question "q"; expected each document once a question.',
    ],
  ])('refuses %s and says where', (_, text, message) => {
    expect(() => qrels(text)).toThrow(message);
  });
});

describe('reading families', () => {
  it('takes a family of several words', () => {
    expect([...readFamilies(file('q1\tWar and peace\r\n__proto__ constructor\n'))]).toEqual([
      ['q1', 'War and peace'],
      ['__proto__', 'constructor'],
    ]);
  });

  it('refuses a question without one, or in two', () => {
    expect(() => readFamilies(file('q1', 'f.tsv'))).toThrow(
      'f.tsv at line 1: found 1 column ("q1"); expected 2 columns: question, family.',
    );
    expect(() => readFamilies(file('q1 a\nq1 b', 'f.tsv'))).toThrow(
      'f.tsv at line 2: found the question "q1" a second time',
    );
  });
});

describe('what a file is', () => {
  it.each([
    ['x.txt', 'q Q0 a 1 1 t\n', 'run'],
    ['x.txt', '\uFEFF\r\n\nq\tQ0\ta\t1\tNaN\tt', 'run'],
    ['x.txt', 'q 0 a 1', 'qrels'],
    ['x.run', 'q Q0 a 1 t', 'run'],
    ['x.qrels', 'q 0 a', 'qrels'],
    ['x.tsv', 'q1\tWar and peace', 'families'],
    ['x.txt', 'four words stand here', null],
    ['x.txt', 'six words that are no run', null],
    ['x.json', '{"kind": "chunking"}', null],
    ['x.html', '<!doctype html>', null],
    ['x.zip', 'PK\u0003\u0004\0\0', null],
    ['x.txt', '', null],
  ] as const)('%s beginning %j is %s', (name, text, role) => {
    expect(trecRole(name, new TextEncoder().encode(text))).toBe(role);
  });
});

describe('comments', () => {
  it('are skipped wherever they stand, and a question may begin with the sign', () => {
    const [read] = run('# made by x on Monday\n#\nq 0 a 1 2.5 t\n  # more\n#q 0 b 1 1.5 t\n#end\n');
    expect([...read!.results]).toEqual([
      ['q', [{ id: 'a', score: 2.5 }]],
      ['#q', [{ id: 'b', score: 1.5 }]],
    ]);
    expect([...qrels('# judged twice\nq 0 a -2\n#q 0 b 1\n').judgments]).toEqual([
      ['q', new Map([['a', -2]])],
      ['#q', new Map([['b', 1]])],
    ]);
    expect([...readFamilies(file('# families\nq\tone\n#q\ttwo\n'))]).toEqual([
      ['q', 'one'],
      ['#q', 'two'],
    ]);
  });

  it('hide neither what a file is nor that it is empty', () => {
    const role = (text: string, name = 'x.txt') => trecRole(name, new TextEncoder().encode(text));
    expect(role('# made by x\n\nq Q0 d 1 2.5 t\n')).toBe('run');
    expect(role('#\n# two\nq 0 d -1\n')).toBe('qrels');
    expect(role('#q 0 d 1\n')).toBe('qrels');
    expect(() => run('# nothing here\n')).toThrow('found no line');
  });
});
