import { describe, expect, it } from 'vitest';
import { readChatThreads } from './chatThreads';
import { recognisedReading, storedReadings } from './readings';

/** What was read of an export, a line a source: `1 user: Hello`, with the thread in front where there are several. */
function said(value: unknown): { said: string[]; notices: string[] } {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  expect(recognisedReading(text)).toBe('chat');
  const { threads, notices } = readChatThreads('export', text);
  return {
    said: threads.flatMap(({ title, turns }) =>
      turns.flatMap(({ number, sources }) =>
        sources.map(({ kind, name, text: words }) =>
          [threads.length > 1 ? `${title} ` : '', `${number} ${name ?? kind}: ${words}`].join(''),
        ),
      ),
    ),
    notices,
  };
}

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const plain = ['1 user: Hi', '1 assistant: Hello'];

describe('exports and logs of chats', () => {
  it.each<[string, unknown, string[]]>([
    ['AI SDK parts', [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }], ['1 user: Hi']],
    [
      'AI SDK, parts beside the older content',
      {
        messages: [
          { id: 'a', role: 'user', content: 'Hi', parts: [{ type: 'text', text: 'Hi' }] },
          {
            id: 'b',
            role: 'assistant',
            content: 'Hello',
            parts: [{ type: 'step-start' }, { type: 'text', text: 'Hello' }],
          },
        ],
      },
      plain,
    ],
    [
      'AI SDK tools of its newer form',
      [
        { role: 'user', parts: [{ type: 'text', text: 'Rain?' }] },
        {
          role: 'assistant',
          parts: [
            {
              type: 'tool-weather',
              toolCallId: 'c',
              state: 'output-available',
              input: { at: 'Rome' },
              output: { rain: true },
            },
            { type: 'dynamic-tool', toolName: 'bag', toolCallId: 'd', state: 'input-available', input: {} },
            { type: 'text', text: 'Yes.' },
          ],
        },
      ],
      ['1 user: Rain?', '1 weather: {"at":"Rome"}\n{"rain":true}', '1 bag: {}', '1 assistant: Yes.'],
    ],
    [
      'AI SDK tools of its older form, told twice',
      [
        { role: 'user', content: 'Rain?' },
        {
          role: 'assistant',
          content: 'Yes.',
          toolInvocations: [
            { state: 'result', toolCallId: 'c', toolName: 'weather', args: {}, result: 'wet' },
          ],
          parts: [
            {
              type: 'tool-invocation',
              toolInvocation: {
                state: 'result',
                toolCallId: 'c',
                toolName: 'weather',
                args: {},
                result: 'wet',
              },
            },
            { type: 'text', text: 'Yes.' },
          ],
        },
      ],
      ['1 user: Rain?', '1 weather: {}\nwet', '1 assistant: Yes.'],
    ],
    [
      'AI SDK messages for a model',
      [
        { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'weather', input: {} }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'weather',
              output: { type: 'json', value: { wet: 1 } },
            },
          ],
        },
      ],
      ['1 user: Rain?', '1 weather: {}\n{"wet":1}'],
    ],
    [
      'Gemini contents',
      {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Rain?' }] },
          { role: 'model', parts: [{ functionCall: { name: 'weather', args: { at: 'Rome' } } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { wet: true } } }] },
          { role: 'model', parts: [{ text: 'Yes, ' }, { text: 'take a coat.' }] },
        ],
      },
      ['1 user: Rain?', '1 weather: {"at":"Rome"}\n{"wet":true}', '1 assistant: Yes, \ntake a coat.'],
    ],
    [
      'Gemini as Python writes it, with code',
      {
        contents: [
          { role: 'user', parts: [{ text: 'Add' }] },
          {
            role: 'model',
            parts: [
              { executable_code: { language: 'PYTHON', code: 'print(1+1)' } },
              { code_execution_result: { outcome: 'OK', output: '2' } },
              { text: 'Two.' },
            ],
          },
        ],
      },
      ['1 user: Add', '1 code: print(1+1)\n2', '1 assistant: Two.'],
    ],
    [
      'Gemini’s answer',
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] } }] },
      ['1 assistant: Hello'],
    ],
    [
      'AI Studio',
      {
        chunkedPrompt: {
          chunks: [
            { role: 'user', text: 'Hi' },
            { role: 'model', text: 'Hello' },
          ],
        },
      },
      plain,
    ],
    [
      'Anthropic blocks',
      {
        system: 'Be kind.',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hi' },
              { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A paper.' } },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
              {
                type: 'web_search_tool_result',
                tool_use_id: 's',
                content: [{ type: 'web_search_result', title: 'T', url: 'u' }],
              },
              { type: 'text', text: 'Hello' },
            ],
          },
        ],
      },
      ['1 user: Hi\nA paper.', '1 web_search: {"query":"x"}\n', '1 assistant: Hello'],
    ],
    [
      'Bedrock',
      {
        messages: [
          { role: 'user', content: [{ text: 'Hi' }] },
          { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'look', input: { a: 1 } } }] },
          { role: 'user', content: [{ toolResult: { toolUseId: 't', content: [{ json: { b: 2 } }] } }] },
        ],
      },
      ['1 user: Hi', '1 look: {"a":1}\n{"b":2}'],
    ],
    [
      'OpenAI’s older functions',
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{}' } },
        { role: 'function', name: 'look', content: 'seen' },
      ],
      ['1 user: Hi', '1 look: {}\nseen'],
    ],
    [
      'OpenAI responses',
      {
        instructions: 'Be brief.',
        input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c', output: 'seen' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
        ],
      },
      ['1 user: Hi', '1 look: {}\nseen', '1 assistant: Hello'],
    ],
    [
      'a completion',
      { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' } }] },
      ['1 assistant: Hello'],
    ],
    [
      'a logged request with its answer',
      {
        request: { messages: [{ role: 'user', content: 'Hi' }] },
        response: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
      },
      plain,
    ],
    [
      'JSONL of messages',
      lines({ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }),
      plain,
    ],
    ['one line of JSONL', lines({ messages: [{ role: 'user', content: 'Hi' }] }), ['1 user: Hi']],
    [
      'JSONL of threads',
      lines(
        {
          messages: [
            { role: 'system', content: 's' },
            { role: 'user', content: 'a' },
          ],
        },
        { id: 2, messages: [{ role: 'user', content: 'b' }] },
      ),
      ['null 1 user: a', '2 1 user: b'],
    ],
    [
      'a batch of requests in JSONL',
      lines(
        {
          custom_id: 'r1',
          method: 'POST',
          url: '/v1/chat/completions',
          body: { model: 'm', messages: [{ role: 'user', content: 'a' }] },
        },
        { custom_id: 'r2', body: { messages: [{ role: 'user', content: 'b' }] } },
      ),
      ['r1 1 user: a', 'r2 1 user: b'],
    ],
    [
      'pairs for training in JSONL',
      lines({ prompt: 'a', completion: 'b' }, { prompt: 'c', completion: 'd' }),
      ['null 1 user: a', 'null 1 assistant: b', 'null 1 user: c', 'null 1 assistant: d'],
    ],
    [
      'ShareGPT',
      {
        conversations: [
          { from: 'human', value: 'Hi' },
          { from: 'gpt', value: 'Hello' },
        ],
      },
      plain,
    ],
    [
      'LangChain',
      [
        { type: 'human', data: { content: 'Hi', type: 'human' } },
        { type: 'ai', data: { content: 'Hello' } },
      ],
      plain,
    ],
    [
      'LangChain’s constructors',
      [
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain', 'schema', 'HumanMessage'],
          kwargs: { content: 'Hi' },
        },
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain', 'schema', 'AIMessage'],
          kwargs: { content: 'Hello' },
        },
      ],
      plain,
    ],
    [
      'Cohere',
      {
        chat_history: [
          { role: 'USER', message: 'Hi' },
          { role: 'CHATBOT', message: 'Hello' },
        ],
      },
      plain,
    ],
    [
      'LibreChat',
      {
        title: 't',
        messages: [
          { messageId: 'a', parentMessageId: '0', sender: 'User', isCreatedByUser: true, text: 'Hi' },
          { messageId: 'b', parentMessageId: 'a', sender: 'GPT-4', isCreatedByUser: false, text: 'Hello' },
        ],
      },
      plain,
    ],
    [
      'LM Studio',
      {
        name: 'T',
        messages: [
          {
            versions: [{ type: 'singleStep', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
            currentlySelected: 0,
          },
          {
            versions: [
              { role: 'assistant', steps: [] },
              {
                type: 'multiStep',
                role: 'assistant',
                steps: [{ type: 'contentBlock', content: [{ type: 'text', text: 'Hello' }] }],
              },
            ],
            currentlySelected: 1,
          },
        ],
      },
      plain,
    ],
    [
      'people in a Telegram export',
      {
        name: 'Ana',
        messages: [
          { type: 'message', from: 'Ana', date: '2024-01-01T10:00:00', text: 'Hi' },
          { type: 'message', from: 'Ben', text: ['So ', { type: 'bold', text: 'nice' }] },
        ],
      },
      ['1 user: Ana: Hi', '2 user: Ben: So \nnice'],
    ],
    [
      'people in a Discord export',
      {
        messages: [
          { author: { name: 'ana', nickname: 'Ana' }, content: 'Hi', timestamp: '2024-01-01T10:00:00Z' },
        ],
      },
      ['1 user: Ana: Hi'],
    ],
    [
      'Open WebUI',
      [
        {
          id: 'x',
          title: 'T',
          chat: {
            title: 'T',
            history: {
              currentId: 'b',
              messages: {
                a: { id: 'a', parentId: null, role: 'user', content: 'Hi' },
                b: { id: 'b', parentId: 'a', role: 'assistant', content: 'Hello' },
                c: { id: 'c', parentId: 'a', role: 'assistant', content: 'Other' },
              },
            },
          },
        },
      ],
      plain,
    ],
    [
      'a session log with other entries',
      lines(
        { type: 'summary', summary: 'x' },
        { type: 'user', timestamp: '2026-03-02T09:12:00Z', message: { role: 'user', content: 'Hi' } },
        { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] } },
      ),
      plain,
    ],
  ])('%s', (_, value, expected) => {
    expect(said(value).said).toEqual(expected.map((line) => line.trimEnd()));
  });

  it('follows the last branch of a ChatGPT export, with its tools', () => {
    const node = (id: string, parent: string | null, children: string[], message: object | null) => [
      id,
      { id, parent, children, message },
    ];
    const words = (role: string, text: string, more = {}) => ({
      author: { role },
      create_time: 1_760_000_000.5,
      content: { content_type: 'text', parts: [text] },
      recipient: 'all',
      ...more,
    });
    const conversation = {
      title: 'Trip',
      current_node: 'f',
      mapping: Object.fromEntries([
        node('root', null, ['s'], null),
        node(
          's',
          'root',
          ['a'],
          words('system', '', { metadata: { is_visually_hidden_from_conversation: true } }),
        ),
        node('a', 's', ['b', 'c'], words('user', 'Hi')),
        node('b', 'a', [], words('assistant', 'First try')),
        node('c', 'a', ['d'], {
          author: { role: 'assistant' },
          recipient: 'python',
          content: { content_type: 'code', language: 'python', text: 'print(1)' },
        }),
        node('d', 'c', ['t'], {
          author: { role: 'tool', name: 'python' },
          recipient: 'all',
          content: { content_type: 'execution_output', text: '1' },
        }),
        node('t', 'd', ['e'], {
          author: { role: 'assistant' },
          recipient: 'all',
          content: { content_type: 'thoughts', thoughts: [{ content: 'hm' }] },
        }),
        node('e', 't', ['f'], words('assistant', 'Hello')),
        node('f', 'e', [], {
          author: { role: 'user' },
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'x' }, 'And this?'],
          },
        }),
      ]),
    };
    const expected = ['1 user: Hi', '1 python: print(1)\n1', '1 assistant: Hello', '2 user: And this?'];
    expect(said([conversation])).toEqual({
      said: expected,
      notices: [
        '1 × a message of another branch (edited or made anew), left out.',
        '1 × a message that the program hides, left out.',
        '1 × a content of the kind "thoughts", left out: nobody said it.',
        '1 × a part of the kind "image_asset_pointer", left out: it is no text.',
      ],
    });
    // Where the file does not say where it ended, the last child of each is followed.
    expect(said({ ...conversation, current_node: undefined }).said).toEqual(expected);
    expect(said([conversation, { ...conversation, title: 'Again' }]).said[4]).toBe('Again 1 user: Hi');
  });

  it('reads a Claude export with its files', () => {
    const message = (uuid: string, parent: string, sender: string, text: string, more = {}) => ({
      uuid,
      parent_message_uuid: parent,
      sender,
      text,
      content: [{ type: 'text', text, citations: [] }],
      created_at: '2026-03-02T09:12:00.000000Z',
      attachments: [],
      files: [],
      ...more,
    });
    const chat = {
      uuid: 'u',
      name: 'Trip',
      account: { uuid: 'x' },
      chat_messages: [
        message('1', '0', 'human', 'Hi', {
          attachments: [{ file_name: 'list.txt', extracted_content: 'milk' }],
          files: [{ file_name: 'photo.png' }],
        }),
        message('2', '1', 'assistant', 'Hello', {
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'Hello' },
            { type: 'tool_use', name: 'repl', input: { code: '1' } },
            { type: 'tool_result', name: 'repl', content: [{ type: 'text', text: 'one' }] },
          ],
        }),
        message('3', '2', 'human', 'First question'),
        message('4', '2', 'human', 'Edited question', { content: [] }),
      ],
    };
    expect(said([chat])).toEqual({
      said: [
        '1 user: Hi\nlist.txt\nmilk',
        '1 assistant: Hello',
        '1 repl: {"code":"1"}\none',
        '2 user: Edited question',
      ],
      notices: [
        '1 × a message of another branch (edited or made anew), left out.',
        '1 × a file of which the export has no text, left out.',
        '1 × a part of the kind "thinking", left out: nobody said it.',
      ],
    });
    expect(readChatThreads('export', JSON.stringify([chat])).threads[0]).toMatchObject({
      title: 'Trip',
      turns: [{ time: '2026-03-02T09:12:00.000000Z' }, {}],
    });
  });

  it('names the lines of JSONL that are no JSON', () => {
    expect(
      said(`${lines({ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' })}\n{"role":"us`),
    ).toEqual({
      said: plain,
      notices: ['1 line left out, not JSON: 3.'],
    });
  });

  it('reads lists of memories, each as an entry of its own', () => {
    for (const value of [
      ['dogs', 'tea'],
      [{ text: 'dogs' }, { text: 'tea' }],
      {
        results: [
          { id: 'a', memory: 'dogs', created_at: 'x' },
          { id: 'b', memory: 'tea' },
        ],
      },
    ])
      expect(storedReadings.chat.read('pasted', JSON.stringify(value)).contexts).toEqual([
        { name: 'Entry 1', items: [{ label: null, text: 'dogs' }] },
        { name: 'Entry 2', items: [{ label: null, text: 'tea' }] },
      ]);
    const jsonl = storedReadings.chat.read('pasted', lines({ memory: 'dogs' }, { memory: 'tea' }));
    expect(jsonl.contexts).toHaveLength(2);
  });

  it.each([
    ['{"name":"chunkscope","version":"1.0.0"}', 'expected a JSON array of chat messages'],
    ['[{"title":"a","url":"b"}]', 'expected string: who said it'],
    ['[{"role":"user","content":"a"}', 'cut short'],
  ])('refuses %s in words', (text, words) => {
    expect(() => storedReadings.chat.read('pasted', text)).toThrow(words);
  });
});
