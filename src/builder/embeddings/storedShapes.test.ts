import { describe, expect, it } from 'vitest';
import { textAt } from '../../core/text/packedTexts';
import { recognisedReading, type StoredReadingId } from '../../datasets/stored/readings';
import type { TextInput } from '../../worker/computeProtocol';
import { createTextCutter, methodSets } from '../../worker/computeText';
import { methodResults, ranksAlone } from '../../worker/methodRanking';
import { methodTable } from '../../worker/methodRun';
import { createNodeProvider } from './nodeProvider';

/** Fifteen memories, of which one speaks of dogs. */
const facts = [
  'The quarterly budget review moved to the second Tuesday of the month.',
  'Marta approves every purchase above four thousand euros for the warehouse team.',
  'The shipping contract with the harbour company ends in November.',
  'Our invoices are paid within thirty days unless the supplier asks for less.',
  'The warehouse roof will be repaired before the winter stock arrives.',
  'The new forklift needs an inspection every six months.',
  'The night shift counts the pallets in the cold store on Sundays.',
  'My dogs are called Biscuit and Pepper.',
  'The finance team closes the books on the fifth working day.',
  'Freight rates to Rotterdam rose by eight percent this spring.',
  'The loading dock on the east side is closed for trucks over twelve tonnes.',
  'Purchase orders are numbered by year, team and running number.',
  'The customs broker wants the papers two days before a ship arrives.',
  'The budget for packing material was spent by August.',
  'Suppliers send their price lists to the purchasing mailbox.',
];
const message =
  'When is the budget review, and who approves purchases for the warehouse? How long do we have to pay invoices of suppliers? What are the names of my dogs? When does the shipping contract with the harbour company end?';

const shapes: Record<string, { reading: StoredReadingId; stored: string }> = {
  'one a line': { reading: 'lines', stored: facts.join('\n') },
  'apart by blank lines': { reading: 'blocks', stored: facts.join('\n\n') },
  'between rules': { reading: 'rules', stored: facts.join('\n---\n') },
  'with labels': {
    reading: 'labels',
    stored: facts
      .map((fact, index) => `[Turn ${index + 1} · User · Mar 3, 9:${10 + index} AM]\n${fact}`)
      .join('\n'),
  },
  'as a transcript': {
    reading: 'transcript',
    stored: facts.map((fact) => `User: ${fact}\nAssistant: Noted.`).join('\n'),
  },
  'as chat JSON': {
    reading: 'chat',
    stored: JSON.stringify(
      facts.flatMap((fact) => [
        { role: 'user', content: fact },
        { role: 'assistant', content: 'Noted.' },
      ]),
    ),
  },
};

describe('a detail among fifteen memories, however they are pasted', () => {
  it.each(Object.entries(shapes))(
    '%s: found in its group, missed by one vector for the whole message',
    async (_, { reading, stored }) => {
      expect(recognisedReading(stored)).toBe(reading);
      const input: TextInput = { format: 'auto', stored, message, maxBytes: 1200, timeZone: 'UTC' };
      const { cut, prepared } = createTextCutter()(input);
      expect(prepared.contexts.ends).toHaveLength(facts.length);
      const provider = await createNodeProvider('local', { cache: null });
      const sets = methodSets(cut, 'mean');
      const [pieces, asked] = await Promise.all(
        sets.map(async (texts) => (await provider.embed(texts)).vectors.map((vector) => vector!)),
      );
      const table = methodTable({
        pieces: pieces!,
        asked: asked!,
        contextOf: cut.pieces.map(({ context }) => context),
        contexts: cut.contexts.length,
      });
      const { groups, whole } = methodResults(table, ranksAlone(table), {
        weight: 0.8,
        limit: 5,
        threshold: 0.35,
      });
      const isDogs = ({ index }: { index: number }) =>
        textAt(prepared.pieces.texts, index).includes('Biscuit');
      const part = cut.parts.findIndex((text) => text.includes('dogs'));
      expect(groups[part]!.places.findIndex(isDogs)).toBe(0);
      expect(whole.some(isDogs)).toBe(false);
    },
    60_000,
  );
});
