/** A folder of documents and questions as a reader would bring them. */
export interface OwnFolder {
  /** Text by path. */
  documents: ReadonlyMap<string, string>;
  /** CSV with the columns question, answer, document and family. */
  questions: string;
  asked: number;
}

const towers = [
  'Arne', 'Brusk', 'Corvo', 'Dahl', 'Eddy', 'Fenn', 'Grut', 'Holm', 'Issel', 'Jarl',
  'Krake', 'Lodd', 'Merle', 'Noor', 'Ostrea', 'Pell', 'Quill', 'Riff', 'Sund', 'Tarn',
] as const; // prettier-ignore
const keepers = ['Ada Wells', 'Bo Lind', 'Cleo Marsh', 'Dov Adler', 'Eri Tanaka'] as const;
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const colours = [
  'white with a red band',
  'plain grey',
  'black and yellow',
  'blue below and white above',
] as const;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** One lighthouse: what is asked of it stands in different paragraphs, among much that is not asked. */
function lighthouse(name: string, index: number): string {
  const log = Array.from(
    { length: 4 + (index % 5) },
    (_, entry) =>
      `On day ${7 * entry + 1} the wind at ${name} came from the ${at(['north', 'east', 'south', 'west'], index + entry)}, and ${3 + entry} boats passed before dusk. Nothing else was written down.`,
  );
  return [
    `# ${name} light 🔦`,
    `The tower of ${name} stands ${12 + index} metres above the sea and is painted ${at(colours, index)}. Its lamp turns once in ${8 + (index % 7)} seconds.`,
    ...log.slice(0, 2),
    `The keeper of ${name} is ${at(keepers, index)}. A second key hangs in the harbour office.`,
    ...log.slice(2),
    `Oil and bread reach ${name} every ${at(days, index)}, unless ice closes the channel; then they come by sledge within ${2 + (index % 4)} days.`,
  ].join('\n\n');
}

/** Twenty documents and thirty questions: ten about keepers, ten about supplies, ten about lamps. */
export function ownFolder(): OwnFolder {
  const documents = new Map(
    towers.map((name, index) => [
      `${index % 2 === 0 ? 'north' : 'south'}/${name.toLowerCase()}.md`,
      lighthouse(name, index),
    ]),
  );
  const asked = [...documents.keys()].flatMap((document, index) => {
    const name = at(towers, index);
    const all = [
      ['keeper', `Who keeps the light of ${name}?`, at(keepers, index)],
      ['supply', `On which day do oil and bread reach ${name}?`, `every ${at(days, index)}`],
      ['lamp', `How fast does the lamp of ${name} turn?`, `once in ${8 + (index % 7)} seconds`],
    ];
    // Every document is asked one thing, every other one a second.
    return [all[index % 3]!, ...(index % 2 === 0 ? [all[(index + 1) % 3]!] : [])].map(
      ([family, question, answer]) => [question, answer, document, family].join(','),
    );
  });
  return {
    documents,
    questions: `question,answer,document,family\n${asked.join('\n')}\n`,
    asked: asked.length,
  };
}
