import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './registry';
import type { Tokenizer } from './tokens';

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

describe('recursive with given separators and lengths in tokens', () => {
  const separators = ['\n\n', '\n', '.', '?', '!', ' ', ''];
  /** A token a vowel group or other sign: short, uneven, and never more than a code unit's worth of none. */
  const tokenizer: Tokenizer = {
    name: 'test',
    encode: (source) =>
      [...source.matchAll(/[aeiou]+|[\s\S]/g)].map(({ 0: token, index }) => index + token.length),
  };
  const count = (source: string): number => tokenizer.encode(source).length;
  const marks = fc
    .array(
      fc.constantFrom(
        'a',
        'word',
        ' ',
        '\n',
        '\n\n',
        '. ',
        '.',
        '?!',
        '3.5',
        'longer-words-than-most',
        '汉字',
      ),
      {
        maxLength: 80,
      },
    )
    .map((list) => list.join(''));

  it('gives the texts of the JavaScript package with the same separators and length function', async () => {
    await fc.assert(
      fc.asyncProperty(
        marks,
        fc.integer({ min: 2, max: 40 }),
        fc.nat(99),
        async (source, chunkSize, share) => {
          const overlap = Math.floor((chunkSize * share) / 100);
          const splitter = new RecursiveCharacterTextSplitter({
            chunkSize,
            chunkOverlap: overlap,
            separators,
            lengthFunction: count,
          });
          const own = chunkText(source, 'recursive', {
            chunkSize,
            overlap,
            compatibility: 'langchain',
            lengthIn: 'tokens',
            separators,
            tokenizer,
          });
          expect(own.map(({ indexed }) => source.slice(indexed.start, indexed.end))).toEqual(
            await splitter.splitText(source),
          );
        },
      ),
      { seed: 12, numRuns: 800 },
    );
  });

  it('loses nothing without compatibility, and no merge of pieces is over the limit', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 3, max: 40 }), (source, chunkSize) => {
        const own = chunkText(source, 'recursive', { chunkSize, lengthIn: 'tokens', separators, tokenizer });
        let reached = 0;
        for (const { indexed } of own) {
          expect(source.slice(reached, indexed.start).trim()).toBe('');
          expect(count(source.slice(indexed.start, indexed.end))).toBeLessThanOrEqual(chunkSize);
          reached = indexed.end;
        }
        expect(source.slice(reached).trim()).toBe('');
      }),
      { seed: 13, numRuns: 400 },
    );
  });

  it('refuses an empty separator that is not the last, and lengths in another unit', () => {
    const cut = (parameters: object) => () => chunkText('a b', 'recursive', parameters);
    expect(cut({ separators: ['', ' '] })).toThrow(/separators must be strings/);
    expect(cut({ lengthIn: 'words' })).toThrow(/lengthIn must be tokens or absent, found words/);
  });
});
