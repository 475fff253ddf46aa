import { describe, expect, it } from 'vitest';
import { chunkingFinding } from './finding';
import type { ChunkingBudgets, ChunkingQuestions, ChunkingSummary, ChunkingSwitches } from './formats';

type Tokens = readonly (number | null)[];

/** A run of which only what every budget holds is known: one list per row, a question each, `perCluster` to a cluster. */
function filesOf(
  rows: Readonly<Record<string, Tokens>>,
  options: {
    clusters?: number;
    best?: string;
    evidence?: Readonly<Record<string, Tokens>>;
    settings?: Readonly<Record<string, Tokens>>[];
  } = {},
) {
  const { clusters = 20, best = Object.keys(rows)[0]!, evidence, settings } = options;
  const questions = Object.values(rows)[0]!.length;
  const summary = {
    rows: Object.keys(rows).map((row) => ({
      row,
      label: row[0]!.toUpperCase() + row.slice(1),
      table: 'main',
      retriever: 'bm25',
    })),
    bootstrap: { draws: 500, cluster: 'article' },
    best: { row: best, notSeparatedFrom: [] },
  } as unknown as ChunkingSummary;
  const asked: ChunkingQuestions['questions'] = Array.from({ length: questions }, (_, q) => ({
    id: String(q),
    document: 0,
    families: { article: String(q % clusters) },
    gold: evidence ? [{ document: 0, start: 0, end: 10 }] : [],
  }));
  const budgets: ChunkingBudgets = {
    formatVersion: 1,
    kind: 'chunking-budgets',
    retriever: 'bm25',
    reach: 8_192,
    rows: Object.entries(rows).map(([row, answer]) => ({
      row,
      answer: [...answer],
      evidence: [...(evidence?.[row] ?? answer.map(() => null))],
      spanRecall: (evidence?.[row] ?? []).map((tokens) => (tokens === null ? [] : [tokens, 10])),
    })),
    widths: [],
  };
  const switches = settings && {
    settings: settings.map((strategies) => ({
      strategies: Object.fromEntries(
        Object.entries(strategies).map(([row, tokensToHit]) => [row, { tokensToHit }]),
      ),
    })),
  };
  return new Map<string, unknown>([
    ['summary.json', summary],
    ['questions.json', { questions: asked }],
    ['budgets/bm25.json', budgets],
    ...(switches ? [['switches.json', switches as unknown as ChunkingSwitches] as const] : []),
  ]);
}
/** Of 60 questions, a share held from so many tokens on, the rest from later on. */
const held = (share: number, from: number, later: number | null): Tokens =>
  Array.from({ length: 60 }, (_, q) => (q < 60 * share ? from : later));
const words = (sentence: string): number => sentence.split(/\s+/).length;

describe('the finding of a chunking run', () => {
  it('names the budgets at which one row is above the row of the best ranking, and everywhere between', () => {
    const finding = chunkingFinding(
      filesOf({ pack: held(0.3, 200, 3_000), split: held(0.9, 200, null) }, { best: 'pack' }),
    );
    expect(finding).toMatchObject({
      sentence: 'Split finds more answers than Pack at every budget from 256 to 2,048 tokens.',
      value: 60,
      unit: 'points at 512 tokens',
    });
    expect(finding.interval![0]).toBeGreaterThan(30);
    expect(finding.picture).toMatchObject({ kind: 'steps', lines: [{ id: 'split' }, { id: 'pack' }] });
  });

  it('does not say "every" where the order turns between two budgets at which it was tested', () => {
    // From 600 to 699 tokens the other row is ahead, unseen at 512 and at 1,024.
    const split = held(40 / 60, 200, 700);
    const pack = held(5 / 60, 200, 600).map((tokens, q) => (q < 45 ? tokens : null));
    expect(chunkingFinding(filesOf({ pack, split })).sentence).toBe(
      'Split finds more answers than Pack at every budget from 1,024 to 4,096 tokens.',
    );
  });

  it('counts the others that are beaten at the same budgets', () => {
    const worse = held(0.3, 200, 3_000);
    expect(
      chunkingFinding(filesOf({ pack: worse, window: worse, parent: worse, split: held(0.9, 200, null) }))
        .sentence,
    ).toBe('Split finds more answers than every other strategy at every budget from 256 to 2,048 tokens.');
    const also = { pack: worse, window: worse, parent: worse, twin: held(0.9, 200, null) };
    expect(chunkingFinding(filesOf({ ...also, split: held(0.9, 200, null) })).sentence).toMatch(
      /^(Split|Twin) finds more answers than Pack and 2 others at every budget from 256 to 2,048 tokens\.$/,
    );
  });

  it('says when nothing is established', () => {
    const finding = chunkingFinding(filesOf({ pack: held(0.5, 200, 900), split: held(0.55, 200, 900) }));
    expect(finding).toMatchObject({ value: null, interval: null });
    expect(finding.sentence).toBe(
      'Nothing is established: no strategy is shown to find more answers than another at any token budget from 64 to 4,096.',
    );
  });

  it('says when the test could establish nothing whatever was measured', () => {
    const finding = chunkingFinding(
      filesOf({ pack: held(0, 200, null), split: held(1, 200, null) }, { clusters: 6 }),
    );
    expect(finding.sentence).toBe(
      'Nothing can be established: 6 clusters of questions are too few to compare 2 strategies.',
    );
    expect(chunkingFinding(filesOf({ split: held(1, 200, null) })).sentence).toMatch(/^Only one strategy/);
    expect(chunkingFinding(new Map()).sentence).toBe(
      'Nothing is established: nothing is stored about equal token budgets.',
    );
  });

  it('says when it does not hold under most settings of the search', () => {
    const rows = { pack: held(0.3, 200, 3_000), split: held(0.9, 200, null) };
    const turned = { pack: rows.split, split: rows.pack };
    const settings = [rows, rows, turned, turned];
    expect(chunkingFinding(filesOf(rows, { settings })).sentence).toMatch(
      / to 2,048 tokens, but only under 2 of 4 BM25 settings\.$/,
    );
    expect(chunkingFinding(filesOf(rows, { settings: settings.slice(0, 3) })).sentence).not.toContain('but');
  });

  it('speaks of evidence where no answers are known', () => {
    const rows = { pack: held(0.3, 200, 3_000), split: held(0.9, 200, null) };
    expect(chunkingFinding(filesOf(rows, { evidence: rows })).sentence).toBe(
      'Split covers more evidence than Pack at every budget from 256 to 2,048 tokens.',
    );
  });

  it('stays within 25 words and a picture of 1 kB, with eight rows and long names', () => {
    const names = ['fixed size with overlap', 'b', 'c', 'd', 'e', 'f', 'g'];
    const rows = Object.fromEntries(names.map((name) => [name, held(0.3, 200, 3_000)]));
    const finding = chunkingFinding(
      filesOf(
        { ...rows, 'parent document of sentences': held(0.9, 200, null), twin: held(0.88, 200, null) },
        { settings: [rows, rows] },
      ),
    );
    expect(words(finding.sentence)).toBeLessThanOrEqual(25);
    expect(JSON.stringify(finding.picture).length).toBeLessThanOrEqual(1_000);
  });
});
