import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './registry';

const pieces = fc.constantFrom(
  'a',
  'bc',
  'word',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\n\n\n',
  '\r\n',
  '\t',
  '. ',
  '汉字',
  'e\u0301',
  '\ufeff',
  '\u3000',
  'longer-words-than-most',
);
const text = fc.array(pieces, { maxLength: 120 }).map((list) => list.join(''));

async function peer(source: string, chunkSize: number, chunkOverlap: number): Promise<string[]> {
  return new RecursiveCharacterTextSplitter({ chunkSize, chunkOverlap }).splitText(source);
}

function ours(source: string, chunkSize: number, overlap: number): string[] {
  return chunkText(source, 'recursive', { chunkSize, overlap, compatibility: 'langchain' }).map(
    ({ indexed }) => source.slice(indexed.start, indexed.end),
  );
}

describe('recursive, compatible with LangChain', () => {
  it('gives the texts of the JavaScript package on random strings', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        async (source, chunkSize, share) => {
          const overlap = Math.floor(chunkSize * share);
          expect(ours(source, chunkSize, overlap)).toEqual(await peer(source, chunkSize, overlap));
        },
      ),
      { seed: 11, numRuns: 1500 },
    );
  });

  it('gives them on words, lines and paragraphs at the usual sizes', async () => {
    const source = Array.from({ length: 40 }, (_, i) =>
      Array.from(
        { length: (i * 7) % 23 },
        (__, j) => `Line ${j} of part ${i} says ${'something '.repeat((i + j) % 9)}here.`,
      ).join('\n'),
    ).join('\n\n');
    for (const [chunkSize, overlap] of [
      [1000, 200],
      [1000, 0],
      [100, 20],
    ] as const)
      expect(ours(source, chunkSize, overlap)).toEqual(await peer(source, chunkSize, overlap));
  });

  it('never halves a surrogate pair', () => {
    expect(ours('🙂🙂a🙂', 4, 0)).toEqual(['🙂🙂', 'a🙂']);
    expect(ours('🙂a🙂', 2, 1)).toEqual(['🙂', 'a', '🙂']);
    expect(() => ours('a🙂', 1, 0)).toThrow(/at offset 1 takes 2 characters, more than chunkSize 1/);
  });
});
