import { describe, expect, it } from 'vitest';
import { committedStrategies } from './strategyIndex';
import { runBenchmark } from './benchmark';
import { budgetSteps, heldWithin, leastFrom, recalledWithin } from './budgetSteps';
import { prefixWithinBudget } from '../../../core/metrics/budget';
import { evidenceCovered } from '../../../core/metrics/evidence';
import { goldLength, spanRecall } from '../../../core/metrics/spanMetrics';
import { chunkingFiles } from '../files';
import { columnAt, heldAt, stepsOf } from '../budgets';
import { columnMean } from '../../../core/stats/aggregate';
import { sampleSquad, squadCorpus } from '../../../datasets/squad/sample';
import { squadShapedArticles } from '../../../testing/squadShaped';

const at = (start: number, end: number) => ({ document: 0, start, end });

describe('the steps of one question', () => {
  it('cost what the cheapest prefix costs that is long enough, since a join may save a token', () => {
    expect(leastFrom([10, 25, 24, 40])).toEqual([10, 24, 24, 40]);
    expect(budgetSteps([10, 25, 24, 40], 100, { answer: 2, evidence: 4 }, [], [])).toEqual({
      answer: 24,
      evidence: 40,
      spanRecall: [],
    });
  });

  it('rise with every context that adds to the gold, equal budgets being one step', () => {
    const gold = [at(10, 20), at(30, 40)];
    const touching = [
      { rank: 1, context: at(0, 15) },
      { rank: 2, context: at(0, 12) },
      { rank: 3, context: at(15, 35) },
      { rank: 4, context: at(35, 50) },
    ];
    expect(budgetSteps([5, 9, 12, 12], 100, { answer: 0, evidence: 0 }, touching, gold)).toEqual({
      answer: null,
      evidence: null,
      spanRecall: [5, 5, 12, 20],
    });
  });

  it('end at the reach of a run', () => {
    const touching = [{ rank: 2, context: at(0, 9) }];
    expect(budgetSteps([60, 101], 100, { answer: 2, evidence: 1 }, touching, [at(0, 9)])).toEqual({
      answer: null,
      evidence: 60,
      spanRecall: [],
    });
  });
});

describe('what a budget holds', async () => {
  const corpus = squadCorpus(sampleSquad(squadShapedArticles(), { articles: 5, questions: 99 }));
  const run = await runBenchmark(corpus, committedStrategies(), undefined);
  const files = await chunkingFiles(run, {
    id: 'authored',
    title: 'Authored',
    question: 'Which?',
    model: null,
    corpus: { name: 'a', hash: '', licence: 'own', text: 'not included', source: null, sample: null },
    headline: () => '',
    draws: 20,
    switches: false,
  });
  const budgets = files.flatMap((file) =>
    file.name.startsWith('budgets/') && 'retriever' in file.value ? [file.value] : [],
  )[0]!;
  const stored = files.flatMap((file) => (file.name === 'questions.json' ? [file.value.questions] : []))[0]!;

  it('equals a direct count over the questions at every budget from 1 to 4,096', () => {
    for (const row of run.rows) {
      const { index, relevant, tokens } = run.strategies.find(
        (one) => one.index.strategy.id === row.strategy,
      )!;
      const held = budgets.rows.find((one) => one.row === row.row)!;
      // What the ranking holds past the contexts that are kept is not to be counted here.
      const spans = row.rankings.map((hits) => hits.map((hit) => index.contexts[hit.index]!));
      const count = (run: { document?: number; start: number; end: number }): number =>
        tokens[run.document!]!.count(run.start, run.end);
      const kept = row.rankings.map((hits) => hits.length < row.depth);
      const budgetsToTry = new Set([
        1,
        4_096,
        ...stepsOf([held], 'answer').flatMap((step) => [step - 1, step, step + 1]),
        ...stepsOf([held], 'spanRecall').flatMap((step) => [step - 1, step]),
      ]);
      for (const budget of budgetsToTry) {
        const answers = heldAt(held, 'answer', stored, budget);
        const recall = heldAt(held, 'spanRecall', stored, budget);
        const coverage = heldAt(held, 'coverage', stored, budget);
        const evidence = heldAt(held, 'evidence', stored, budget);
        corpus.questions.forEach(({ gold }, q) => {
          if (!kept[q]) return;
          const prefix = prefixWithinBudget(spans[q]!, count, budget);
          const within = row.rankings[q]!.slice(0, prefix).map((hit) => hit.index);
          const returned = spans[q]!.slice(0, prefix);
          expect(answers[q]).toBe(Number(within.some((context) => relevant.answer[q]!.includes(context))));
          expect(evidence[q]).toBe(
            gold.length === 0
              ? NaN
              : Number(within.some((context) => relevant.evidence[q]!.includes(context))),
          );
          expect(recall[q]).toBe(spanRecall(returned, gold) ?? NaN);
          const covered = evidenceCovered(gold, returned);
          expect(coverage[q]).toBe(covered === null ? NaN : Number(covered));
        });
      }
    }
  });

  it('is the same in the curve of the scorecard', () => {
    const summary = files.flatMap((file) => (file.name === 'summary.json' ? [file.value] : []))[0]!;
    for (const row of summary.rows)
      for (const point of row.budgetCurve) {
        const held = budgets.rows.find((one) => one.row === row.row)!;
        const mean = (measure: 'answer' | 'coverage' | 'spanRecall') =>
          columnMean(columnAt(held, measure, stored, run.clusters, point.tokens));
        expect(mean('answer')).toBeCloseTo(point.hitRate.value!, 9);
        expect(mean('coverage')).toBeCloseTo(point.evidenceCoverage.value!, 9);
        expect(mean('spanRecall')).toBeCloseTo(point.spanRecall.value!, 9);
      }
  });

  it('changes at no budget that is not listed', () => {
    const [row] = budgets.rows;
    const steps = new Set(stepsOf([row!], 'coverage'));
    let before = heldAt(row!, 'coverage', stored, 0).join();
    for (let budget = 1; budget <= 600; budget++) {
      const now = heldAt(row!, 'coverage', stored, budget).join();
      if (now !== before) expect(steps).toContain(budget);
      before = now;
    }
  });

  it('is recalled up to the gold and never past it', () => {
    expect(heldWithin(null, 9_999)).toBe(false);
    for (const row of budgets.rows)
      row.spanRecall.forEach((steps, q) =>
        expect(recalledWithin(steps, Infinity)).toBeLessThanOrEqual(goldLength(stored[q]!.gold)),
      );
  });
});
