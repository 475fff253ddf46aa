import { randomSource, shuffled } from '../../../core/stats/rng';
import { sentenceSpans } from '../../../core/text/sentences';
import { contentStems, shareContentWord } from './contentWords';
import type { BlendBlock } from './methods';

/** A family as it is written by hand: one focus sentence, identical in four contexts. */
export interface AuthoredFamily {
  id: string;
  title: string;
  domain: string;
  focus: string;
  contexts: { id: string; meaning: string; text: string; queries: string[] }[];
}

/** One authored file: families of one split with noise of their own, so that no noise sentence crosses the splits. */
export interface AuthoredSet {
  split: 'development' | 'evaluation';
  families: AuthoredFamily[];
  noise: { stored: string[]; query: string[] };
}

export interface NoiseSentence {
  sentence: string;
  /** Index of the sentence among the sentences of the noisy text. */
  position: number;
}

interface Variants {
  clean: string;
  noisy: string;
  noise: NoiseSentence[];
}

export interface FixtureFamily {
  id: string;
  title: string;
  domain: string;
  split: 'development' | 'evaluation';
  focus: string;
}

export interface FixtureRecord extends Variants {
  id: string;
  family: string;
  /** What the focus is about here; never embedded. */
  meaning: string;
}

export interface FixtureQuery extends Variants {
  id: string;
  family: string;
  kind: 'specific' | 'generic';
  /** Record that a specific query asks for; null for a generic one, whose targets are all records of its family. */
  target: string | null;
}

export interface ComposedFixtures {
  block: BlendBlock;
  /** Texts whose first draw held more tokens than allowed, and that took later sentences of their draw. */
  redrawn: string[];
  families: FixtureFamily[];
  records: FixtureRecord[];
  queries: FixtureQuery[];
}

export interface NoiseOptions {
  seed: number;
  /** Noise sentences in each noisy text. */
  sentences: number;
  /** Most tokens that a noisy text may hold, by `countTokens`. */
  maxTokens: number;
  countTokens: (text: string) => number;
}

/**
 * How the specific queries came to be, for the pages that say so. The look was taken at
 * whole passages on clean evaluation queries alone, with the local model; no blend was
 * looked at while they were written.
 */
export const queryWriting = {
  /** Queries of the first writing that no longer stand: all of them. */
  rewritten: 192,
  firstWriting: { withoutSharedWord: 175, foundByWhole: 0.65 },
  /** Evaluation queries whose record whole passages found first at the first look, of how many. */
  accepted: { found: 123, of: 128 },
  /** Of the others, those that were changed after the look. */
  changedAfterwards: 0,
};

/** The rule of the draw in words, stored with its result. */
export const noiseRule =
  "For each text in stored order, records before queries: the noise sentences of the text's own authored file and side that share no content word with its family's focus are shuffled, " +
  'the first five are taken, and five of the places among the sentences of the noisy text are drawn. ' +
  'While the text holds more tokens than the model reads, the next five of the same shuffle take their place.';

/**
 * The records and queries of one block, each with its clean and its noisy variant.
 *
 * Every choice comes from one `d3.randomLcg(seed)`. Noise never reorders or splits the
 * text's own sentences. A generic query is its family's focus alone. A RangeError names
 * a text for which no draw fits.
 */
export function composeBlendFixtures(
  block: BlendBlock,
  sets: readonly AuthoredSet[],
  options: NoiseOptions,
): ComposedFixtures {
  const random = randomSource(options.seed);
  const redrawn: string[] = [];
  const addNoise = (id: string, clean: string, focus: string, pool: readonly string[]): Variants => {
    const focusWords = contentStems(focus);
    const drawn = shuffled(
      pool.filter((sentence) => !shareContentWord(contentStems(sentence), focusWords)),
      random,
    );
    const own = sentenceSpans(clean).map(({ start, end }) => clean.slice(start, end));
    const places = shuffled(
      Array.from({ length: own.length + options.sentences }, (_, index) => index),
      random,
    )
      .slice(0, options.sentences)
      .sort((a, b) => a - b);
    for (let from = 0; from + options.sentences <= drawn.length; from += options.sentences) {
      const noise = places.map((position, index) => ({ sentence: drawn[from + index]!, position }));
      const noisy = interleave(own, noise).join(' ');
      if (options.countTokens(noisy) > options.maxTokens) continue;
      if (from > 0) redrawn.push(id);
      return { clean, noisy, noise };
    }
    throw new RangeError(
      `no ${options.sentences} of the ${drawn.length} noise sentences fit into ${id} within ${options.maxTokens} tokens`,
    );
  };
  const families: FixtureFamily[] = sets.flatMap(({ split, families }) =>
    families.map(({ id, title, domain, focus }) => ({ id, title, domain, split, focus })),
  );
  const authored = sets.flatMap(({ families, noise }) => families.map((family) => ({ family, noise })));
  const records = authored.flatMap(({ family, noise }) =>
    family.contexts.map(({ id, meaning, text }): FixtureRecord => ({
      id,
      family: family.id,
      meaning,
      ...addNoise(id, text, family.focus, noise.stored),
    })),
  );
  const queries = authored.flatMap(({ family, noise }) => {
    const make = (id: string, target: string | null, text: string): FixtureQuery => ({
      id,
      family: family.id,
      kind: target === null ? 'generic' : 'specific',
      target,
      ...addNoise(id, text, family.focus, noise.query),
    });
    return [
      ...family.contexts.flatMap((context) =>
        context.queries.map((text, index) => make(`${context.id}-q${index + 1}`, context.id, text)),
      ),
      make(`${family.id}-generic`, null, family.focus),
    ];
  });
  return { block, redrawn, families, records, queries };
}

/** The sentences of a noisy text: noise at its positions, the text's own sentences in their order between. */
function interleave(own: readonly string[], noise: readonly NoiseSentence[]): string[] {
  const sentences: string[] = [];
  const at = new Map(noise.map(({ sentence, position }) => [position, sentence]));
  const rest = own[Symbol.iterator]();
  for (let index = 0; index < own.length + noise.length; index += 1)
    sentences.push(at.get(index) ?? (rest.next().value as string));
  return sentences;
}
