import { describe, expect, it } from 'vitest';
import { decode } from '../artifact/decode';
import { estimateTokenizer } from '../core/chunking/tokens';
import { chunkingSummaryFormat } from '../experiments/chunking/formats';
import { computePage, testEndpoint } from '../testing/computeTasks';
import { scriptDocument, scriptTexts } from '../testing/scripts';

describe('documents in other scripts', () => {
  it.each(Object.entries(scriptTexts))('%s: BM25 finds nine of ten answers', async (language, script) => {
    const { tasks, context } = computePage(
      () => [],
      async () => estimateTokenizer,
    );
    const text = scriptDocument(script);
    expect(text.length).toBeGreaterThan(900);
    const documents = [{ id: `${language}.txt`, text }];
    const questions = script.facts.map(([, asked, answer], index) => ({
      id: `q${index}`,
      text: asked,
      document: null,
      answers: [answer],
      marks: [],
      family: null,
    }));
    await tasks.hold({ documents }, { signal: new AbortController().signal, emit: () => undefined });
    const located = await tasks.locate(
      { questions },
      { signal: new AbortController().signal, emit: () => undefined },
    );
    expect(located.map(({ status, insideWord }) => [status, insideWord])).toEqual(
      questions.map(() => ['located', undefined]),
    );
    const { files } = await tasks.runBenchmark(
      {
        spec: testEndpoint('none'),
        probe: false,
        questions,
        setup: {
          // The published size, and one that leaves more than a handful of chunks to choose from.
          variants: [1000, 200].map((chunkSize) => ({
            id: `recursive-${chunkSize}`,
            strategy: 'recursive' as const,
            label: `Recursive ${chunkSize}`,
            parameters: { chunkSize },
          })),
          embedding: null,
          keepWithoutGold: true,
        },
        description: {
          id: 'live-1',
          title: 't',
          corpusName: 'c',
          neighbors: { neighborPrev: 0, neighborNext: 0 },
        },
      },
      context,
    );
    const { rows } = decode(
      chunkingSummaryFormat,
      'summary.json',
      JSON.parse(new TextDecoder().decode(files.find(({ name }) => name === 'summary.json')!.bytes)),
    );
    for (const { row, metrics } of rows.filter(({ retriever }) => retriever === 'bm25'))
      expect([row, metrics.hitAt['1'].value]).toEqual([
        row,
        expect.toSatisfy((value: number) => value >= 0.9),
      ]);
    expect(rows.length).toBeGreaterThan(1);
  });
});
