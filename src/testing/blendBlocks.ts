import { randomSource } from '../core/stats/rng';
import { similarityBlock, textsToEmbed, type BlendTexts } from '../experiments/blend/measure/similarity';
import type { BlendBlock } from '../experiments/blend/measure/methods';

/** Texts of a small block: `families` families of four records, eight specific queries and a generic one. */
export function smallBlendTexts(
  name: BlendBlock,
  splits: readonly ('development' | 'evaluation')[],
): BlendTexts {
  const families = splits.map((split, index) => ({
    id: `${name}-${index}`,
    split,
    focus: `focus of ${name} ${index}`,
  }));
  const variants = (id: string, family: string) => ({
    id,
    family,
    clean: `clean ${id}`,
    noisy: `noisy ${id}`,
  });
  return {
    families,
    records: families.flatMap(({ id }) => [0, 1, 2, 3].map((context) => variants(`${id}-${context}`, id))),
    queries: families.flatMap(({ id, focus }) => [
      ...[0, 1, 2, 3].flatMap((context) =>
        [1, 2].map((number) => ({
          ...variants(`${id}-${context}-q${number}`, id),
          kind: 'specific' as const,
          target: `${id}-${context}`,
        })),
      ),
      { ...variants(`${id}-generic`, id), clean: focus, kind: 'generic' as const, target: null },
    ]),
  };
}

/**
 * A vector for every text, near enough to those of its family and target that rankings
 * are neither perfect nor random.
 */
export function smallBlendVectors(texts: BlendTexts, seed: number, dimensions = 12): Map<string, number[]> {
  const random = randomSource(seed);
  const draw = () => Array.from({ length: dimensions }, () => random() * 2 - 1);
  const direction = new Map<string, number[]>();
  const towards = (key: string) => direction.get(key) ?? direction.set(key, draw()).get(key)!;
  const mix = (...parts: [number[], number][]) =>
    draw().map((value, i) => parts.reduce((sum, [vector, weight]) => sum + weight * vector[i]!, value));
  const vectors = new Map<string, number[]>();
  for (const { id, focus } of texts.families) vectors.set(focus, mix([towards(id), 2]));
  for (const { id, family, clean, noisy } of texts.records) {
    vectors.set(clean, mix([towards(family), 1], [towards(id), 1.5]));
    vectors.set(noisy, mix([towards(family), 0.7], [towards(id), 0.7]));
  }
  for (const { family, target, clean, noisy } of texts.queries) {
    const own: [number[], number] = [towards(target ?? family), 1.5];
    if (!vectors.has(clean)) vectors.set(clean, mix([towards(family), 1], own));
    vectors.set(noisy, mix([towards(family), 0.7], own));
  }
  const missing = textsToEmbed(texts).filter((text) => !vectors.has(text));
  if (missing.length > 0) throw new Error(`no vector for ${missing.join(', ')}`);
  return vectors;
}

export function smallBlendBlock(
  name: BlendBlock,
  splits: readonly ('development' | 'evaluation')[],
  seed: number,
) {
  const texts = smallBlendTexts(name, splits);
  const vectors = smallBlendVectors(texts, seed);
  return { texts, vectors, block: similarityBlock(texts, (text) => vectors.get(text)) };
}
