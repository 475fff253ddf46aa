import { describe, expect, it } from 'vitest';
import { labelPieces } from '../../core/text/labelPieces';
import { readChatThreads } from './chatThreads';

const read = (value: unknown) => readChatThreads('pasted text', JSON.stringify(value));
const turns = (value: unknown) => read(value).threads[0]!.turns;

describe('readChatThreads', () => {
  it('makes one turn of a user message and all that follows it', () => {
    const messages = [
      { role: 'system', content: 'You are helpful.' },
      { role: 'user', content: 'Which van is free?', time: '2026-10-16T14:02:00Z' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'van_list', arguments: '{"day":"Friday"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'van,state\nA,free' },
      { role: 'assistant', content: 'Van A.' },
      { role: 'user', content: 'Book it.', time: '2026-10-16T14:03:00Z' },
    ];
    const { threads, notices } = read(messages);
    expect(threads[0]!.turns).toEqual([
      {
        number: 1,
        time: '2026-10-16T14:02:00Z',
        sources: [
          { kind: 'user', text: 'Which van is free?' },
          { kind: 'tool', name: 'van_list', text: '{"day":"Friday"}\nvan,state\nA,free', argumentsEnd: 16 },
          { kind: 'assistant', text: 'Van A.' },
        ],
      },
      { number: 2, time: '2026-10-16T14:03:00Z', sources: [{ kind: 'user', text: 'Book it.' }] },
    ]);
    expect(notices).toEqual(['1 × a system message, left out: it was not said in the conversation.']);
    expect(labelPieces(threads[0]!.turns[0]!)[1]!.label).toBe('[Turn 1 · Tool van_list · Oct 16, 2:02 PM]');
  });

  it('reads tool blocks inside the content, whose results come in user messages', () => {
    expect(
      turns([
        { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 't', name: 'look', input: { at: 1 } },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'seen' }] }],
        },
        { role: 'assistant', content: 'Done.' },
      ]),
    ).toEqual([
      {
        number: 1,
        time: null,
        sources: [
          { kind: 'user', text: 'Go.' },
          { kind: 'assistant', text: 'Looking.' },
          { kind: 'tool', name: 'look', text: '{"at":1}\nseen', argumentsEnd: 8 },
          { kind: 'assistant', text: 'Done.' },
        ],
      },
    ]);
  });

  it('reads several threads, with titles or without', () => {
    const { threads } = read(
      [
        { title: 'One', messages: [{ role: 'user', content: 'a' }] },
        { id: 7, messages: [{ role: 'human', content: 'b' }] },
        [{ role: 'user', content: 'c' }],
      ].slice(0, 2),
    );
    expect(
      threads.map(({ title, turns: [first] }) => [title, first!.number, first!.sources[0]!.text]),
    ).toEqual([
      ['One', 1, 'a'],
      ['7', 1, 'b'],
    ]);
    expect(read([[{ role: 'user', content: 'a' }], [{ role: 'user', content: 'b' }]]).threads).toHaveLength(
      2,
    );
    expect(read({ messages: [{ role: 'user', content: 'a' }] }).threads).toHaveLength(1);
  });

  it('counts what it leaves out, and keeps the rest', () => {
    const { threads, notices } = read([
      { role: 'narrator', content: 'x' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'http://x' } },
          { type: 'text', text: 'What is this?' },
        ],
        timestamp: 'yesterday',
      },
      { role: 'tool', name: 'late', content: 'a result of nothing' },
      { role: 'user', content: '  ' },
    ]);
    expect(threads[0]!.turns).toEqual([
      {
        number: 1,
        time: null,
        sources: [
          { kind: 'user', text: 'What is this?' },
          { kind: 'tool', name: 'late', text: 'a result of nothing' },
        ],
      },
    ]);
    expect(notices).toEqual([
      '1 × a message with the unknown role "narrator", left out.',
      '1 × a time that is not ISO 8601 or a number since 1970, left out.',
      '1 × a part of the kind "image_url", left out: it is no text.',
      '1 × a tool result without its call, kept as it stands.',
    ]);
  });

  it('tells seconds from milliseconds', () => {
    expect(turns([{ role: 'user', content: 'a', created_at: 1_760_000_000 }])[0]!.time).toBe(
      1_760_000_000_000,
    );
    expect(turns([{ role: 'user', content: 'a', createdAt: 1_760_000_000_000 }])[0]!.time).toBe(
      1_760_000_000_000,
    );
  });

  it.each([
    ['{"a":1}', 'pasted text: found an object with "a"; expected a JSON array of chat messages'],
    [
      '[{"role":"user","content":"a"},{"content":"b"}]',
      'pasted text at $[1].role: found nothing; expected string',
    ],
    ['[3]', 'pasted text at $[0]: found the number 3; expected a message'],
    [
      '[{"role":"assistant","tool_calls":"x"}]',
      'pasted text at $[0].tool_calls: found the text "x"; expected',
    ],
    ['hello', 'that is not JSON, beginning "hello"; expected a JSON array of chat messages'],
    ['[{"role":"user"', 'cut short'],
    ['', '0 bytes'],
  ])('says what is wrong with %s', (text, words) => {
    expect(() => readChatThreads('pasted text', text)).toThrow(words);
  });

  it('has no turns where nothing was said', () => {
    expect(read([]).threads).toEqual([{ title: null, turns: [] }]);
    expect(turns([{ role: 'system', content: 'only this' }])).toEqual([]);
  });
});
