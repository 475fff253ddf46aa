import { describe, expect, it } from 'vitest';
import { chunkText, strategyIds } from '../../../../core/chunking/registry';
import {
  maxVariants,
  readSeparators,
  readSizes,
  settingsOf,
  variantsOf,
} from '../../../../experiments/chunking/own/variants';
import {
  cuttingFrom,
  separatorsCodec,
  setSize,
  sizesCodec,
  sizesFromEntries,
  type SizeEntry,
} from './setupModel';

describe('the rows of a setup', () => {
  it('are the eight strategies under their own ids, at the committed sizes', () => {
    const { variants, problems } = variantsOf(strategyIds, {});
    expect(variants.map(({ id }) => id)).toEqual(strategyIds);
    expect(problems).toEqual([]);
    const text = 'One sentence here. Another one there.\n\nA second paragraph. '.repeat(40);
    for (const { strategy, parameters } of variants)
      expect(chunkText(text, strategy, parameters)).toEqual(chunkText(text, strategy));
  });

  it('are one a size, and one a combination of sizes, named by them', () => {
    const { variants } = variantsOf(['parent_document', 'fixed_size'], {
      fixed_size: { chunkSize: [128, 256] },
      parent_document: { childSize: [100, 200], parentSize: [800] },
    });
    expect(variants.map(({ id, label }) => [id, label])).toEqual([
      ['fixed_size-128', 'Fixed size 128'],
      ['fixed_size-256', 'Fixed size 256'],
      ['parent_document-100-800', 'Parent document 100/800'],
      ['parent_document-200-800', 'Parent document 200/800'],
    ]);
    expect(variants[2]!.parameters).toEqual({ childSize: 100, parentSize: 800 });
  });

  it('are called after what they count and where they cut, where that is chosen', () => {
    const cutting = cuttingFrom({ lengthIn: 'tokens', separators: 'chroma' });
    const { variants } = variantsOf(
      ['recursive', 'sentence_pack'],
      { recursive: { chunkSize: [400] } },
      0,
      cutting,
    );
    expect(variants.map(({ id, label }) => [id, label])).toEqual([
      ['recursive-tokens-chroma-400-0', 'Recursive 400/0 tokens chroma'],
      ['sentence_pack', 'Sentence pack'],
    ]);
    const text = 'One sentence here? Another one there! A third. '.repeat(40);
    expect(chunkText(text, 'recursive', variants[0]!.parameters)).not.toEqual(chunkText(text, 'recursive'));
    expect(chunkText(text, 'sentence_pack', variants[1]!.parameters)).toEqual(
      chunkText(text, 'sentence_pack'),
    );
    expect(cuttingFrom({ lengthIn: 'characters', separators: '' })).toEqual({});
  });

  it('say what cannot be run', () => {
    expect(variantsOf([], {}).problems).toEqual(['Choose at least one strategy.']);
    expect(variantsOf(['fixed_overlap'], { fixed_overlap: { chunkSize: [64, 256] } }).problems).toEqual([
      'Fixed size with overlap: an overlap of 64 leaves nothing new in a chunk of 64.',
    ]);
    expect(variantsOf(['parent_document'], { parent_document: { parentSize: [100] } }).problems[0]).toContain(
      'does not fit',
    );
    expect(
      variantsOf(['fixed_size'], {
        fixed_size: { chunkSize: Array.from({ length: maxVariants + 1 }, (_, i) => i + 1) },
      }).problems[0],
    ).toContain(`at most ${maxVariants}`);
  });
});

describe('typed sizes', () => {
  const [field] = settingsOf('fixed_size');

  it('are whole numbers apart by commas or spaces', () => {
    expect(readSizes('128, 256  512', field!)).toEqual({ values: [128, 256, 512] });
    expect(readSizes('128,128', field!)).toEqual({ values: [128] });
    for (const typed of ['', '0', '-1', '1.5', '1e9', 'many', '12px'])
      expect(readSizes(typed, field!), typed).toHaveProperty('problem');
  });

  it('stand in the address as they were set, and unknown ones are named', () => {
    const entries: SizeEntry[] = [
      { strategy: 'fixed_size', name: 'chunkSize', values: [128, 256] },
      { strategy: 'recursive', name: 'overlap', values: [100] },
    ];
    const raw = sizesCodec.format(entries)!;
    expect(new URLSearchParams({ sizes: raw }).toString()).toBe(`sizes=${raw}`);
    expect(sizesCodec.parse(raw)).toEqual(entries);
    expect(sizesCodec.parse(`${raw}*gone-chunkSize-1*paragraph-chunkSize-3*fixed_size-chunkSize-x`)).toEqual(
      entries,
    );
    expect(sizesCodec.unknown(`${raw}*gone-chunkSize-1`)).toEqual(['gone-chunkSize-1']);
  });

  it('leave the address when they are the committed ones again', () => {
    const set = setSize([], 'fixed_size', 'chunkSize', [128]);
    expect(sizesFromEntries(set)).toEqual({ fixed_size: { chunkSize: [128] } });
    expect(setSize(set, 'fixed_size', 'chunkSize', [256])).toEqual([]);
  });
});

describe('typed separators', () => {
  it('are strings in quotes, or the name of a list; nothing is the strategy’s own', () => {
    for (const typed of [String.raw`"\n\n" "\n" ", "`, String.raw`["\n\n", "\n", ", "]`])
      expect(readSeparators(typed), typed).toEqual({ separators: ['\n\n', '\n', ', '] });
    expect(readSeparators('langchain')).toEqual({ separators: ['\n\n', '\n', ' ', ''] });
    expect(readSeparators(' ')).toEqual({ separators: undefined });
    for (const typed of ['\\n', '"a', '"a" b', '"" "a"', '"a" "a"', String.raw`"\q"`]) {
      expect(readSeparators(typed), typed).toHaveProperty('problem');
      expect(separatorsCodec.parse(typed), typed).toBeUndefined();
    }
  });
});
