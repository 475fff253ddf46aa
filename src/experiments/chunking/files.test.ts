import { describe, expect, it } from 'vitest';
import { runBenchmark } from './measure/benchmark';
import { rowFigures } from './measure/figures';
import { committedStrategies } from './measure/strategyIndex';
import { sampleSquad, squadCorpus } from '../../datasets/squad/sample';
import { squadShapedArticles } from '../../testing/squadShaped';
import {
  chunkingBudgetsFormat,
  chunkingChunksFormat,
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  chunkingSwitchesFormat,
  chunkingTextsFormat,
} from './formats';
import { chunkingFiles, type ChunkingDescription, type ChunkingFile } from './files';
import { storedRun } from './stored';
import { decode } from '../../artifact/decode';

const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
const letters = (text: string): number[] =>
  Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length - 1);
const description: ChunkingDescription = {
  id: 'authored',
  title: 'Authored',
  question: 'Which?',
  model: { provider: 'test', name: 'letters', revision: '1', dimensions: 26, windowing: 'none' },
  corpus: { name: 'authored', hash: '0', licence: 'own', text: 'not included', source: null, sample: null },
  headline: ({ best }) => `Best: ${best?.row}`,
  draws: 200,
  switches: true,
};

describe('the files of a chunking benchmark', async () => {
  const run = await runBenchmark(corpus, committedStrategies(), undefined, {
    embedding: { name: 'local', focusWeight: 0.8, embed: async (texts) => texts.map(letters) },
  });
  const files = new Map(
    (await chunkingFiles(run, description)).map((file) => [
      file.name,
      JSON.parse(JSON.stringify(file.value)) as unknown,
    ]),
  );
  const summary = decode(chunkingSummaryFormat, 'summary.json', files.get('summary.json'));
  const stored = {
    summary,
    questions: decode(chunkingQuestionsFormat, 'questions.json', files.get('questions.json')),
    chunks: corpus.documents.map((_, place) =>
      decode(chunkingChunksFormat, 'chunks', files.get(`chunks/${place}.json`)),
    ),
    rankings: new Map(
      summary.rows.map(
        ({ row }) => [row, decode(chunkingRankingsFormat, row, files.get(`rankings/${row}.json`))] as const,
      ),
    ),
    relevant: new Map(
      summary.strategies.map(
        ({ id }) => [id, decode(chunkingRelevantFormat, id, files.get(`relevant/${id}.json`))] as const,
      ),
    ),
    budgets: new Map(
      [...new Set(summary.rows.map(({ retriever }) => retriever))].map(
        (id) => [id, decode(chunkingBudgetsFormat, id, files.get(`budgets/${id}.json`))] as const,
      ),
    ),
  };

  it('decode by their own formats, 40 rows and 8 strategies, and lose nothing', () => {
    expect(files.size).toBe(1 + 1 + 5 + 40 + 5 + 8 + 1 + 1);
    expect(files.get('summary.json')).toEqual(summary);
    expect(decode(chunkingSwitchesFormat, 'switches.json', files.get('switches.json')).settings).toHaveLength(
      8,
    );
    expect(summary).toMatchObject({
      headline: `Best: ${summary.best!.row}`,
      focusWeight: 0.8,
      rankFusion: { rrfK: 60, depth: 100 },
      tokenizer: { estimated: true },
      bootstrap: { draws: 200, cluster: 'article', clusters: 5 },
    });
  });

  it('number contexts over the whole corpus, so that offsets lead from a number to its document', () => {
    for (const { id, contextOffsets } of summary.strategies) {
      stored.chunks.forEach(({ strategies }, place) => {
        expect(strategies[id]!.contexts).toHaveLength(
          2 * (contextOffsets[place + 1]! - contextOffsets[place]!),
        );
        expect(strategies[id]!.contextOf).toHaveLength(strategies[id]!.indexed.length / 2);
      });
    }
  });

  it('give the same figures again without the text, all but those that count tokens', () => {
    const again = rowFigures(storedRun(stored), { draws: 200 });
    summary.rows.forEach((row, place) => {
      const { contextTokensAt90: _, uniqueContextTokensAt90: _unique, ...metrics } = row.metrics;
      expect(again[place]!.metrics, row.row).toMatchObject(metrics);
      expect(again[place]).toMatchObject({
        baseline: row.baseline,
        losses: row.losses,
        rulesDiffer: row.rulesDiffer,
        contexts: row.contexts,
      });
      expect(again[place]!.budgetCurve).toEqual(row.budgetCurve);
    });
  });

  it('hold no text unless it may be included', async () => {
    const all = JSON.stringify([...files]);
    for (const { text, answers } of corpus.questions) {
      expect(all).not.toContain(text);
      for (const answer of answers.filter(({ length }) => length > 8)) expect(all).not.toContain(answer);
    }
    for (const { text } of corpus.documents)
      for (const sentence of text.split(/(?<=[.])\s+/)) expect(all).not.toContain(sentence);
    const including: ChunkingFile[] = await chunkingFiles(run, {
      ...description,
      corpus: { ...description.corpus, text: 'included' },
      switches: false,
    });
    const named = new Map(including.map(({ name, value }) => [name as string, value]));
    expect(decode(chunkingTextsFormat, 'texts.json', named.get('texts.json')).documents[0]).toEqual({
      id: 'Harbour_of_Vell',
      text: corpus.documents[0]!.text,
    });
    expect(
      decode(chunkingQuestionsFormat, 'questions.json', named.get('questions.json')).questions[0],
    ).toMatchObject({ text: corpus.questions[0]!.text, answers: corpus.questions[0]!.answers });
    expect(named.has('switches.json')).toBe(false);
  });
});
