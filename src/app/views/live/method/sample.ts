/**
 * A thread written for this page: an assistant of a travelling theatre, with a fleet
 * report of 64 rows of which one matters, and a message that asks for four things.
 */
export const sampleMessage =
  'Which van must not carry the piano, and why? What did we promise people who had bought tickets for the Saturday matinee? Who holds the key of the fire door behind the scene dock? And please draft a line to the lighting crew about the dimmer that flickers.';

interface SampleMessage {
  role: string;
  content: string | null;
  time?: string;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

const makes = ['Marlo 40', 'Sprint 35', 'Carter 28', 'Hale Box', 'Marlo 30'];
const beds = ['4.2 m', '3.1 m', '2.8 m', '3.6 m', '3.0 m'];
const uses = [
  'free',
  'booked by scenery',
  'booked by wardrobe',
  'free from noon',
  'booked by the school tour',
  'in the workshop for brakes',
];

/** The fleet report. Van 23 is the row that matters. */
function fleetReport(): string {
  const rows = Array.from({ length: 64 }, (_, index) => {
    const van = index + 1;
    const kind = (van * 3) % makes.length;
    const lift =
      van === 23
        ? 'tail lift out of order since 27 February, nothing over 80 kg may be loaded'
        : van % 4 === 0
          ? 'no tail lift'
          : 'tail lift works';
    return `van ${String(van).padStart(2, '0')} | ${makes[kind]} | load bed ${beds[kind]} | ${lift} | ${520 + ((van * 37) % 430)} kg free | ${van === 23 || van === 31 ? 'free' : uses[(van * 5) % uses.length]} | ${18 + ((van * 11) % 60)},${String((van * 137) % 1000).padStart(3, '0')} km`;
  });
  return [
    'Fleet of the north depot on Friday 13 March',
    'van | make | load bed | lift | load | use | odometer',
    ...rows,
  ].join('\n');
}

const lightingLog = [
  'cue 14 ran 0.4 s late, operator noticed, not repeated',
  'blue wash refocused after the trap was moved',
  'dimmer 3 flickers below 30 per cent, seen from the third row',
  'spare lamp count: 11 profile, 4 flood, 0 beam',
  'dimmer 3 flickers again during the storm, worse when the haze runs',
  'house lights: left circle slow to rise, cleaned the contacts',
  'measured dimmer 3: module two is warm, the others are not',
  'follow spot iris sticks at the smallest opening',
  'patched the fairground scene from dimmer 3 to dimmer 8 for tonight only',
];

const call = (id: string, name: string, given: object): Pick<SampleMessage, 'tool_calls'> => ({
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }],
});

/** The thread as an export of chat messages. */
export function sampleThread(): string {
  const messages: SampleMessage[] = [
    { role: 'system', content: 'You are the production assistant of a travelling theatre company.' },
    {
      role: 'user',
      time: '2026-03-02T09:12:00Z',
      content:
        'We open in Aldersea on the 14th. Please see which of our vans can carry the upright piano, and book one for the Friday before.',
    },
    {
      role: 'assistant',
      content: 'I will look at what the north depot has on that Friday.',
      ...call('c1', 'fleet_status', { depot: 'north', date: '2026-03-13' }),
    },
    { role: 'tool', tool_call_id: 'c1', content: fleetReport() },
    {
      role: 'assistant',
      content:
        'Two long vans are free. I booked van 31 to carry the piano on Friday 13 March at 7:30: its tail lift works and its bed is long enough. Two people from the crew will load.',
      ...call('c2', 'book_van', {
        van: 31,
        from: '2026-03-13T07:30',
        to: '2026-03-13T19:00',
        purpose: 'piano to Aldersea',
      }),
    },
    {
      role: 'tool',
      tool_call_id: 'c2',
      content: 'Booked. Reference N-2291. Return with a full tank; the depot closes at 19:30.',
    },
    {
      role: 'user',
      time: '2026-03-02T09:31:00Z',
      content: 'Could the other van carry the piano too, if more people help?',
    },
    {
      role: 'assistant',
      content:
        'No. Van 23 must not carry the piano: its tail lift is out of order, and until it is repaired nothing over 80 kg may be loaded into it.',
    },
    {
      role: 'user',
      time: '2026-03-02T09:44:00Z',
      content: 'And is the piano insured while the van carries it?',
    },
    {
      role: 'assistant',
      content:
        'Yes, in van 31: the policy covers the piano while it is strapped to the wall of the van and two people from the company travel with it.',
    },

    {
      role: 'user',
      time: '2026-03-03T16:40:00Z',
      content:
        'The harbour parade closes our street, so the Saturday matinee is cancelled. What do we owe people who had bought tickets?',
    },
    { role: 'assistant', content: null, ...call('c3', 'policy_lookup', { topic: 'cancelled performance' }) },
    {
      role: 'tool',
      tool_call_id: 'c3',
      content:
        'Cancelled by the company: the whole price of the ticket is paid back within ten days, booking fee included, without a form. Instead the holder of a ticket may choose a seat of the same price on another day. Groups of twelve or more are telephoned.',
    },
    {
      role: 'assistant',
      content:
        'We promise everybody who bought a ticket for the Saturday matinee the whole price and the fee back by the 17th, or a seat of the same price on any evening of the week.',
    },
    {
      role: 'user',
      time: '2026-03-03T16:52:00Z',
      content:
        'Good. Promise the matinee people as well that evening tickets are held for them until Thursday noon.',
    },
    {
      role: 'assistant',
      content:
        'Done: evening tickets are held for the people of the matinee until Thursday noon. The message went to all 212 holders of Saturday tickets at 16:58.',
    },
    {
      role: 'user',
      time: '2026-03-04T11:20:00Z',
      content: 'How many people have answered about their Saturday tickets?',
    },
    {
      role: 'assistant',
      content:
        'So far 131 of the people with matinee tickets: 94 want their money back, 37 took evening tickets. The three groups that had bought tickets were telephoned.',
    },
    {
      role: 'user',
      time: '2026-03-04T17:45:00Z',
      content: 'Somebody bought a matinee ticket from a friend. Do we pay them back?',
    },
    {
      role: 'assistant',
      content:
        'We pay back whoever bought the ticket from us. People who bought a Saturday ticket elsewhere may still exchange it for an evening ticket, as we promised.',
    },
    {
      role: 'user',
      time: '2026-03-04T18:10:00Z',
      content: 'What do we tell people at the door on Saturday who still hold a matinee ticket?',
    },
    {
      role: 'assistant',
      content:
        'The same as we promised by letter: their matinee ticket is worth its whole price at the box office, or an evening ticket on the spot while there are seats.',
    },

    {
      role: 'user',
      time: '2026-03-05T10:05:00Z',
      content:
        'The inspector comes tomorrow and wants the fire door behind the scene dock opened. Do we have the key?',
    },
    {
      role: 'assistant',
      content:
        'Ines Okafor holds the key of the fire door and carries it while she is on duty. A second key lies in envelope 4 at the stage door and needs the porter’s signature. I asked Ines to be there at nine.',
    },

    {
      role: 'user',
      time: '2026-03-06T22:31:00Z',
      content: 'Something was wrong with the light in the storm scene again. What does the log say?',
    },
    { role: 'assistant', content: null, ...call('c4', 'lighting_log', { venue: 'Aldersea', last: 9 }) },
    {
      role: 'tool',
      tool_call_id: 'c4',
      content: lightingLog
        .map(
          (line, index) =>
            `${String(19 + Math.floor(index / 4))}:${String((index * 17) % 60).padStart(2, '0')} ${line}`,
        )
        .join('\n'),
    },
    {
      role: 'assistant',
      content:
        'It is one module of one pack that gets warm, and the haze makes it worse. I suggest that the crew swaps module two on Monday morning before the technical run; until then the fairground scene stays patched to number 8.',
    },

    {
      role: 'user',
      time: '2026-03-07T11:15:00Z',
      content:
        'Please order supper for the cast between the two shows on the 21st. Rafael cannot have sesame, Mina no shellfish, and three are vegetarian.',
    },
    {
      role: 'assistant',
      content:
        'Ordered from the kitchen opposite for 18:10: lentil stew, bread without seeds, a fish pie without prawns set apart, and fruit. Sixteen portions, paid from the travel budget. The bread comes wrapped because their bakery uses sesame.',
    },

    {
      role: 'user',
      time: '2026-03-09T08:20:00Z',
      content: 'The printer asks for the final programme. What is still open?',
    },
    {
      role: 'assistant',
      content:
        'Two things: the photograph of the orchestra, which Tomas promised for this evening, and the second sponsor, who has not agreed to the size of the logo. Six hundred copies on 120 gram paper; the file must be with the printer on Tuesday at noon, or the price goes up by a fifth.',
    },
  ];
  return JSON.stringify(messages, null, 2);
}
