import { describe, expect, it } from 'vitest';
import { decode } from '../../artifact/decode';
import {
  importedSummaryFormat,
  type ImportedJudgments,
  type ImportedQuestions,
  type ImportedRankings,
} from './formats';
import { importTrec, storedOutcomes } from './files';

/** Not SHA-256: enough to tell files apart. */
const sha256 = (bytes: Uint8Array) => `${bytes.byteLength}`;
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const made = (runs: Record<string, string>, qrels: Record<string, string>, families?: string) =>
  importTrec(
    {
      runs: Object.entries(runs).map(([name, text]) => file(name, text)),
      qrels: Object.entries(qrels).map(([name, text]) => file(name, text)),
      families: families === undefined ? undefined : file('families.tsv', families),
    },
    { sha256 },
  );
/** A run that returns `d<rank>` at each rank, the ids given at theirs. */
const lines = (question: string, ids: readonly string[], tag = 't') =>
  ids.map((id, rank) => `${question} Q0 ${id} ${rank + 1} ${ids.length - rank} ${tag}`).join('\n') + '\n';

describe('an import', () => {
  it('keeps judged questions without results as misses and leaves out those that nobody judged, counting both', async () => {
    const { summary, files } = await made(
      { 'mine.run': lines('q1', ['a', 'b']) + lines('q9', ['a']) + lines('q8', ['a']) },
      { 'x.qrels': 'q1 0 b 1\nq2 0 a 1\nq3 0 a 0\n' },
    );
    expect(summary.rows).toMatchObject([
      { row: 'mine', tag: 't', n: 3, unanswered: 2, unjudged: 2, tied: 0 },
    ]);
    expect(summary.judgments).toMatchObject([
      { file: 'x.qrels', questions: 3, relevant: 2, withoutRelevant: 1, highestGrade: 1 },
    ]);
    expect(summary.rows[0]!.metrics.hitAt['3'].value).toBeCloseTo(1 / 3, 9);
    expect(summary.rows[0]!.metrics.mrrAt10.value).toBeCloseTo(1 / 6, 9);
    expect(summary.rows[0]!.metrics.gradedNdcgAt10).toBeNull();
    const [rankings] = files
      .filter(({ name }) => name.startsWith('rankings/'))
      .map(({ value }) => value as ImportedRankings);
    expect(rankings).toMatchObject({
      ids: [['a', 'b'], [], []],
      returned: [2, 0, 0],
      firstRelevantRank: [2, 0, 0],
      unjudged: ['q9', 'q8'],
    });
    expect(decode(importedSummaryFormat, 'summary.json', JSON.parse(JSON.stringify(summary)))).toEqual(
      summary,
    );
  });

  it('knows no clusters but questions unless families are given', async () => {
    const run = lines('q1', ['a']) + lines('q2', ['b']) + lines('q3', ['a']);
    const qrels = 'q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n';
    const alone = await made({ 'mine.run': run }, { 'x.qrels': qrels });
    expect(alone.summary.bootstrap).toMatchObject({ cluster: 'question', clusters: 3 });
    expect(alone.summary.headline).toContain('over single questions');
    const grouped = await made(
      { 'mine.run': run },
      { 'x.qrels': qrels },
      'q1\t__proto__\nq2\tconstructor\nq3\t__proto__\n',
    );
    expect(grouped.summary.bootstrap).toMatchObject({ cluster: 'family', clusters: 2 });
    expect((grouped.files[1]!.value as ImportedQuestions).questions.map(({ family }) => family)).toEqual([
      '__proto__',
      'constructor',
      '__proto__',
    ]);
    await expect(made({ 'mine.run': run }, { 'x.qrels': qrels }, 'q1\ta\n')).rejects.toThrow(
      'families.tsv: found no family for 2 judged questions, the first of them "q2"; expected one for every judged question.',
    );
  });

  it('shares what equal scores leave open, and counts the questions', async () => {
    const { summary } = await made(
      { 'mine.run': 'q1 Q0 a 1 1 t\nq1 Q0 b 2 1 t\n' },
      { 'x.qrels': 'q1 0 a 1\n' },
    );
    expect(summary.rows[0]).toMatchObject({ tied: 1 });
    expect(summary.rows[0]!.metrics.hitAt['1']).toMatchObject({ value: 0.5, n: 1, interval: null });
  });

  it('reads grades as gains beside the binary figure', async () => {
    const { summary } = await made(
      { 'mine.run': lines('q1', ['a', 'b', 'c']) },
      { 'x.qrels': 'q1 0 a 1\nq1 0 b 3\nq1 0 c -2\nq1 0 d 0\n' },
    );
    const discount = (rank: number) => 1 / Math.log2(rank + 1);
    expect(summary.rows[0]!.metrics.ndcgAt10.value).toBeCloseTo(1, 9);
    expect(summary.rows[0]!.metrics.gradedNdcgAt10!.value).toBeCloseTo(
      (discount(1) + 3 * discount(2)) / (3 * discount(1) + discount(2)),
      9,
    );
  });

  it('keeps a tie whole, however long, so that the figures follow from the files', async () => {
    const ids = Array.from({ length: 300 }, (_, place) => `d${place}`);
    const { files, summary } = await made(
      { 'flat.run': ids.map((id) => `q1 Q0 ${id} 1 7 t`).join('\n'), 'deep.run': lines('q1', ids) },
      { 'x.qrels': 'q1 0 d250 1\n' },
    );
    const [flat, deep] = files
      .filter(({ name }) => name.startsWith('rankings/'))
      .map(({ value }) => value as ImportedRankings);
    expect(flat!.ids[0]).toHaveLength(300);
    expect(deep!.ids[0]).toHaveLength(100);
    expect(deep!.firstRelevantRank).toEqual([251]);
    const judgments = files.find(({ name }) => name === 'judgments/0.json')!.value as ImportedJudgments;
    expect(storedOutcomes(flat!, judgments)[0]!.hitAt[10]).toBeCloseTo(10 / 300, 9);
    expect(summary.rows[0]!.metrics.hitAt['10'].value).toBeCloseTo(10 / 300, 9);
  });

  it('compares rows that were judged on the same questions, by judgments of their own', async () => {
    const both = await made(
      { 'a.run': lines('q1', ['x']) + lines('q2', ['x']), 'b.run': lines('q1', ['y']) + lines('q2', ['y']) },
      { 'a.qrels': 'q1 0 x 1\nq2 0 x 1\n', 'b.qrels': 'q1 0 x 1\nq2 0 x 1\n' },
    );
    expect(both.summary.best).toEqual({ row: 'a', notSeparatedFrom: ['b'] });
    expect(both.summary.comparisons).toHaveLength(1);
    expect(both.summary.rows.map(({ judgments }) => judgments)).toEqual([0, 1]);
    const apart = await made(
      { 'a.run': lines('q1', ['x']), 'b.run': lines('q2', ['y']) },
      { 'a.qrels': 'q1 0 x 1\n', 'b.qrels': 'q2 0 y 1\n' },
    );
    expect(apart.summary).toMatchObject({
      questions: 2,
      best: null,
      comparisons: [],
      tieGroups: [],
      headline: 'The runs were judged on different questions, so their means cannot be ordered.',
    });
    expect(apart.summary.rows.map(({ n }) => n)).toEqual([1, 1]);
  });

  it('names rows by file, by tag where there are several, and keeps equal names apart in file order', async () => {
    const one = (id: string) => lines('10', [id]);
    const { summary, files } = await made(
      {
        '10.run': one('a'),
        '9.run': one('a'),
        '__proto__.run': one('a'),
        constructor: one('a'),
        '10.txt': one('a'),
        'two.run': lines('10', ['a'], 'x') + lines('10', ['a'], 'y'),
      },
      { q: '10 0 a 1\n9 0 a 1\n__proto__ 0 __proto__ 1\n' },
    );
    expect(summary.rows.map(({ row }) => row)).toEqual([
      '10',
      '9',
      '__proto__',
      'constructor',
      '10 (2)',
      'two: x',
      'two: y',
    ]);
    expect((files[1]!.value as ImportedQuestions).questions.map(({ id }) => id)).toEqual([
      '10',
      '9',
      '__proto__',
    ]);
    expect(summary.notices).toEqual(['two.run holds 2 tags in column 6; each is a row.']);
  });

  it('says where the rank column and the scores disagree', async () => {
    const { summary } = await made(
      { 'a.run': 'q1 Q0 x 2 1 t\nq1 Q0 y 1 5 t\nq2 Q0 x 1 1 t\nq2 Q0 y 2 5 t\n' },
      { 'a.qrels': 'q1 0 x 1\n' },
    );
    expect(summary.notices).toEqual([
      'a.run: in question "q2" the rank column puts a lower score before a higher one. The order here is that of the scores, as in trec_eval.',
      'a.run: in question "q1" the ranks do not ascend from line to line. The order of the lines decides nothing.',
    ]);
  });

  it.each([
    [
      {},
      { 'a.qrels': 'q 0 a 1' },
      'a.qrels: found judgments and no run; expected a TREC run with its judgments',
    ],
    [
      { 'a.run': lines('q', ['a']) },
      {},
      'a.run: found a run and no judgments; expected its judgments (qrels) with it',
    ],
    [
      { 'a.run': lines('q', ['a']) },
      { 'a.qrels': 'q 0 a 1', 'b.qrels': 'q 0 a 1' },
      'a.qrels and b.qrels: found 2 files of judgments for 1 run; expected one for all runs, or one for each.',
    ],
    [
      { 'a.run': lines('q', ['a']) },
      { 'a.qrels': 'other 0 a 1' },
      'a.run: found 1 questions such as "q", none of which a.qrels judges; expected questions such as "other".',
    ],
  ])('is refused in words where files are missing or no pair: %j %j', async (runs, qrels, message) => {
    await expect(made(runs as Record<string, string>, qrels as Record<string, string>)).rejects.toThrow(
      message,
    );
  });
});
