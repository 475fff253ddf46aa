import { describe, expect, it } from 'vitest';
import { readOwnFacts } from './ownFacts';
import { readOwnThreads } from './ownThreads';

const said = (role: string, content: unknown, time?: string) => ({ role, content, ...(time && { time }) });
const good = [
  said('user', 'Water the fern.', '2026-01-01T08:00:00Z'),
  said('assistant', 'Done.', '2026-01-01T08:01:00Z'),
];
const file = (name: string, value: unknown) => ({
  name,
  text: typeof value === 'string' ? value : JSON.stringify(value),
});

describe('own threads', () => {
  it('reads many files, each thread with an id of its own', () => {
    const { threads, notices } = readOwnThreads([
      file('a.json', good),
      file('b.json', [
        { title: 'Fern', messages: good },
        { title: 'Palm', messages: good },
      ]),
    ]);
    expect(threads.map(({ id, title }) => [id, title])).toEqual([
      ['thread-1', 'a.json'],
      ['thread-2', 'Fern'],
      ['thread-3', 'Palm'],
    ]);
    expect(notices).toEqual([]);
  });

  it.each([
    [
      'an unknown role',
      [...good, said('oracle', 'Hm.', '2026-01-01T08:02:00Z')],
      'the unknown role "oracle", left out: $[2]',
    ],
    [
      'a result without a call',
      [...good, { role: 'tool', tool_call_id: 'x', content: 'late', time: '2026-01-01T08:02:00Z' }],
      'a tool result without its call, kept as it stands: $[2]',
    ],
    ['a message without a time', [...good, said('user', 'And the palm?')], 'a message without a time: $[2]'],
    ['an empty message', [...good, said('user', '  ', '2026-01-01T08:02:00Z')], 'an empty message: $[2]'],
  ])('names %s by its place', (_, messages, words) => {
    const { threads, notices } = readOwnThreads([file('a.json', messages)]);
    expect(threads).toHaveLength(1);
    expect(notices.join('\n')).toContain(words);
  });

  it('names the lines of JSONL that are no JSON, and keeps the rest', () => {
    const text = [JSON.stringify(good[0]), '{"role": "user", "content": ', JSON.stringify(good[1])].join(
      '\n',
    );
    const { threads, notices } = readOwnThreads([file('a.jsonl', text)]);
    expect(threads[0]!.turns[0]!.sources).toHaveLength(2);
    expect(notices.join('\n')).toMatch(/a\.jsonl: 1 line left out, not JSON: 2/);
  });

  it('leaves out a broken thread and a broken file and keeps those beside them', () => {
    const { threads, notices } = readOwnThreads([
      file('mixed.json', [{ messages: [...good, 7] }, { messages: good }, { messages: [] }]),
      file('broken.json', '{"messages": ['),
      file('good.json', good),
    ]);
    expect(threads).toHaveLength(2);
    expect(notices.join('\n')).toMatch(/mixed\.json at \$\[0\]\.messages\[2\]/);
    expect(notices.join('\n')).toMatch(/broken\.json/);
    expect(notices.at(-1)).toBe('2 threads could be read.');
  });

  it('names huge content, and chains of messages that lead back to themselves', () => {
    const huge = file('huge.json', [said('user', 'x'.repeat(5_000_001))]);
    const node = (id: string, parent: string, text: string) => ({
      id,
      parent,
      message: {
        author: { role: 'user' },
        content: { content_type: 'text', parts: [text] },
        create_time: 1767254400,
      },
    });
    const ring = file('ring.json', {
      title: 'Ring',
      mapping: { a: node('a', 'b', 'one'), b: node('b', 'a', 'two') },
      current_node: 'b',
    });
    const { threads, notices } = readOwnThreads([huge, ring]);
    expect(threads.map(({ title }) => title)).toEqual(['Ring']);
    expect(notices.join('\n')).toContain('more than 5000000 characters in turn 1');
    expect(notices.join('\n')).toContain('leads back to itself');
  });

  it('says what is wrong where nothing can be read', () => {
    expect(() => readOwnThreads([file('a.json', '[{]')])).toThrow(/a\.json/);
    expect(() => readOwnThreads([])).toThrow(/no file/);
  });
});

describe('own facts', () => {
  const two = readOwnThreads([
    file('b.json', [
      { title: 'Fern', messages: [...good, ...good] },
      { title: 'Palm', messages: good },
    ]),
  ]).threads;
  const one = two.slice(0, 1);

  it('reads lines with the turn in front', () => {
    expect(
      readOwnFacts('facts', '1: The fern was watered.\n\nTurn 2. It was asked again.', one).facts,
    ).toEqual([
      { id: 'fact-1', thread: 0, text: 'The fern was watered.', turns: [0] },
      { id: 'fact-2', thread: 0, text: 'It was asked again.', turns: [1] },
    ]);
    expect(readOwnFacts('facts', 'Palm · 1: The palm was watered.', two).facts[0]).toMatchObject({
      thread: 1,
    });
  });

  it('reads CSV and JSON, threads by title, id or number', () => {
    const csv = 'fact,turn,thread\n"Asked, twice",1;2,Fern\nOnce,1,2\n';
    const expected = [
      { id: 'fact-1', thread: 0, text: 'Asked, twice', turns: [0, 1] },
      { id: 'fact-2', thread: 1, text: 'Once', turns: [0] },
    ];
    expect(readOwnFacts('facts.csv', csv, two).facts).toEqual(expected);
    const json = [
      { fact: 'Asked, twice', turns: [1, 2], thread: 'thread-1' },
      { fact: 'Once', turn: 1, thread: 'Palm' },
    ];
    expect(readOwnFacts('facts.json', JSON.stringify(json), two).facts).toEqual(expected);
    expect(
      readOwnFacts('facts.jsonl', json.map((fact) => JSON.stringify(fact)).join('\n'), two).facts,
    ).toEqual(expected);
  });

  it('names every fact that has no right turn, and keeps the others', () => {
    const { facts, notices } = readOwnFacts('facts.txt', 'No turn at all\n9: Too far.\n1: Fine.', one);
    expect(facts).toHaveLength(1);
    expect(notices).toEqual([
      'facts.txt, line 1: found no right turn; the fact is left out.',
      'facts.txt, line 2: found turn 9 of a thread of 2 turns; the fact is left out.',
    ]);
    expect(() => readOwnFacts('facts.txt', 'nothing', one)).toThrow(/no right turn/);
    expect(readOwnFacts('f', '1: a\nNobody · 1: b', one).notices[0]).toContain('“Nobody”');
  });
});
