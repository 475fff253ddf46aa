import { readChatThreads } from '../datasets/stored/chatThreads';
import type { ThreadsCorpus } from '../datasets/threads/threads';

const minutes = (at: number): string => `2026-03-02T09:${String(at).padStart(2, '0')}:00Z`;
const said = (role: 'user' | 'assistant', content: string, at: number) => ({
  role,
  content,
  time: minutes(at),
});
const called = (name: string, input: unknown, result: string, at: number) => [
  {
    role: 'assistant',
    content: null,
    time: minutes(at),
    tool_calls: [{ id: `c${at}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  },
  { role: 'tool', tool_call_id: `c${at}`, name, content: result, time: minutes(at) },
];

const manifest = Array.from(
  { length: 120 },
  (_, row) =>
    `row ${row + 1}, pallet ${100 + row * 7}, dock ${(row * 5) % 9}, ${row === 77 ? 'seal broken, photographed by Ines' : 'seal intact'}`,
).join('\n');

const messages = {
  warehouse: [
    said('user', 'Which van is free on Friday?', 1),
    ...called('van_list', { day: 'Friday' }, 'van A: free\nvan B: in repair until Monday', 2),
    said('assistant', 'Van A is free. Van B is in repair until Monday.', 3),
    said('user', 'Load the whole manifest of the night shift.', 4),
    ...called('manifest_read', { shift: 'night', note: 'n'.repeat(700) }, manifest, 5),
    said('assistant', 'The manifest is loaded: 120 rows.', 6),
    said('user', 'Write to the customer that the glass panes come a day late.', 7),
    said('assistant', 'The message about the panes has gone out.', 8),
  ],
  kitchen: [
    said('user', 'um can you remind me to soak the beans tonight before bed', 10),
    said('assistant', 'I will remind you at ten.', 11),
    said('user', 'Our two dogs Biscuit and Plum need their pills at eight.', 12),
    said('assistant', 'Noted: pills for the dogs at eight.', 13),
    said('user', 'Welche Lampe im Flur flackert?', 14),
    said('assistant', 'Die Lampe neben der Treppe flackert seit Dienstag.', 15),
  ],
};

/** Two small threads with facts and messages of several subjects; one tool result hides a detail. */
export function toyThreads(): ThreadsCorpus {
  const thread = (id: keyof typeof messages, title: string, language: string) => ({
    id,
    title,
    language,
    turns: readChatThreads(`${id}.json`, JSON.stringify(messages[id])).threads[0]!.turns,
  });
  const asked = 'Is van A still free on Friday? And when do the dogs get their pills?';
  return {
    name: 'toy threads',
    threads: [thread('warehouse', 'Night shift', 'en'), thread('kitchen', 'Kitchen helper', 'de')],
    facts: [
      { id: 'warehouse-1', thread: 0, text: 'The user asked which van could be had on Friday.', turns: [0] },
      {
        id: 'warehouse-2',
        thread: 0,
        text: 'Ines took a picture of a broken seal.',
        turns: [1],
        probe: true,
      },
      { id: 'kitchen-1', thread: 1, text: 'Biscuit and Plum are the dogs of the house.', turns: [1] },
      { id: 'kitchen-2', thread: 1, text: 'A lamp near the stairs flickers.', turns: [2] },
    ],
    mixed: [
      {
        id: 'mixed-1',
        thread: 1,
        text: asked,
        subjects: [
          { about: 'lamp', start: 0, end: 30, turns: [2] },
          { about: 'pills', start: 31, end: asked.length, turns: [1] },
        ],
      },
    ],
  };
}
