import { describe, expect, it } from 'vitest';
import { runBenchmark } from '../../experiments/chunking/measure/benchmark';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import { sampleSquad, squadCorpus } from '../../datasets/squad/sample';
import { percent } from '../../core/stats/format';
import { chunkingFiles } from '../../experiments/chunking/files';
import { storedRun } from '../../experiments/chunking/stored';
import { squadShapedArticles } from '../../testing/squadShaped';
import type { Progress } from '../progress';
import { chunkingCorpora } from './corpora';
import { chunkingText, decodeChunkingFile } from './files';
import { chunkingHeadline, secondHeadline } from './headline';
import { chunkingScorecard } from './scorecard';
import { checkStored, readStored, verifyChunking } from './verify';
import { checkFusion, compareRankings } from './verifyRankings';
import { compareSubset, drawnDocuments, textsAtTheEdge, type TextReading } from './verifySubset';

const progress: Progress = { note: () => {}, step: () => {}, end: () => {} };
const { signal } = new AbortController();
const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
const letters = (text: string): number[] =>
  Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length - 1);
const embedding = {
  name: 'local',
  focusWeight: 0.8,
  embed: async (texts: readonly string[]) => texts.map(letters),
};

/** A model that counts words, `limit` of them in a window. */
const inWords = (limit: number): TextReading => ({
  limit,
  encode: (text) => text.split(/\s+/).map(({ length }) => length),
});

/** The files of the authored corpus, as a build would write them. */
async function committedFiles(): Promise<Map<string, string>> {
  const run = await runBenchmark(corpus, committedStrategies(), undefined, { embedding });
  const files = await chunkingFiles(run, {
    id: 'chunking-squad',
    title: 'Authored',
    question: 'Which?',
    model: { provider: 'test', name: 'letters', revision: '1', dimensions: 26, windowing: 'none' },
    corpus: { name: 'authored', hash: 'h', licence: 'own', text: 'not included', source: null, sample: null },
    headline: (summary) => [chunkingHeadline(summary), secondHeadline(summary)].join(' '),
    draws: 200,
    switches: true,
  });
  return new Map(files.map(chunkingText).map(({ name, text }) => [name, text]));
}

describe('documents that are embedded again', () => {
  const long = (length: number) => ({ text: 'x'.repeat(length) });

  it('are two of many, and none that is a large part of the text', () => {
    const even = Array.from({ length: 40 }, () => long(100));
    expect(new Set(drawnDocuments(even)).size).toBe(2);
    const uneven = [long(40_000), long(737_905), long(501_965), long(48_995), long(118_612)];
    const drawn = drawnDocuments(uneven);
    expect(drawn).toHaveLength(2);
    expect(drawn.every((index) => ![1, 2].includes(index))).toBe(true);
  });

  it('are the shortest where all are large', () => {
    expect(drawnDocuments([long(30), long(20), long(50)])).toEqual([1]);
    expect(drawnDocuments([])).toEqual([]);
  });
});

describe('verifying a chunking benchmark', async () => {
  const committed = await committedFiles();
  const spoiled = (name: string, change: (value: { [key: string]: unknown }) => void) => {
    const value = JSON.parse(committed.get(name)!) as { [key: string]: unknown };
    change(value);
    return readStored(new Map(committed).set(name, JSON.stringify(value)));
  };
  const failed = async (stored: Awaited<ReturnType<typeof readStored>>) =>
    (await checkStored(stored, { full: true, progress, signal }, 'h'))
      .filter(({ ok }) => ok === false)
      .map(({ name, detail }) => `${name}: ${detail}`);

  it('passes what agrees with itself, and reads every file that it has', async () => {
    expect(await failed(await readStored(committed))).toEqual([]);
    for (const [name, text] of committed) expect(decodeChunkingFile(name, text), name).toBeDefined();
    expect(decodeChunkingFile('notes.txt', '')).toBeUndefined();
  });

  it('says which figure does not follow from the rankings', async () => {
    const stored = await spoiled(
      'rankings/paragraph.json',
      (value) => ((value['contexts'] as number[][])[0] = [11, 10, 9, 8, 7, 6, 5, 4, 3]),
    );
    const faults = await failed(stored);
    expect(faults[0]).toContain('summary.json: $[4].');
    expect(faults.join('\n')).toContain('rankings/paragraph.json, question 0');
  });

  it('says which loss, and which fused score, does not hold', async () => {
    expect(
      await failed(
        await spoiled('rankings/semantic.json', (value) => ((value['loss'] as unknown[])[0] = 'ranking')),
      ),
    ).toEqual([
      expect.stringContaining('rankings/semantic.json, question 0: loss ranking committed, null recomputed'),
    ]);
    expect(checkFusion(await readStored(committed))).toBeNull();
    expect(
      checkFusion(
        await spoiled(
          'rankings/paragraph-hybrid.json',
          (value) => ((value['scores'] as number[][])[3]![0]! += 1e-4),
        ),
      ),
    ).toContain('paragraph-hybrid.json, question 3, rank 1');
  });

  it('lets neighbours swap within the tolerance, and nothing else', async () => {
    const old = await readStored(committed);
    expect(compareRankings(old, old)).toEqual({ difference: null, swapped: 0 });
    const swap = await spoiled('rankings/paragraph-local.json', (value) => {
      const [contexts, scores] = [(value['contexts'] as number[][])[0]!, (value['scores'] as number[][])[0]!];
      [contexts[0], contexts[1]] = [contexts[1]!, contexts[0]!];
      scores[0]! += 1e-7;
    });
    expect(compareRankings(old, swap)).toEqual({ difference: null, swapped: 1 });
    const moved = await spoiled(
      'rankings/paragraph-local.json',
      (value) => ((value['scores'] as number[][])[5]![2]! += 1e-5),
    );
    expect(compareRankings(old, moved).difference).toContain('paragraph-local.json, question 5, rank 3');
  });

  it('embeds some documents again and compares every stored score that lies there', async () => {
    const { checked, difference } = await compareSubset(
      await readStored(committed),
      corpus,
      embedding,
      inWords(1),
      progress,
    );
    expect(difference).toBeNull();
    expect(checked).toBeGreaterThan(200);
    const wrong = await compareSubset(
      await readStored(committed),
      corpus,
      { ...embedding, embed: async (texts) => texts.map((text) => letters(`${text}zz`)) },
      inWords(1),
      progress,
    );
    expect(wrong.difference).toMatch(/rankings\/fixed_size-local\.json, question \d+, rank \d+: score/);
  });

  it('takes the texts nearest to the edge of a window, and those that a cut reads otherwise', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    const texts = Array.from({ length: 80 }, (_, i) => words(80 - i));
    const counts = textsAtTheEdge(texts, inWords(50)).map((text) => text.split(' ').length);
    expect(counts).toEqual([
      ...Array.from({ length: 16 }, (_, i) => 50 - i),
      ...Array.from({ length: 16 }, (_, i) => 51 + i),
    ]);
    // One number for the whole text: two where it is read in two sentences.
    const whole: TextReading = { limit: 1, encode: (text) => [text.length] };
    expect(textsAtTheEdge([...texts, 'One. Two.'], whole)).toEqual([...texts.slice(0, 16), 'One. Two.']);
  });

  it('embeds a text at the edge again whatever documents the seed draws', async () => {
    const stored = await readStored(committed);
    const check = async (limit: number, spoiled?: string) => {
      const embedded: string[] = [];
      const { difference } = await compareSubset(
        stored,
        corpus,
        {
          embed: async (texts) => {
            embedded.push(...texts);
            return texts.map((text) => letters(text === spoiled ? 'zz' : text));
          },
        },
        inWords(limit),
        progress,
      );
      return { embedded: new Set(embedded), difference };
    };
    const { strategies } = storedRun({ ...stored, rankings: new Map() });
    const { index } = strategies.find(({ index }) => index.strategy.id === 'paragraph')!;
    const ranked = new Set(stored.rankings.get('paragraph-local')!.contexts.flat());
    const texts = index.chunks
      .filter((_, chunk) => ranked.has(index.contextOf[chunk]!))
      .map(({ document, start, end }) => corpus.documents[document]!.text.slice(start, end));
    const usual = await check(1);
    const outside = texts.filter((text) => !usual.embedded.has(text));
    expect(outside.length).toBeGreaterThan(0);
    for (const text of outside.slice(0, 3)) {
      const length = text.split(/\s+/).length;
      for (const limit of [length, length - 1]) {
        const { embedded, difference } = await check(limit);
        expect(difference).toBeNull();
        expect(embedded).toContain(text);
        expect((await check(limit, text)).difference).toMatch(/-local\.json, question \d+, rank \d+: score/);
      }
    }
  });

  it('without the data file checks all else and says that it did not verify', async () => {
    const request = { committed, full: false, progress, signal };
    const { checks } = await verifyChunking(chunkingCorpora.squad, { ...request, requireData: false }, []);
    expect(checks.at(-1)).toEqual({ name: '', ok: null, detail: 'not verified, no data file' });
    expect(checks.length).toBeGreaterThan(5);
    expect(
      (await verifyChunking(chunkingCorpora.squad, { ...request, requireData: true }, [])).checks.at(-1),
    ).toMatchObject({
      ok: false,
      detail: 'not verified, no data file',
    });
  });

  it('shows a scorecard with figures as numbers, per-k figures as objects, and the same for people', async () => {
    const { summary } = await readStored(committed);
    const { rows, text } = chunkingScorecard(summary);
    expect(rows).toHaveLength(44);
    expect(rows[0]).toMatchObject({ row: 'fixed_size', neighborPrev: 0, neighborNext: 0 });
    expect(rows.slice(40).map(({ row, table }) => [row, table])).toEqual(
      ['1-0', '0-1', '1-1', '2-2'].map((width) => [`fixed_size-${width}`, 'neighbors']),
    );
    expect(rows[4]).toMatchObject({
      row: 'paragraph',
      retriever: 'bm25',
      table: 'main',
      n: 27,
      articles: 5,
      hitAt: { 1: summary.rows[4]!.metrics.hitAt['1'].value },
      ndcgAt10: summary.rows[4]!.metrics.ndcgAt10.value,
    });
    for (const key of ['recallAt', 'evidenceHitAt', 'spanRecallAt', 'spanPrecisionAt', 'spanIoUAt'])
      expect(Object.keys(rows[0]![key] as object)).toEqual(['1', '3', '5', '10']);
    for (const { row } of summary.rows) expect(text).toContain(row);
    expect(text).toContain(` ${percent(summary.rows[0]!.metrics.hitAt['1'].value)} `);
    expect(text).toContain('answers a different retrieval question');
    expect(rows.filter(({ best }) => best)).toHaveLength(1);
  });
});
