const at = (minute: number): string => `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`;
const said = (role: 'user' | 'assistant', content: string, minute: number) => ({
  role,
  content,
  time: at(minute),
});
const called = (name: string, input: unknown, result: string, minute: number) => [
  {
    role: 'assistant',
    content: null,
    time: at(minute),
    tool_calls: [
      { id: `call_${minute}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
    ],
  },
  { role: 'tool', tool_call_id: `call_${minute}`, content: result, time: at(minute) },
];

const stock = Array.from(
  { length: 90 },
  (_, row) =>
    `shelf ${1 + (row % 9)}, crate ${200 + row * 3}, ${['apples', 'pears', 'quinces'][row % 3]}, ${row === 61 ? 'two bruised, set aside for cider' : 'sound'}`,
).join('\n');

/** Two short threads as a chat program exports them. */
export const sampleThreads = JSON.stringify([
  {
    title: 'Orchard shop',
    messages: [
      said('user', 'How many crates came in this morning?', 1),
      ...called('stock_list', { day: 'today' }, stock, 2),
      said('assistant', 'Ninety crates of apples, pears and quinces. Nearly all are sound.', 3),
      said('user', 'Raise the price of quinces to 3.20 from Saturday on.', 6),
      said('assistant', 'Done: quinces cost 3.20 a kilo from Saturday.', 7),
      said('user', 'The card reader at the gate is down again, who looks after it?', 9),
      said('assistant', 'Tomas Brandl of the gate team; he comes at two.', 10),
    ],
  },
  {
    title: 'Evening helper',
    messages: [
      said('user', 'um remind me to water the fern before bed', 20),
      said('assistant', 'I will at ten.', 21),
      said('user', 'Our dogs Biscuit and Plum get their pills at eight.', 23),
      said('assistant', 'Noted: pills for Biscuit and Plum at eight.', 24),
      said('user', 'Play something quiet in the kitchen.', 26),
      said('assistant', 'Playing a piano album in the kitchen.', 27),
    ],
  },
]);

export const sampleFacts = [
  'Orchard shop · 1: Two pieces of fruit were bruised and kept for cider.',
  'Orchard shop · 2: From the weekend on quinces became dearer.',
  'Orchard shop · 3: Somebody called Tomas repairs the card reader.',
  'Evening helper · 1: The plant had to be watered at night.',
  'Evening helper · 2: The two dogs are called Biscuit and Plum.',
  'Evening helper · 3: The user wanted calm music in the kitchen.',
].join('\n');
