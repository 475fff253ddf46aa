import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { graphemeBoundaries } from '../text/graphemes';
import { codePointLength, utf8Length } from '../text/sizes';
import { isBlank } from '../text/whitespace';
import type { Span } from '../units';
import { chunkText, chunkTextDetailed, chunkingStrategies, strategyIds, type StrategyId } from './registry';
import type { ChunkingParameters } from './strategy';
import { estimateTokenizer, type Tokenizer } from './tokens';

/** One token a code point. */
const points: Tokenizer = {
  name: 'code points',
  encode(text) {
    let end = 0;
    return Array.from(text, (point) => (end += point.length));
  },
};

const small: Record<StrategyId, ChunkingParameters[]> = {
  fixed_size: [{ chunkSize: 1 }, { chunkSize: 7 }, { chunkSize: 5, tokenizer: points }],
  fixed_overlap: [
    { chunkSize: 8, overlap: 7 },
    { chunkSize: 6, overlap: 4, tokenizer: points },
  ],
  recursive: [{ chunkSize: 6 }, { chunkSize: 30 }, { chunkSize: 30, overlap: 10 }],
  sentence_pack: [{ maxBytes: 12 }, { maxBytes: 40 }],
  paragraph: [{}],
  semantic: [{ percentile: 0 }, { percentile: 100 }],
  sentence_window: [{ neighbors: 0 }, { neighbors: 1 }],
  parent_document: [{ parentSize: 30, childSize: 20 }],
};

const setups = strategyIds.flatMap((id) => [{}, ...small[id]].map((parameters) => [id, parameters] as const));

function chunksOrRefusal(text: string, id: StrategyId, parameters: ChunkingParameters) {
  try {
    return chunkText(text, id, parameters);
  } catch (error) {
    // A single grapheme over the budget is the only reason to refuse a text.
    expect(String(error)).toMatch(
      /RangeError: the character ".+" at offset \d+ takes \d+ (characters|bytes), more than/s,
    );
    return null;
  }
}

/** Every promise that holds for all strategies, stated once. */
function expectSound(text: string, id: StrategyId, parameters: ChunkingParameters): void {
  const chunks = chunksOrRefusal(text, id, parameters);
  if (chunks === null) return;
  const edges = new Set(graphemeBoundaries(text));
  const isEdge = (offset: number) => edges.has(offset);
  let before: Span | undefined;
  let covered = 0;
  for (const { indexed, returned } of chunks) {
    expect(indexed.start).toBeLessThan(indexed.end);
    expect(
      [indexed.start, indexed.end, returned.start, returned.end].every(isEdge),
      'cut inside a character',
    ).toBe(true);
    expect(isBlank(text, indexed.start, indexed.end)).toBe(false);
    expect(returned.start <= indexed.start && indexed.end <= returned.end, 'returned holds indexed').toBe(
      true,
    );
    if (before) {
      expect(indexed.start).toBeGreaterThan(before.start);
      expect(indexed.end).toBeGreaterThan(before.end);
      if (!parameters.overlap && id !== 'fixed_overlap')
        expect(indexed.start).toBeGreaterThanOrEqual(before.end);
    }
    expect(isBlank(text, covered, Math.max(covered, indexed.start)), 'nothing lost').toBe(true);
    covered = indexed.end;
    before = indexed;
    if (id === 'recursive')
      expect(codePointLength(text, indexed.start, indexed.end)).toBeLessThanOrEqual(
        parameters.chunkSize ?? 1000,
      );
    if (id === 'sentence_pack')
      expect(utf8Length(text, indexed.start, indexed.end)).toBeLessThanOrEqual(parameters.maxBytes ?? 1200);
    if (id === 'parent_document') {
      expect(codePointLength(text, indexed.start, indexed.end)).toBeLessThanOrEqual(
        parameters.childSize ?? 250,
      );
      expect(codePointLength(text, returned.start, returned.end)).toBeLessThanOrEqual(
        parameters.parentSize ?? 1000,
      );
    }
  }
  expect(isBlank(text, covered), 'nothing lost at the end').toBe(true);
  expect(chunkText(text, id, parameters)).toEqual(chunks);
}

describe.each(setups)('%s with %o', (id, parameters) => {
  it.each(namedNastyTexts)('keeps its promises on %s', (_, text) => expectSound(text, id, parameters));

  it('keeps its promises on random texts', () => {
    fc.assert(
      fc.property(nastyText(80), (text) => expectSound(text, id, parameters)),
      { seed: 20260729, numRuns: 120 },
    );
  });
});

describe('every strategy', () => {
  it.each(strategyIds)(
    '%s keeps to its limit on 48,000 × 汉 and 50,000 letters without punctuation',
    (id) => {
      for (const text of ['汉'.repeat(48_000), 'abcdefghij'.repeat(5_000)]) {
        const chunks = chunkText(text, id);
        expect(chunks.at(-1)!.indexed.end).toBe(text.length);
        for (const { indexed } of chunks) {
          if (id === 'fixed_size' || id === 'fixed_overlap')
            expect(
              estimateTokenizer.countTokens!(text.slice(indexed.start, indexed.end)),
            ).toBeLessThanOrEqual(257);
          if (id === 'recursive') expect(indexed.end - indexed.start).toBeLessThanOrEqual(1000);
          if (id === 'sentence_pack')
            expect(utf8Length(text, indexed.start, indexed.end)).toBeLessThanOrEqual(1200);
          if (id === 'parent_document') expect(indexed.end - indexed.start).toBeLessThanOrEqual(250);
        }
      }
    },
  );

  it.each(strategyIds)('%s has no chunks in empty and blank text', (id) => {
    expect(chunkText('', id)).toEqual([]);
    expect(chunkText(' \n\n\t\u3000', id)).toEqual([]);
  });

  it.each(strategyIds)('%s ignores a parameter that it does not know', (id) => {
    const unknown: ChunkingParameters & { color: string } = { color: 'red' };
    expect(chunkText('One. Two. Three.', id, unknown)).toEqual(chunkText('One. Two. Three.', id));
  });

  it('has a label, a sentence of description and a unit', () => {
    for (const { label, description, unit } of Object.values(chunkingStrategies)) {
      expect(label).not.toBe('');
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(unit).not.toBe('');
    }
  });
});

describe('chunkTextDetailed', () => {
  it('says when token counts are estimates, and who counted them otherwise', () => {
    expect(chunkTextDetailed('a b', 'fixed_size')).toMatchObject({
      tokenizer: estimateTokenizer.name,
      estimated: true,
    });
    expect(chunkTextDetailed('a b', 'fixed_overlap', { tokenizer: points })).toMatchObject({
      tokenizer: 'code points',
      estimated: false,
    });
    expect(chunkTextDetailed('a b', 'paragraph', { tokenizer: points })).toMatchObject({
      tokenizer: null,
      estimated: false,
    });
  });

  it('refuses an unknown strategy and a text that is none, naming them', () => {
    expect(() => chunkText('a', 'constructor' as StrategyId)).toThrow(
      /strategyId must be one of fixed_size, .* found constructor/,
    );
    expect(() => chunkText(undefined as unknown as string, 'paragraph')).toThrow(
      /text must be a string, found undefined/,
    );
  });

  it.each<[StrategyId, ChunkingParameters, string]>([
    ['fixed_size', { chunkSize: 0 }, 'chunkSize must be a whole number of at least 1, found 0'],
    ['fixed_size', { chunkSize: 2.5 }, 'chunkSize must be a whole number of at least 1, found 2.5'],
    [
      'fixed_overlap',
      { chunkSize: 8, overlap: 8 },
      'overlap must be a whole number from 0 and below chunkSize 8, found 8',
    ],
    ['fixed_overlap', { chunkSize: 8, overlap: -1 }, 'found -1'],
    ['recursive', { chunkSize: NaN }, 'chunkSize must be a whole number of at least 1, found NaN'],
    ['recursive', { chunkSize: 10, overlap: 10 }, 'found 10'],
    ['sentence_pack', { maxBytes: -5 }, 'maxBytes must be a whole number of at least 1, found -5'],
    ['semantic', { percentile: 101 }, 'percentile must be a number from 0 to 100, found 101'],
    ['semantic', { percentile: NaN }, 'found NaN'],
    ['sentence_window', { neighbors: -1 }, 'neighbors must be a whole number of at least 0, found -1'],
    ['parent_document', { parentSize: 0 }, 'parentSize must be a whole number of at least 1, found 0'],
    [
      'parent_document',
      { parentSize: 100, childSize: 101 },
      'childSize must be at most parentSize 100, found 101',
    ],
  ])('%s refuses %o', (id, parameters, message) => {
    for (const text of ['', 'some text']) {
      expect(() => chunkText(text, id, parameters)).toThrow(RangeError);
      expect(() => chunkText(text, id, parameters)).toThrow(message);
    }
  });
});
