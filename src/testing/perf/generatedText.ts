import { randomLcg } from 'd3-random';

const syllables = [
  'ka',
  'lo',
  'mi',
  'ren',
  'to',
  'sa',
  'vel',
  'du',
  'pra',
  'nos',
  'ti',
  'gra',
  'be',
  'lin',
  'or',
  'chu',
];

/** A vocabulary in which, as in language, a few words are most of the text. */
function wordSource(seed: number, vocabulary: number): () => string {
  const random = randomLcg(seed);
  const words = Array.from({ length: vocabulary }, () =>
    Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => syllables[Math.floor(random() * syllables.length)]!,
    ).join(''),
  );
  return () => words[Math.floor(vocabulary ** random()) - 1]!;
}

/** Sentences in lines in paragraphs, at least `length` code units. */
export function generatedText(length: number, seed = 0.2): string {
  const word = wordSource(seed, 20_000);
  const parts: string[] = [];
  let units = 0;
  for (let sentence = 1; units < length; sentence++) {
    const words = Array.from({ length: 6 + ((sentence * 7) % 15) }, word).join(' ');
    const part = `${words.charAt(0).toUpperCase()}${words.slice(1)}.${sentence % 23 === 0 ? '\n\n' : sentence % 5 === 0 ? '\n' : ' '}`;
    parts.push(part);
    units += part.length;
  }
  return parts.join('');
}

/** Texts of 40 to 200 words. */
export function generatedTexts(count: number, seed = 0.4): string[] {
  const word = wordSource(seed, 30_000);
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: 40 + ((i * 37) % 161) }, word).join(' '),
  );
}

/** Questions of 4 to 11 words. */
export function generatedQueries(count: number, seed = 0.4): string[] {
  const word = wordSource(seed, 30_000);
  for (let i = 0; i < 1000; i++) word();
  return Array.from({ length: count }, (_, i) => Array.from({ length: 4 + (i % 8) }, word).join(' '));
}
