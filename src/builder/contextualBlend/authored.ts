import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { composeBlendFixtures, noiseRule, type AuthoredSet } from '../../experiments/blend/measure/fixtures';
import type { BlendBlock } from '../../experiments/blend/measure/methods';
import { GENERATOR } from '../../core/stats/rng';
import type { BlendFixtures } from '../../experiments/blend/formats';

/** Files of each block in stored order, and the seed of its noise. */
const blocks = {
  context: {
    seed: 20261129,
    sets: [
      { file: 'contextDevelopment.json', split: 'development' },
      { file: 'contextEvaluation.json', split: 'evaluation' },
    ],
  },
  intent: { seed: 20261130, sets: [{ file: 'intentEvaluation.json', split: 'evaluation' }] },
} as const satisfies Record<
  BlendBlock,
  { seed: number; sets: { file: string; split: AuthoredSet['split'] }[] }
>;

const noiseSentences = 5;

const text = z.string().check(z.minLength(1));
const authoredFile = z.object({
  families: z.array(
    z.object({
      id: text,
      title: text,
      domain: text,
      focus: text,
      contexts: z
        .array(z.object({ id: text, meaning: text, text, queries: z.array(text).check(z.length(2)) }))
        .check(z.length(4)),
    }),
  ),
  noise: z.object({ stored: z.array(text), query: z.array(text) }),
});

/** A tokenizer by name, with the most tokens that its model reads. */
export interface TokenLimit {
  maxTokens: number;
  tokenizer: string;
  countTokens: (text: string) => number;
}

/** The authored families and noise of a block, as they are written by hand. */
export async function readAuthoredSets(block: BlendBlock): Promise<AuthoredSet[]> {
  return Promise.all(
    blocks[block].sets.map(async ({ file, split }) => {
      const value: unknown = JSON.parse(await readFile(new URL(`authored/${file}`, import.meta.url), 'utf8'));
      return { split, ...z.parse(authoredFile, value) };
    }),
  );
}

/** The fixtures file of a block: authored texts with their drawn noise. */
export async function makeFixtures(
  block: BlendBlock,
  { maxTokens, tokenizer, countTokens }: TokenLimit,
): Promise<BlendFixtures> {
  const { seed } = blocks[block];
  const { families, records, queries, redrawn } = composeBlendFixtures(block, await readAuthoredSets(block), {
    seed,
    sentences: noiseSentences,
    maxTokens,
    countTokens,
  });
  const longestText = Math.max(
    ...[...records, ...queries].flatMap(({ clean, noisy }) => [clean, noisy]).map(countTokens),
  );
  return {
    formatVersion: 1,
    kind: 'blend-fixtures',
    block,
    noiseDraw: {
      seed,
      generator: GENERATOR,
      rule: noiseRule,
      sentencesPerText: noiseSentences,
      maxTokens,
      tokenizer,
      longestText,
      redrawn,
    },
    families,
    records,
    queries,
  };
}
