import { describe, expect, it } from 'vitest';
import { composeBlendFixtures, type AuthoredSet, type NoiseOptions } from './fixtures';

const pool = (subject: string) =>
  Array.from({ length: 12 }, (_, index) => `Aside ${index} about ${subject}.`);

const set: AuthoredSet = {
  split: 'evaluation',
  families: [
    {
      id: 'key',
      title: 'Key',
      domain: 'locks and music',
      focus: 'The key is wrong.',
      contexts: ['lock', 'song', 'map', 'secret'].map((sense) => ({
        id: `key-${sense}`,
        meaning: sense,
        text: `We talk of a ${sense}. The key is wrong. That is all.`,
        queries: [`The key is wrong. Which ${sense}?`, `Tell me of the ${sense}. The key is wrong.`],
      })),
    },
  ],
  noise: {
    stored: [...pool('rain'), 'A key lay in the rain.'],
    query: [...pool('lunch'), 'My keys are gone.'],
  },
};

const options: NoiseOptions = {
  seed: 7,
  sentences: 5,
  maxTokens: 1000,
  countTokens: (text) => text.split(' ').length,
};

describe('composeBlendFixtures', () => {
  const composed = composeBlendFixtures('context', [set], options);
  const texts = [...composed.records, ...composed.queries];

  it('makes a record for each context, two specific queries for it and one generic query for the family', () => {
    expect(composed.records.map(({ id }) => id)).toEqual(['key-lock', 'key-song', 'key-map', 'key-secret']);
    expect(composed.queries.filter(({ target }) => target === 'key-map').map(({ id }) => id)).toEqual([
      'key-map-q1',
      'key-map-q2',
    ]);
    expect(composed.queries.at(-1)).toMatchObject({
      id: 'key-generic',
      kind: 'generic',
      target: null,
      clean: 'The key is wrong.',
    });
    expect(composed.families).toEqual([
      { id: 'key', title: 'Key', domain: 'locks and music', split: 'evaluation', focus: 'The key is wrong.' },
    ]);
  });

  it('puts five different sentences of its own side at the recorded positions and leaves the rest in order', () => {
    for (const { clean, noisy, noise, id } of texts) {
      expect(noise, id).toHaveLength(5);
      expect(new Set(noise.map(({ sentence }) => sentence)).size, id).toBe(5);
      const sentences = noisy.split(/(?<=[.?]) /);
      for (const { sentence, position } of noise) expect(sentences[position], id).toBe(sentence);
      const own = sentences.filter((_, index) => !noise.some(({ position }) => position === index));
      expect(own.join(' '), id).toBe(clean);
      expect(
        noise.every(({ sentence }) =>
          sentence.includes(composed.records.some((record) => record.id === id) ? 'rain' : 'lunch'),
        ),
        id,
      ).toBe(true);
    }
  });

  it('never takes a sentence that shares a content word with the focus', () => {
    expect(texts.flatMap(({ noise }) => noise).filter(({ sentence }) => /key/i.test(sentence))).toEqual([]);
  });

  it('is the same for the same seed and another for another', () => {
    expect(composeBlendFixtures('context', [set], options)).toEqual(composed);
    expect(composeBlendFixtures('context', [set], { ...options, seed: 8 }).records).not.toEqual(
      composed.records,
    );
  });

  it('takes the next five sentences of the draw where a text gets too long, and says so', () => {
    const banned = composed.records[0]!.noise[0]!.sentence;
    const again = composeBlendFixtures('context', [set], {
      ...options,
      countTokens: (text) => (text.includes(banned) ? 1001 : 1),
    });
    expect(again.redrawn).toContain('key-lock');
    expect(again.records[0]!.noise.map(({ sentence }) => sentence)).not.toContain(banned);
    expect(again.records[0]!.noise.map(({ position }) => position)).toEqual(
      composed.records[0]!.noise.map(({ position }) => position),
    );
    expect(composed.redrawn).toEqual([]);
  });

  it('names the text for which no draw fits', () => {
    expect(() => composeBlendFixtures('context', [set], { ...options, maxTokens: 3 })).toThrow(
      /no 5 of the 12 noise sentences fit into key-lock within 3 tokens/,
    );
  });
});
