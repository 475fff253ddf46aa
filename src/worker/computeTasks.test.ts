import { describe, expect, it } from 'vitest';
import { blendedGlobal, blendedGroups, blendedWhole, chunkSearchVector, meanVector, searchGroups, utf8Length } from '../core';
import { randomSource } from '../core/stats/rng';
import { textsToEmbed } from '../core/experiments/contextualBlend/similarity';
import { blendFixturesFormat, blendResultsFormat, blendSimilaritiesFormat, blendSummaryFormat } from '../schema/contextualBlend';
import { decode, type FileFormat } from '../schema/decode';
import { nastyTexts } from '../testing/nastyTexts';
import { smallBlendTexts, smallBlendVectors } from '../testing/blendBlocks';
import type { ComputeTasks, PackedVectors, PreparedText, TextInput } from './computeProtocol';
import { createComputeTasks } from './computeTasks';

const tasks = createComputeTasks();
const run = <Name extends keyof ComputeTasks>(name: Name, input: ComputeTasks[Name]['input'], emit: (event: ComputeTasks[Name]['event']) => void = () => {}) => tasks[name](input, { signal: new AbortController().signal, emit });
function pack(rows: readonly ArrayLike<number>[]): PackedVectors {
  const dimensions = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  rows.forEach((row, at) => values.set(row, at * dimensions));
  return { dimensions, values };
}

const input = (patch: Partial<TextInput>): TextInput => ({ format: 'plain', stored: '', message: '', maxBytes: 1200, timeZone: 'UTC', ...patch });
async function prepared(patch: Partial<TextInput>): Promise<PreparedText> {
  const answer = await run('prepareText', input(patch));
  if (answer.kind === 'refused') throw new Error(answer.problem.found);
  return answer.text;
}

describe('prepareText', () => {
  it('labels the pieces of threads in the named zone, within the budget', async () => {
    const stored = JSON.stringify([
      { role: 'user', content: 'Where is it?', time: '2026-10-16T14:02:00Z' },
      { role: 'assistant', content: 'Looking.', tool_calls: [{ id: 'a', function: { name: 'logistics_export', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: Array.from({ length: 400 }, (_, row) => `row ${row}: crate ${row * 7} in bay ${row % 9}.`).join('\n') },
    ]);
    const { pieces, contexts } = await prepared({ format: 'threads', stored, timeZone: 'Europe/Berlin' });
    expect(pieces[0]).toMatchObject({ label: '[Turn 1 · User · Oct 16, 4:02 PM]', text: '[Turn 1 · User · Oct 16, 4:02 PM]\nWhere is it?', context: 0 });
    expect(pieces[2]!.label).toBe('[Turn 1 · Tool logistics_export · Oct 16, 4:02 PM]');
    expect(contexts).toHaveLength(1);
    expect(contexts[0]!.text).toMatch(/^Where is it\?\nLooking\.\n\{\}\nrow 0/);
    for (const { text, bytes } of pieces) expect([utf8Length(text), bytes <= 1200]).toEqual([bytes, true]);
  });

  it('takes headings and lines of dashes for the sections of a plain text', async () => {
    const { contexts, pieces } = await prepared({ stored: 'Opening words.\n# Refunds #\nWithin 30 days.\n---\nNo heading here.\n\n## Empty\n---\n' });
    expect(contexts.map(({ name }) => name)).toEqual(['Section 1', 'Section 2 · Refunds', 'Section 3', 'Section 4 · Empty']);
    expect(pieces.map(({ context, label, text }) => [context, label, text])).toEqual([
      [0, null, 'Opening words.'],
      [1, null, '# Refunds #\nWithin 30 days.'],
      [2, null, 'No heading here.'],
      [3, null, '## Empty'],
    ]);
  });

  it('keeps the end of a long message for its context, and all of it for its parts', async () => {
    const message = `${'Opening request about the harbour. '.repeat(300)}Last of all the crane.`;
    const text = await prepared({ message });
    expect(text.messageContextBytes).toBeLessThanOrEqual(8000);
    expect(text.messageContext.endsWith('the crane.')).toBe(true);
    expect(text.parts).toHaveLength(8);
    expect(text.parts[0]!.start).toBe(0);
  });

  it('has nothing to say about blank text', async () => {
    expect(await prepared({ stored: ' \n ', message: '\t' })).toMatchObject({ contexts: [], pieces: [], parts: [], messageContext: '' });
    expect(await prepared({ format: 'threads', stored: '' })).toMatchObject({ pieces: [] });
  });

  it.each(nastyTexts.map((text, index) => [index, text] as const))('loses nothing of odd text %i', async (_, text) => {
    const { pieces, parts } = await prepared({ stored: text, message: text });
    const letters = (value: string) => value.replace(/[\s\p{Cf}-]+/gu, '');
    expect(letters(pieces.map((piece) => piece.text).join(''))).toBe(letters(text));
    expect(letters(parts.map((part) => part.text).join(''))).toBe(letters(text));
  });

  it('says what it cannot read', async () => {
    expect(await run('prepareText', input({ format: 'threads', stored: 'Hello' }))).toMatchObject({ kind: 'refused', problem: { kind: 'not-json', file: 'the stored text' } });
    expect(await run('prepareText', input({ message: 'x'.repeat(1_000_001) }))).toMatchObject({ kind: 'refused', problem: { found: '1000001 characters', expected: 'at most 1000000 characters' } });
    await expect(run('prepareText', input({ format: 'threads', stored: '[{"role":"user","content":"a"}]', maxBytes: 10 }))).rejects.toThrow('leave nothing of the budget of 10');
  });
});

describe('tokenEnds', () => {
  it('tells where the tokens of each text end', async () => {
    const [hello, none] = await run('tokenEnds', { texts: ['Hello world', ''] });
    expect([...hello!]).toEqual([5, 11]);
    expect(none).toHaveLength(0);
  });
});

function drawn(count: number, dimensions: number, seed: number): Float32Array[] {
  const random = randomSource(seed);
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, () => random() * 2 - 1));
}

describe('blendTable', () => {
  it('blends with the mean of the pieces, or with the vectors of the own texts', async () => {
    const [pieces, asked, own] = [drawn(12, 8, 1), drawn(4, 8, 2), drawn(3, 8, 3)];
    const contextOf = Int32Array.from(pieces, (_, index) => Math.floor(index / 4));
    const means = [0, 1, 2].map((turn) => meanVector(pieces.filter((_, index) => contextOf[index] === turn)));
    for (const [contextTexts, contexts] of [[null, means], [pack(own), own]] as const) {
      const table = await run('blendTable', { pieces: pack(pieces), asked: pack(asked), contextOf, contexts: 3, contextTexts });
      const stored = pieces.map((piece, index) => chunkSearchVector(piece, contexts[contextOf[index]!]!, 0.8));
      const plain = searchGroups(asked.slice(0, 3).map((part) => chunkSearchVector(part, asked[3]!, 0.8)), stored, { limit: 12, threshold: -1 });
      expect(blendedGroups(table, 0.8, { limit: 12, threshold: -1 }).map((hits) => hits.map(({ index }) => index))).toEqual(plain.map((hits) => hits.map(({ index }) => index)));
    }
  });

  it('lets 5,000 pieces of 512 dimensions be ranked again within a frame', async () => {
    const pieces = drawn(5000, 512, 5);
    const table = await run('blendTable', { pieces: pack(pieces), asked: pack(drawn(9, 512, 6)), contextOf: Int32Array.from(pieces, (_, index) => Math.floor(index / 10)), contexts: 500, contextTexts: null });
    const times = Array.from({ length: 15 }, (_, step) => {
      const started = performance.now();
      const options = { limit: 1 + step, threshold: 0 };
      blendedGroups(table, step / 15, options);
      blendedGlobal(table, step / 15, options);
      blendedWhole(table, step / 15, options);
      return performance.now() - started;
    }).sort((a, b) => a - b);
    expect(times[7], 'median of 15 rankings in milliseconds').toBeLessThan(16);
  });
});

describe('blendRun', () => {
  it('writes the six files, each as its format asks', async () => {
    const blocks = { context: smallBlendTexts('context', ['development', 'evaluation', 'evaluation']), intent: smallBlendTexts('intent', ['evaluation', 'evaluation']) };
    const vectors = new Map([...smallBlendVectors(blocks.context, 1), ...smallBlendVectors(blocks.intent, 2)]);
    const texts = [...new Set([...textsToEmbed(blocks.context), ...textsToEmbed(blocks.intent)])];
    const fixtures = (block: 'context' | 'intent') => {
      const { families, records, queries } = blocks[block];
      return {
        formatVersion: 1,
        kind: 'blend-fixtures',
        block,
        noiseDraw: { seed: 1, generator: 'd3.randomLcg', rule: 'none', sentencesPerText: 0, maxTokens: 128, tokenizer: 'test', longestText: 9, redrawn: [] },
        families: families.map((family) => ({ ...family, title: family.id, domain: 'test' })),
        records: records.map((record) => ({ ...record, meaning: record.id, noise: [] })),
        queries: queries.map((query) => ({ ...query, noise: [] })),
      };
    };
    const bytes = { context: new TextEncoder().encode(JSON.stringify(fixtures('context'))), intent: new TextEncoder().encode(JSON.stringify(fixtures('intent'))) };
    const steps: string[] = [];
    const model = { provider: 'test', name: 'pseudo', revision: '1', dimensions: 12, windowing: 'none' };
    const result = await run('blendRun', { fixtures: bytes, texts, vectors: pack(texts.map((text) => vectors.get(text)!)), model, knownHashes: { context: '', intent: '' } }, ({ step }) => steps.push(step));
    const formats: Record<string, FileFormat<unknown>> = {
      'context-fixtures.json': blendFixturesFormat,
      'intent-fixtures.json': blendFixturesFormat,
      'context-results.json': blendResultsFormat,
      'intent-results.json': blendResultsFormat,
      'summary.json': blendSummaryFormat,
      'similarities.json': blendSimilaritiesFormat,
    };
    expect(result.files.map(({ name }) => name)).toEqual(Object.keys(formats));
    for (const { name, bytes: written, sha256 } of result.files) {
      decode(formats[name]!, name, JSON.parse(new TextDecoder().decode(written)));
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(result.files[0]!.bytes).toEqual(bytes.context);
    expect(result.headline).toContain('Measured with pseudo.');
    expect(steps).toHaveLength(3);
    const missing = { ...model };
    await expect(run('blendRun', { fixtures: bytes, texts: texts.slice(1), vectors: pack(texts.slice(1).map((text) => vectors.get(text)!)), model: missing, knownHashes: { context: '', intent: '' } })).rejects.toThrow(`no vector for the text "${texts[0]!}"`);
  });
});
