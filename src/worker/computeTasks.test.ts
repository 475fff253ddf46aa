import { describe, expect, it } from 'vitest';
import { blendedGroups } from '../core/retrieval/blendTable';
import { chunkSearchVector, meanVector } from '../core/vectors/vectors';
import { searchGroups } from '../core/retrieval/groups';
import { textAt, type PackedTexts } from '../core/text/packedTexts';
import { utf8Length } from '../core/text/sizes';
import { randomSource } from '../core/stats/rng';
import { textsToEmbed } from '../experiments/blend/measure/similarity';
import {
  blendFixturesFormat,
  blendResultsFormat,
  blendSimilaritiesFormat,
  blendSummaryFormat,
} from '../experiments/blend/formats';
import { decode, type FileFormat } from '../artifact/decode';
import { computePage, embedsBy, testEndpoint } from '../testing/computeTasks';
import { nastyTexts } from '../testing/nastyTexts';
import { smallBlendTexts, smallBlendVectors } from '../testing/blendBlocks';
import type { ComputeTasks, PreparedText, TextInput } from './computeProtocol';
import { createComputeTasks } from './computeTasks';
import { methodTable } from './methodRun';

const tasks = createComputeTasks();
const run = <Name extends keyof ComputeTasks>(
  name: Name,
  input: ComputeTasks[Name]['input'],
  emit: (event: ComputeTasks[Name]['event']) => void = () => {},
) => tasks[name](input, { signal: new AbortController().signal, emit });

const input = (patch: Partial<TextInput>): TextInput => ({
  format: 'auto',
  stored: '',
  message: '',
  maxBytes: 1200,
  timeZone: 'UTC',
  ...patch,
});
async function prepared(patch: Partial<TextInput>): Promise<PreparedText> {
  const answer = await run('prepareText', input(patch));
  if (answer.kind === 'refused') throw new Error(answer.problem.found);
  return answer.text;
}

const all = (packed: PackedTexts): string[] => Array.from(packed.ends, (_, index) => textAt(packed, index));

/** The pieces of a text, one by one. */
function piecesOf({ pieces: { texts, labels, contexts, bytes } }: PreparedText) {
  return all(texts).map((text, index) => ({
    text,
    label: labels[index]! < 0 ? null : text.slice(0, labels[index]),
    context: contexts[index]!,
    bytes: bytes[index]!,
  }));
}

describe('prepareText', () => {
  it('labels the pieces of threads in the named zone, within the budget', async () => {
    const stored = JSON.stringify([
      { role: 'user', content: 'Where is it?', time: '2026-10-16T14:02:00Z' },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 'a', function: { name: 'logistics_export', arguments: '{}' } }],
      },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: Array.from(
          { length: 400 },
          (_, row) => `row ${row}: crate ${row * 7} in bay ${row % 9}.`,
        ).join('\n'),
      },
    ]);
    const text = await prepared({ format: 'chat', stored, timeZone: 'Europe/Berlin' });
    const pieces = piecesOf(text);
    expect(pieces[0]).toMatchObject({
      label: '[Turn 1 · User · Oct 16, 4:02 PM]',
      text: '[Turn 1 · User · Oct 16, 4:02 PM]\nWhere is it?',
      context: 0,
    });
    expect(pieces[2]!.label).toBe('[Turn 1 · Tool logistics_export · Oct 16, 4:02 PM]');
    expect(all(text.contexts)).toEqual(['Turn 1']);
    for (const piece of pieces)
      expect([utf8Length(piece.text), piece.bytes <= 1200]).toEqual([piece.bytes, true]);
    // The pieces, no message, and the turn's own text.
    expect(text.distinct).toEqual({ mean: pieces.length, text: pieces.length + 1 });
  });

  it('takes headings and lines of dashes for the sections of a plain text', async () => {
    const text = await prepared({
      stored: 'Opening words.\n# Refunds #\nWithin 30 days.\n---\nNo heading here.\n\n## Empty\n---\n',
    });
    expect(all(text.contexts)).toEqual([
      'Section 1',
      'Section 2 · Refunds',
      'Section 3',
      'Section 4 · Empty',
    ]);
    expect(piecesOf(text).map((piece) => [piece.context, piece.label, piece.text])).toEqual([
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
    expect(text.parts).toHaveLength(8);
    expect(text.parts[0]!.start).toBe(0);
  });

  it('has nothing to say about blank text', async () => {
    const blank = await prepared({ stored: ' \n ', message: '\t' });
    expect(blank).toMatchObject({ parts: [], distinct: { mean: 0, text: 0 } });
    expect([all(blank.contexts), piecesOf(blank)]).toEqual([[], []]);
    expect(piecesOf(await prepared({ format: 'chat', stored: '' }))).toEqual([]);
  });

  it.each(nastyTexts.map((text, index) => [index, text] as const))(
    'loses nothing of odd text %i',
    async (_, text) => {
      const made = await prepared({ stored: text, message: text });
      const [pieces, { parts }] = [piecesOf(made), made];
      const letters = (value: string) => value.replace(/[\s\p{Cf}-]+/gu, '');
      expect(letters(pieces.map((piece) => piece.text).join(''))).toBe(letters(text));
      expect(letters(parts.map((part) => part.text).join(''))).toBe(letters(text));
    },
  );

  it('says what it cannot read', async () => {
    expect(await run('prepareText', input({ format: 'chat', stored: 'Hello' }))).toMatchObject({
      kind: 'refused',
      problem: { kind: 'not-json', file: 'the stored text' },
    });
    expect(await run('prepareText', input({ message: 'x'.repeat(1_000_001) }))).toMatchObject({
      kind: 'refused',
      problem: { found: '1000001 characters', expected: 'at most 1000000 characters' },
    });
    await expect(
      run('prepareText', input({ format: 'chat', stored: '[{"role":"user","content":"a"}]', maxBytes: 10 })),
    ).rejects.toThrow('leave nothing of the budget of 10');
  });
});

function drawn(count: number, dimensions: number, seed: number): Float32Array[] {
  const random = randomSource(seed);
  return Array.from({ length: count }, () =>
    Float32Array.from({ length: dimensions }, () => random() * 2 - 1),
  );
}

describe('methodTable', () => {
  it('blends with the mean of the pieces, or with the vectors of the own texts', () => {
    const [pieces, asked, own] = [drawn(12, 8, 1), drawn(4, 8, 2), drawn(3, 8, 3)];
    const contextOf = Int32Array.from(pieces, (_, index) => Math.floor(index / 4));
    const means = [0, 1, 2].map((turn) => meanVector(pieces.filter((_, index) => contextOf[index] === turn)));
    for (const [given, contexts] of [
      [3, means],
      [own, own],
    ] as const) {
      const table = methodTable({ pieces, asked, contextOf, contexts: given });
      const stored = pieces.map((piece, index) =>
        chunkSearchVector(piece, contexts[contextOf[index]!]!, 0.8),
      );
      const plain = searchGroups(
        asked.slice(1).map((part) => chunkSearchVector(part, asked[0]!, 0.8)),
        stored,
        { limit: 12, threshold: -1 },
      );
      expect(
        blendedGroups(table, 0.8, { limit: 12, threshold: -1 }).map((hits) => hits.map(({ index }) => index)),
      ).toEqual(plain.map((hits) => hits.map(({ index }) => index)));
    }
  });
});

describe('the controlled experiment', () => {
  it('writes the six files, each as its format asks', async () => {
    const blocks = {
      context: smallBlendTexts('context', ['development', 'evaluation', 'evaluation']),
      intent: smallBlendTexts('intent', ['evaluation', 'evaluation']),
    };
    const vectors = new Map([
      ...smallBlendVectors(blocks.context, 1),
      ...smallBlendVectors(blocks.intent, 2),
    ]);
    const texts = [...new Set([...textsToEmbed(blocks.context), ...textsToEmbed(blocks.intent)])];
    const fixtures = (block: 'context' | 'intent') => {
      const { families, records, queries } = blocks[block];
      return {
        formatVersion: 1,
        kind: 'blend-fixtures',
        block,
        noiseDraw: {
          seed: 1,
          generator: 'd3.randomLcg',
          rule: 'none',
          sentencesPerText: 0,
          maxTokens: 128,
          tokenizer: 'test',
          longestText: 9,
          redrawn: [],
        },
        families: families.map((family) => ({ ...family, title: family.id, domain: 'test' })),
        records: records.map((record) => ({ ...record, meaning: record.id, noise: [] })),
        queries: queries.map((query) => ({ ...query, noise: [] })),
      };
    };
    const bytes = {
      context: new TextEncoder().encode(JSON.stringify(fixtures('context'))),
      intent: new TextEncoder().encode(JSON.stringify(fixtures('intent'))),
    };
    const steps: string[] = [];
    const page = computePage(embedsBy((text) => vectors.get(text)!));
    const input = {
      spec: testEndpoint(),
      probe: false,
      fixtures: bytes,
      texts,
      knownHashes: { context: '', intent: '' },
    };
    const result = await page.tasks.runBlend(input, page.context);
    for (const event of page.events) if (event.kind === 'step') steps.push(event.step.kind);
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
    await expect(page.tasks.runBlend({ ...input, texts: texts.slice(1) }, page.context)).rejects.toThrow(
      `no vector for the text "${texts[0]!}"`,
    );
  });
});
