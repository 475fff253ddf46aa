import { beforeAll, describe, expect, it } from 'vitest';
import { CUTOFFS } from '../../../../core/metrics/contextTokens';
import {
  chunkingBudgetsFormat,
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  lossStages,
} from '../../../../experiments/chunking/formats';
import { decode, type FileFormat } from '../../../../artifact/decode';
import { columnCount, columnMean } from '../../../../core/stats/aggregate';
import { columnAt, largestBudget, storedClusters } from '../../../../experiments/chunking/budgets';
import { authoredExperiment } from '../../../../testing/authoredSquad';
import {
  aloneCount,
  hidingFilters,
  missMatrix,
  needsRelevant,
  outcomesOf,
  questionLines,
  rescueCounts,
  stageCounts,
  type ChunkingFilters,
  type ChunkingMisses,
} from './missModel';

let data: ChunkingMisses;
let start: ChunkingFilters;

beforeAll(async () => {
  const { files, entry, summary } = await authoredExperiment(() => 'hash');
  const read = <T>(name: string, format: FileFormat<T>) =>
    decode(format, name, JSON.parse(files.get(`${entry.id}/${name}`)!));
  read('summary.json', chunkingSummaryFormat);
  const rows = summary.rows.map(({ row }) => row);
  data = {
    summary,
    questions: read('questions.json', chunkingQuestionsFormat).questions,
    rankings: new Map(rows.map((row) => [row, read(`rankings/${row}.json`, chunkingRankingsFormat)])),
    relevant: new Map(
      summary.strategies.map(({ id }) => [id, read(`relevant/${id}.json`, chunkingRelevantFormat)]),
    ),
    budgets: new Map(read('budgets/bm25.json', chunkingBudgetsFormat).rows.map((one) => [one.row, one])),
  };
  start = {
    row: rows[0]!,
    k: 5,
    budget: null,
    rule: 'answer',
    grouping: summary.groupings[0]!.id,
    family: null,
    stage: null,
    rescuedBy: null,
    alone: false,
    show: 'misses',
  };
});

describe('misses of a chunking benchmark', () => {
  it.each([
    ['answer', 'answer'],
    ['coverage', 'evidence'],
  ] as const)('within every token budget are those that the curve of %s leaves out', (measure, rule) => {
    const clusters = storedClusters(data.summary, data.questions);
    for (const [row, stored] of data.budgets!)
      for (let budget = 1; budget <= largestBudget; budget++) {
        const missed = outcomesOf(data, row, { k: 5, rule, budget }).filter(({ stage }) => stage !== null);
        const held = columnAt(stored, measure, data.questions, clusters, budget);
        const n = columnCount(held.counts);
        expect(n).toBe(data.questions.length);
        expect(missed.length, `${row} at ${budget}`).toBe(n - Math.round(columnMean(held)! * n));
      }
  });

  it('tell hits at the gold place from those that hold the words elsewhere', () => {
    for (const row of data.rankings.keys()) {
      const { answer, evidence, partly } = data.relevant!.get(row)!;
      for (const outcome of outcomesOf(data, row, start)) {
        const q = outcome.question;
        const there = evidence[q]!.includes(outcome.context) || partly![q]!.includes(outcome.context);
        expect(outcome.elsewhere, `${row}, ${q}`).toBe(answer[q]!.includes(outcome.context) && !there);
      }
      const shown = questionLines(data, { ...start, row, show: 'elsewhere' }, []);
      expect(shown.every(({ outcome }) => outcome.stage === null && outcome.elsewhere)).toBe(true);
      expect(shown).toHaveLength(stageCounts(data, { ...start, row }).elsewhere);
    }
    // The same run, had a context that holds the first answer not covered its gold.
    const row = start.row;
    const hit = outcomesOf(data, row, start).find(({ stage }) => stage === null)!;
    const ranking = structuredClone(data.rankings.get(row)!);
    const judged = structuredClone(data.relevant!.get(row)!);
    ranking.evidence.rank[hit.question] = 0;
    judged.evidence[hit.question] = [];
    judged.partly![hit.question] = [];
    const moved: ChunkingMisses = {
      ...data,
      rankings: new Map([...data.rankings, [row, ranking]]),
      relevant: new Map([...data.relevant!, [row, judged]]),
    };
    expect(outcomesOf(moved, row, start)[hit.question]).toMatchObject({ stage: null, elsewhere: true });
    expect(outcomesOf(moved, row, { ...start, rule: 'evidence' })[hit.question]!.elsewhere).toBe(false);
    expect(
      questionLines(moved, { ...start, show: 'elsewhere' }, []).map(({ outcome }) => outcome.question),
    ).toEqual([hit.question]);
    judged.partly![hit.question] = [hit.context];
    expect(outcomesOf({ ...moved }, row, start)[hit.question]!.elsewhere).toBe(false);
  });

  it('past a budget are lost at the budget, where their gold is cut at the boundary', () => {
    const outcomes = outcomesOf(data, start.row, { k: 5, rule: 'evidence', budget: 1 });
    expect(new Set(outcomes.map(({ stage }) => stage))).toContain('budget');
    for (const { question, stage } of outcomes) {
      const covering = data.relevant!.get(start.row)!.evidence[question]!.length;
      if (covering === 0) expect(['source', 'boundary']).toContain(stage);
    }
  });

  it('are those of the scorecard, for every row, rule and cutoff', () => {
    for (const { row, metrics, n } of data.summary.rows) {
      for (const k of CUTOFFS) {
        for (const [rule, found] of [
          ['answer', metrics.hitAt[k]],
          ['evidence', metrics.evidenceHitAt[k]],
        ] as const) {
          const { lost, n: counted } = stageCounts(data, { ...start, row, k, rule });
          expect(counted).toBe(n);
          expect(lost, `${row} ${rule} ${k}`).toBeCloseTo((1 - found.value!) * n, 9);
        }
      }
    }
  });

  it('are split into stages as the builder split them', () => {
    for (const { row, losses } of data.summary.rows)
      expect(stageCounts(data, { ...start, row }).stages).toEqual(losses);
  });

  it('keep their stage at other cutoffs, where only the ranking can change', () => {
    for (const { row } of data.summary.rows) {
      const at = (k: number) => outcomesOf(data, row, { k, rule: 'answer' });
      const [one, five, ten] = [at(1), at(5), at(10)];
      five.forEach(({ stage }, question) => {
        if (stage !== null) expect(one[question]!.stage).toBe(stage);
        if (ten[question]!.stage !== null) expect(ten[question]!.stage).toBe(stage);
        const covered = data.relevant!.get(row)!.evidence[question]!.length > 0;
        if (one[question]!.stage === 'ranking') expect(covered).toBe(true);
        if (one[question]!.stage === 'boundary') expect(covered).toBe(false);
      });
    }
  });

  it('need the lists of relevant contexts only away from the stored rule and cutoff', () => {
    expect(needsRelevant({ k: 5, rule: 'answer' })).toBe(false);
    expect(needsRelevant({ k: 1, rule: 'answer' })).toBe(true);
    expect(needsRelevant({ k: 5, rule: 'evidence' })).toBe(true);
    expect(needsRelevant({ k: 5, rule: 'evidence' }, 'spans')).toBe(false);
    expect(needsRelevant({ k: 1, rule: 'evidence' }, 'spans')).toBe(true);
  });

  it('are listed, filtered by stage, family and rescuer, and sorted with missing ranks last', () => {
    const filters = { ...start, k: 1 };
    const lines = questionLines(data, filters, []);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ outcome }) => outcome.stage !== null)).toBe(true);
    for (const stage of lossStages)
      expect(
        questionLines(data, { ...filters, stage }, []).every(({ outcome }) => outcome.stage === stage),
      ).toBe(true);
    for (const { row, rescued } of rescueCounts(data, filters))
      expect(questionLines(data, { ...filters, rescuedBy: row }, [])).toHaveLength(rescued);
    for (const descending of [false, true]) {
      const ranks = questionLines(data, { ...filters, show: 'all' }, [{ column: 'rank', descending }]).map(
        ({ outcome }) => outcome.rank,
      );
      const missing = ranks.filter((rank) => rank === 0).length;
      expect(ranks.slice(ranks.length - missing).every((rank) => rank === 0)).toBe(true);
    }
  });

  it('name every filter that hides a question', () => {
    const hit = outcomesOf(data, start.row, start).find(({ stage }) => stage === null)!;
    const hiding = hidingFilters(data, { ...start, family: 'nobody', stage: 'boundary' }, hit);
    expect(hiding.map(({ filter }) => filter)).toEqual(['family', 'show', 'stage']);
    expect(
      hidingFilters(data, { ...start, ...Object.assign({}, ...hiding.map(({ cleared }) => cleared)) }, hit),
    ).toEqual([]);
  });
});

describe('the matrix of a chunking benchmark', () => {
  it('adds up to the misses of each row, in every grouping', () => {
    for (const { id } of data.summary.groupings) {
      const model = missMatrix(data, { ...start, grouping: id, k: 1 }, 'BM25', 'stored');
      model.columns.forEach(({ id: row }, index) => {
        const { lost, n } = stageCounts(data, { ...start, row, k: 1 });
        expect(model.totals[index]).toEqual({ lost, n });
      });
    }
  });

  it('puts the families with the largest share missed first when asked', () => {
    const rates = missMatrix(data, { ...start, k: 1 }, 'BM25', 'missed').groups[0]!.rows.map(({ total }) =>
      total.n === 0 ? -1 : total.lost / total.n,
    );
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
  });

  it('counts one stage alone where one is chosen', () => {
    const all = missMatrix(data, { ...start, k: 1 }, 'BM25', 'stored').totals;
    const split = lossStages.map(
      (stage) => missMatrix(data, { ...start, k: 1, stage }, 'BM25', 'stored').totals,
    );
    all.forEach(({ lost }, column) =>
      expect(split.reduce((sum, totals) => sum + totals[column]!.lost, 0)).toBe(lost),
    );
  });
});

describe('misses to which a rule came without its exception', () => {
  it('are counted, and can be the only ones listed', () => {
    const first = questionLines(data, start, [])[0]!.outcome.question;
    const withRules: ChunkingMisses = {
      ...data,
      exceptions: { of: () => [], cameAlone: (_, question, k) => question === first && k === start.k },
    };
    expect(aloneCount(withRules, start)).toBe(1);
    const listed = questionLines(withRules, { ...start, alone: true }, []);
    expect(listed.map(({ outcome }) => outcome.question)).toEqual([first]);
  });

  it('are unknown without text, and a filter for them then lists none', () => {
    expect(aloneCount(data, start)).toBeNull();
    expect(questionLines(data, { ...start, alone: true }, [])).toEqual([]);
  });
});
