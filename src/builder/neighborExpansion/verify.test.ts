import { describe, expect, it } from 'vitest';
import { sampleSquad, squadCorpus } from '../../datasets/squad/sample';
import { squadShapedArticles } from '../../testing/squadShaped';
import type { Progress } from '../progress';
import { measureNeighbors } from './build';
import { decodeNeighborFile, neighborReader, neighborText } from './files';
import { neighborScorecard } from './scorecard';
import { checkStoredNeighbors, verifyNeighborExpansion } from './verify';

const progress: Progress = { note: () => {}, step: () => {}, end: () => {} };
const { signal } = new AbortController();
const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));

describe('the files of a neighbor expansion', async () => {
  const files = (await measureNeighbors({ corpus, hash: 'h', progress, signal, draws: 200 })).map(
    neighborText,
  );
  const committed = new Map(files.map(({ name, text }) => [name, text]));
  const spoiled = (name: string, change: (value: Record<string, unknown>) => void): Map<string, string> => {
    const value = JSON.parse(committed.get(name)!) as Record<string, unknown>;
    change(value);
    return new Map(committed).set(name, JSON.stringify(value));
  };
  const failed = async (texts: ReadonlyMap<string, string>) =>
    (await checkStoredNeighbors(texts, 'h'))
      .filter(({ ok }) => ok === false)
      .map(({ name, detail }) => `${name}: ${detail}`);

  it('agree with themselves, are read, and are the same when made again', async () => {
    expect([...committed.keys()]).toEqual([
      'summary.json',
      'questions.json',
      'chunks.json',
      'hits.json',
      'runs/0-0.json',
      'runs/1-0.json',
      'runs/0-1.json',
      'runs/1-1.json',
      'runs/2-2.json',
    ]);
    expect(await failed(committed)).toEqual([]);
    for (const [name, text] of committed) expect(decodeNeighborFile(name, text), name).toBeDefined();
    expect(decodeNeighborFile('notes.txt', '')).toBeUndefined();
    expect(
      (await measureNeighbors({ corpus, hash: 'h', progress, signal, draws: 200 })).map(neighborText),
    ).toEqual(files);
  });

  it('hold no text of the corpus', () => {
    const all = [...committed.values()].join('\n');
    for (const { paragraphs } of squadShapedArticles()) {
      for (const { context, questions } of paragraphs) {
        expect(all).not.toContain(context.slice(0, 30));
        for (const { question } of questions) expect(all).not.toContain(question);
      }
    }
  });

  it('name the file in which a rank, a hit or a figure does not hold', async () => {
    expect(await failed(spoiled('runs/1-1.json', (value) => ((value['answer'] as number[])[2] = 9)))).toEqual(
      [expect.stringContaining('runs/1-1.json: $.answer[2]')],
    );
    expect(
      (await failed(spoiled('hits.json', (value) => ((value['answerRank'] as number[])[0] = 3))))[0],
    ).toContain('hits.json: $[0]');
    const wrong = await failed(
      spoiled(
        'summary.json',
        (value) => ((value['rows'] as { rescuedAt: Record<string, number> }[])[1]!.rescuedAt['5'] = 99),
      ),
    );
    expect(wrong).toEqual([expect.stringContaining('summary.json: $[1].rescuedAt')]);
  });

  it('without the data file are checked for all else, and said not to be verified', async () => {
    const request = { committed, progress, signal };
    expect((await verifyNeighborExpansion({ ...request, requireData: false }, [])).checks.at(-1)).toEqual({
      name: '',
      ok: null,
      detail: 'not verified, no data file',
    });
    expect(
      (await verifyNeighborExpansion({ ...request, requireData: true }, [])).checks.at(-1),
    ).toMatchObject({ ok: false });
  });

  it('show one row per width, figures as numbers and per cutoff', async () => {
    const summary = await neighborReader(async (name) => committed.get(name)!).summary();
    const { rows, text } = neighborScorecard(summary);
    expect(rows.map(({ row }) => row)).toEqual(['0/0', '1/0', '0/1', '1/1', '2/2']);
    expect(rows[3]).toMatchObject({
      neighborPrev: 1,
      neighborNext: 1,
      n: 27,
      hitAt: { 1: summary.rows[0]!.metrics.hitAt[1].value },
      expandedMrrAt10: summary.rows[3]!.metrics.expandedMrrAt10.value,
    });
    for (const { row } of summary.rows) expect(text).toContain(`±${row}`);
  });
});
