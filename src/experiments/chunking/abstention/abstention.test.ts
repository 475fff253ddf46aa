import { describe, expect, it } from 'vitest';
import { decode } from '../../../artifact/decode';
import type { BenchmarkCorpus } from '../../../datasets/corpus';
import { asidesOf } from '../asides';
import { chunkingFiles } from '../files';
import { chunkingKind } from '../kind';
import { committedStrategies } from '../measure/strategyIndex';
import { runBenchmark } from '../measure/benchmark';
import { chunkingAbstentionFormat, type ChunkingAbstention } from './formats';
import type { ChunkingSummary } from '../formats';

const subjects = ['otter', 'heron', 'badger', 'beaver', 'marten', 'lynx'];
const documents = subjects.map((name) => ({
  id: name,
  title: name,
  text: `The ${name} sleeps by day. The ${name} eats ${name}berries in June. Nobody has counted them.`,
}));
const asked = (id: string, text: string, document: number, gold: boolean) => {
  const start = documents[document]!.text.indexOf('The', 4);
  return {
    id,
    text,
    document,
    answers: gold ? [documents[document]!.text.slice(start, start + 20)] : [],
    gold: gold ? [{ document, start, end: start + 20 }] : [],
    families: { document: subjects[document]! },
  };
};
const corpusOf = (questions: BenchmarkCorpus['questions']): BenchmarkCorpus => ({
  documents,
  questions,
  groupings: [{ id: 'document', label: 'document' }],
  cluster: 'document',
});
const corpus = corpusOf(
  subjects.flatMap((name, place) => [
    asked(`${name}-1`, `what berries eats the ${name}`, place, true),
    asked(`${name}-2`, `${name}berries in which month`, place, true),
  ]),
);
const open = corpusOf(
  subjects.map((name, place) =>
    asked(`${name}-3`, place === 0 ? 'xyzzy' : `who feeds ${name}`, place, false),
  ),
);

const letters = (text: string) =>
  Float64Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => 1 + text.toLowerCase().split(letter).length);
const embedding = {
  name: 'local',
  focusWeight: 0.8,
  embed: async (texts: readonly string[]) => texts.map(letters),
};

describe('abstention', async () => {
  const strategies = committedStrategies().filter(({ id }) => id === 'recursive' || id === 'sentence_window');
  const options = { embedding, retrievers: ['embedding-blend', 'hybrid-blend'] as const };
  const run = await runBenchmark(corpus, strategies, undefined, options);
  const files = await chunkingFiles(run, {
    id: 'animals',
    title: 'Animals',
    question: 'Which?',
    model: null,
    corpus: { name: 'Animals', hash: '', licence: '', text: 'included', source: null, sample: null },
    headline: () => 'A headline.',
    switches: false,
    draws: 200,
    open: await runBenchmark(open, strategies, undefined, options),
  });
  const value = <T>(name: string) => files.find((file) => file.name === name)!.value as T;
  const summary = value<ChunkingSummary>('summary.json');
  const file = value<ChunkingAbstention>('abstention.json');

  it('is in its file and in the summary, and open questions are in no other figure', () => {
    expect(decode(chunkingAbstentionFormat, 'abstention.json', structuredClone(file))).toEqual(file);
    expect(summary.rows.map(({ n }) => n)).toEqual(summary.rows.map(() => 12));
    expect(summary.abstention!.questions).toBe(6);
    expect(summary.abstention!.rows.map(({ row }) => row)).toEqual(summary.rows.map(({ row }) => row));
    expect(summary.abstention!.fittedClusters + summary.abstention!.measuredClusters).toBe(6);
  });

  it('scores a fused row by its embedding list and every other by itself', () => {
    for (const { row, scoredBy } of summary.abstention!.rows)
      expect(scoredBy).toBe(row.replace('-hybrid-blend', '-local-blend'));
    const scores = (row: string) => file.rows.find((own) => own.row === row)!.score;
    expect(scores('recursive-hybrid-blend')).toEqual(scores('recursive-local-blend'));
  });

  it('has no score where nothing was returned', () => {
    const { score, context } = file.rows.find(({ row }) => row === 'recursive')!;
    expect([score[0], context[0]]).toEqual([null, -1]);
    expect(score[1]).toBeGreaterThan(0);
  });

  it('has a floor that keeps the answerable questions of half of the documents, and risk at all coverages', () => {
    for (const { floor, answered, falsePositiveRate, auroc, riskAtCoverage } of summary.abstention!.rows) {
      expect(floor).not.toBeNull();
      expect(answered.n).toBe(6);
      expect(falsePositiveRate.n).toBe(3);
      expect(auroc.value).toBeGreaterThan(0);
      expect(riskAtCoverage).toHaveLength(20);
      expect(riskAtCoverage.at(-1)).toBeGreaterThanOrEqual(0.3333);
    }
  });

  it('stands beside the scorecard as a table with a line for every row, and in words', () => {
    const [aside] = asidesOf(summary);
    expect(aside!.table.rows.map(([row]) => row!.text)).toEqual(summary.rows.map(({ label }) => label));
    expect(aside!.table.rows[0]!.map(({ value }) => value)[2]).toBe(summary.abstention!.rows[0]!.auroc.value);
    expect(aside!.words.join(' ')).toMatch(
      /6 further questions .* 95.0 % of the answerable questions of 3 clusters/,
    );
    expect(asidesOf({ ...summary, abstention: undefined })).toEqual([]);
  });

  it('is checked by the doctor, which finds a top score that was changed', async () => {
    const examined = async (abstention: ChunkingAbstention) => {
      const decoded = new Map<string, unknown>(files.map((one) => [one.name, one.value]));
      decoded.set('abstention.json', abstention);
      for await (const check of chunkingKind.checks(decoded, {
        figures: false,
        parsed: new Map(),
        sha256: async () => '',
      }))
        if (check.id === 'abstention') return check;
      throw new Error('no check of abstention');
    };
    expect(await examined(file)).toMatchObject({ outcome: 'holds', findings: [] });
    const changed = structuredClone(file);
    changed.rows[0]!.score[3] = 99;
    expect(await examined(changed)).toMatchObject({ outcome: 'fails' });
    changed.rows[0]!.score.pop();
    expect((await examined(changed)).findings[0]!.found).toBe('no 6 scores of recursive');
  });
});
