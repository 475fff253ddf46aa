import fc from 'fast-check';
import { encode as libraryEncode } from 'gpt-tokenizer/encoding/cl100k_base';
import { get_encoding } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkText } from '../../core/chunking/registry';
import { createTokenCounter } from '../../core/chunking/tokens';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { loadCl100k, loadCl100kEncoder, type CountingTokenizer } from '../tokenizer';
import type { BytePairEncoder } from './bytePairs';

const tiktoken = get_encoding('cl100k_base');
afterAll(() => tiktoken.free());

let encoder: BytePairEncoder;
let tokenizer: CountingTokenizer;
beforeAll(async () => {
  encoder = await loadCl100kEncoder();
  tokenizer = await loadCl100k();
});

/** Special tokens neither allowed nor refused: ordinary text. */
const reference = (text: string) => Array.from(tiktoken.encode(text, [], []));

const languages: [string, string][] = [
  [
    'English',
    "We'll keep the key in memory; it's gone on reload, and SHE'D know. Costs 12,345.67 in 2026!\n\n  - one\n\t- two   ",
  ],
  ['German', 'Die Schlüsselübergabe erfolgt frühestens am 3. März; Straßenfußgänger müssen draußen warten.'],
  ['Chinese', '导出功能在试用期内可用七天，付费工作区可保留三十天。删除后有十四天的恢复期。'],
  ['Japanese', '鍵は毎月ローテーションしてください。カタカナとひらがな、漢字が混ざっています。'],
  ['Arabic', 'يمكن للضيوف قراءة الملاحظات المشتركة ولكن لا يمكنهم تصديرها.'],
  ['Hindi', 'अतिथि साझा नोट पढ़ सकते हैं, लेकिन उन्हें निर्यात नहीं कर सकते।'],
  [
    'Russian',
    'Гости могут читать общие заметки, но не могут их экспортировать: 14 дней — срок восстановления.',
  ],
  ['Thai', 'ผู้เยี่ยมชมสามารถอ่านบันทึกที่แชร์ได้แต่ไม่สามารถส่งออกได้'],
];

const odd: string[] = [
  '<|endoftext|> and <|im_start|>user<|im_end|><|fim_prefix|>',
  "don'T I'LL we'Ve 's 'ſx 'Kx x'sx 'l '",
  '\ufeffusing System;\r\n\ufeff\n',
  'a\u0085b\u00a0 c\u3000\u3000d',
  ' \n \n  x \r\n\r\n',
  '   ',
  '\n\n\n',
  'a  \t ',
  '1234567890 ١٢٣٤٥ ½ 𝟘𝟙𝟚𝟛',
  '🙂👩‍🚀🏽🇩🇪',
  'a\ud83db \ude42',
  '?!?!\n\n...\r\n ---',
  '\u0000\u0001\u007f',
  'x'.repeat(190) + 'é',
  ' \t\n \u2028 y',
];

describe('cl100k_base', () => {
  it.each([...languages, ...namedNastyTexts])('gives the tokens of tiktoken in %s', (_, text) => {
    expect(Array.from(encoder.encode(text).ids)).toEqual(reference(text));
  });

  it.each(odd)('gives the tokens of tiktoken for %j', (text) => {
    expect(Array.from(encoder.encode(text).ids)).toEqual(reference(text));
  });

  it('gives the tokens of tiktoken for random texts, and counts them the quick way', () => {
    fc.assert(
      fc.property(nastyText(60), (text) => {
        expect(Array.from(encoder.encode(text).ids)).toEqual(reference(text));
        expect(tokenizer.countTokens(text)).toBe(reference(text).length);
      }),
      { seed: 5, numRuns: 600 },
    );
  });

  it('merges runs on both sides of the change to the heap alike', () => {
    const random = fc.string({
      unit: fc.constantFrom('a', 'b', 'e', 't', 'h', 'n', 'é', '汉', 'x'),
      minLength: 20,
      maxLength: 700,
    });
    fc.assert(
      fc.property(random, (text) => {
        expect(Array.from(encoder.encode(text).ids)).toEqual(reference(text));
      }),
      { seed: 9, numRuns: 150 },
    );
    for (const text of [
      'a'.repeat(31),
      'a'.repeat(32),
      'ab'.repeat(700),
      '汉'.repeat(900),
      ' '.repeat(600) + 'x',
      '='.repeat(1001),
      'Donaudampfschiff'.repeat(60),
    ]) {
      expect(Array.from(encoder.encode(text).ids)).toEqual(reference(text));
      expect(Array.from(encoder.encode(text).ids)).toEqual(
        libraryEncode(text, { disallowedSpecial: new Set() }),
      );
    }
  });

  it('counts 20,000 equal letters and 48,000 × 汉 as it encodes them', () => {
    for (const text of ['a'.repeat(20_000), '汉'.repeat(48_000)]) {
      expect(tokenizer.countTokens(text)).toBe(tokenizer.encode(text).length);
    }
    expect(tokenizer.countTokens('a'.repeat(20_000))).toBe(2500);
  });

  it('ends tokens in order, at the end of a character that they split', () => {
    expect(Array.from(tokenizer.encode('👋🏻'))).toEqual([2, 2, 2, 4, 4, 4]);
    expect(Array.from(tokenizer.encode('hello world'))).toEqual([5, 11]);
    fc.assert(
      fc.property(nastyText(60), (text) => {
        const { ids, ends } = encoder.encode(text);
        const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
        expect(ends.length).toBe(ids.length);
        expect(ends.at(-1) ?? 0).toBe(text.length);
        for (let i = 1; i < ends.length; i++) expect(ends[i]!).toBeGreaterThanOrEqual(ends[i - 1]!);
        expect(decoder.decode(tiktoken.decode(Uint32Array.from(ids)))).toBe(
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)),
        );
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('has no tokens in empty text', () => {
    expect(tokenizer.encode('')).toHaveLength(0);
    expect(tokenizer.countTokens('')).toBe(0);
  });
});

describe('chunking by cl100k_base', () => {
  it('keeps a waving hand whole in one-token windows', () => {
    expect(chunkText('👋🏻', 'fixed_size', { chunkSize: 1, tokenizer })).toEqual([
      { indexed: { start: 0, end: 4 }, returned: { start: 0, end: 4 } },
    ]);
  });

  it('keeps windows within 256 of the document’s own tokens', () => {
    const text = languages
      .map(([, sample]) => sample)
      .join('\n')
      .repeat(12);
    const ends = Array.from(tokenizer.encode(text));
    const chunks = chunkText(text, 'fixed_size', { tokenizer });
    expect(chunks).toHaveLength(Math.ceil(ends.length / 256));
    for (const { indexed } of chunks)
      expect(ends.filter((end) => end > indexed.start && end <= indexed.end).length).toBeLessThanOrEqual(
        256 + 6,
      );
  });

  it('counts each distinct text once', () => {
    let calls = 0;
    const count = createTokenCounter(
      { ...tokenizer, countTokens: (text) => (calls++, tokenizer.countTokens(text)) },
      20,
    );
    expect([count('hello world'), count('hello world'), count('tokens')]).toEqual([2, 2, 1]);
    expect(calls).toBe(2);
    count('a longer text that is over the bound');
    count('hello world');
    expect(calls).toBe(4);
  });
});
