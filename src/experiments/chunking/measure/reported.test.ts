import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { estimateTokenizer } from '../../../core/chunking/tokens';
import { precisionOmega } from '../../../core/metrics/spanMetrics';
import type { BenchmarkCorpus, GoldSpan } from '../../../datasets/corpus';
import { measureReported, touchingOmega } from './reported';

const span = (start: number, end: number, document = 0): GoldSpan => ({ document, start, end });

/** The source's rule, unit by unit: which code units are reference text, and which lie in a chunk that meets a reference. */
function plainTouching(chunks: readonly GoldSpan[], gold: readonly GoldSpan[]): number {
  const key = (document: number, unit: number): string => `${document} ${unit}`;
  const units = (spans: readonly GoldSpan[]): Set<string> =>
    new Set(
      spans.flatMap(({ document, start, end }) =>
        Array.from({ length: end - start }, (_, i) => key(document, start + i)),
      ),
    );
  const met = chunks.filter((chunk) =>
    gold.some((ref) => ref.document === chunk.document && !(chunk.end < ref.start || ref.end < chunk.start)),
  );
  const [inGold, inChunks] = [units(gold), units(met)];
  return [...inGold].filter((unit) => inChunks.has(unit)).length / new Set([...inGold, ...inChunks]).size;
}

describe('precision Ω by the rule of its source', () => {
  it('counts a chunk that only touches a reference, which ours does not', () => {
    const chunks = [span(0, 10), span(10, 20), span(20, 30)];
    expect(precisionOmega(chunks, [span(12, 20)])).toBeCloseTo(0.8, 12);
    expect(touchingOmega(chunks, [span(12, 20)])).toBeCloseTo(8 / 20, 12);
  });

  it('puts reference text that no chunk holds below the line', () => {
    expect(touchingOmega([span(0, 10)], [span(5, 15)])).toBeCloseTo(5 / 15, 12);
    expect(touchingOmega([], [span(5, 15)])).toBe(0);
    expect(touchingOmega([span(0, 10)], [])).toBeNull();
  });

  it('agrees with a count unit by unit on any chunks and references', () => {
    const any = fc
      .tuple(fc.nat(1), fc.nat(40), fc.integer({ min: 1, max: 12 }))
      .map(([document, start, length]) => span(start, start + length, document));
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 8 }),
        fc.array(any, { minLength: 1, maxLength: 4 }),
        (chunks, gold) => {
          expect(touchingOmega(chunks, gold)).toBeCloseTo(plainTouching(chunks, gold), 12);
        },
      ),
      { seed: 5, numRuns: 400 },
    );
  });
});

describe('figures that others published', () => {
  const text = `${'Salt is sold by weight. '.repeat(20)}Bread is sold on Friday. The end.`;
  const at = text.indexOf('Bread');
  const corpus: BenchmarkCorpus = {
    documents: [{ id: 'market', title: 'market', text }],
    questions: [
      {
        id: 'a',
        text: 'When is bread sold?',
        document: 0,
        answers: [],
        gold: [span(at, at + 24)],
        families: { corpus: 'market' },
      },
    ],
    groupings: [{ id: 'corpus', label: 'Corpus' }],
    cluster: 'corpus',
  };

  it('are measured again with their own settings, by the source’s reading and by ours', async () => {
    const [row] = await measureReported(
      corpus,
      {
        source: 'a paper',
        figures: [
          {
            id: 'sentences',
            label: 'Sentences',
            strategy: 'recursive',
            parameters: { chunkSize: 8, lengthIn: 'tokens', separators: ['.'] },
            value: 0.5,
          },
        ],
      },
      estimateTokenizer,
    );
    expect(row).toMatchObject({ id: 'sentences', reported: 0.5 });
    // One sentence a chunk: ` Bread is sold on Friday.` holds the reference, and ` The end.` touches it.
    expect(row!.strict).toBeCloseTo(24 / 25, 10);
    expect(row!.touching).toBeCloseTo(24 / 34, 10);
    // The source takes a chunk to be its text without a full stop at the end.
    expect(row!.asReported).toBeCloseTo(23 / 33, 10);
  });
});
