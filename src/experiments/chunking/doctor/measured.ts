import { counted } from '../../../core/stats/words';
import { estimateTokenizer, type Tokenizer } from '../../../core/chunking/tokens';
import type { BenchmarkRow, BenchmarkRun, StrategyRun } from '../measure/benchmark';
import { eachWithStep } from '../../../datasets/corpus';
import { documentTokens } from '../measure/documentTokens';
import { budgetMetrics, keyAt } from '../measure/metricKeys';
import { addOutcome, startRow } from '../measure/outcomes';
import { bm25Ranker, wordOverlapRanker } from '../measure/rankers';
import { usesModel } from '../measure/setups';
import { firstRanking } from '../scorecard';
import { knownRanking } from '../measure/rankingReader';
import { indexedTexts } from '../measure/strategyIndex';
import { BUDGETS } from '../../../core/metrics/budget';
import { indexTokens } from '../../../core/retrieval/bm25Index';
import type { StoredBenchmark } from '../stored';
import type { CorpusTexts } from '../../../analysis/doctor/options';
import type { ExamineOptions } from '../../../analysis/doctor/options';
import { leftOpen, openCheck, type CheckBook, type DoctorCheck } from '../../../analysis/doctor/findings';

/** A stored run whose tokens were counted on its text, and whose rows of the first table were searched again in full. */
export type MeasuredRun = BenchmarkRun;

const title = 'Token counts follow from the text';

/** The counter that an artifact names: undefined for the estimate, null for one that is not at hand. */
export async function tokenizerOf(
  { name, estimated }: { name: string; estimated: boolean },
  load: ExamineOptions['tokenizer'],
): Promise<Tokenizer | undefined | null> {
  if (estimated) return name === estimateTokenizer.name ? undefined : null;
  return (await load?.(name)) ?? null;
}

/** Counts every token again: of documents, of contexts, and of what each ranking of the first table takes to hold an answer. */
export async function measuredRun(
  stored: StoredBenchmark,
  run: BenchmarkRun,
  texts: CorpusTexts,
  { tokenizer: load, step }: Pick<ExamineOptions, 'tokenizer' | 'step'>,
): Promise<{ check: DoctorCheck; run: MeasuredRun | null }> {
  const { summary } = stored;
  const tokenizer = await tokenizerOf(summary.tokenizer, load);
  if (tokenizer === null)
    return {
      check: leftOpen(
        'tokens',
        title,
        `no tokenizer called ${JSON.stringify(summary.tokenizer.name)} is at hand`,
      ),
      run: null,
    };
  const check = openCheck('tokens', title);
  const documents = run.corpus.documents.map((document, place) => ({
    ...document,
    text: texts.documents[place]!,
  }));
  const tokens = documents.map(({ text }) => documentTokens(text, tokenizer));
  summary.corpus.documents.forEach(({ id, tokens: counted, utf16Length }, place) => {
    check.looked(1);
    const again = tokens[place]!.count(0, utf16Length);
    if (again !== counted)
      check.add({
        file: 'summary.json',
        path: `$.corpus.documents[${place}].tokens`,
        found: String(counted),
        expected: String(again),
        about: id,
      });
  });
  const corpus = {
    ...run.corpus,
    documents,
    questions: run.corpus.questions.map((question, q) => ({ ...question, ...texts.questions[q]! })),
  };
  const { k1, b, idf, tokenRule } = summary.bm25;
  const strategies = run.strategies.map((strategy): StrategyRun => {
    const index = {
      ...strategy.index,
      contextTokens: Int32Array.from(strategy.index.contexts, ({ document, start, end }) =>
        tokens[document]!.count(start, end),
      ),
    };
    return {
      ...strategy,
      index,
      tokens,
      terms: indexTokens(indexedTexts(corpus, index), tokenRule === 'ascii' ? 'ascii' : 'unicode'),
    };
  });
  const parameters = { k1, b, idf: idf === 'robertson' ? 'robertson' : 'lucene' } as const;
  const rows: BenchmarkRow[] = [];
  for (const row of run.rows) {
    const strategy = strategies.find(({ index }) => index.strategy.id === row.strategy)!;
    const again = { ...row, ...startRow(corpus.questions.length) };
    const searched = !usesModel(row.retriever);
    const ranker = !searched
      ? (q: number) => knownRanking(row.rankings[q]!)
      : row.retriever === 'word-overlap'
        ? wordOverlapRanker(indexedTexts(corpus, strategy.index), strategy.index, corpus.questions)
        : bm25Ranker(strategy.terms, parameters, strategy.index, corpus.questions);
    await eachWithStep({ kind: 'counting tokens', of: row.label }, corpus.questions.length, 32, step, (q) =>
      addOutcome(again, strategy, q, ranker(q), row.depth),
    );
    if (searched) checkRow(check, stored, again);
    // Of the others only the stored ranks are known, and what fits a large budget may lie deeper.
    else
      for (const key of budgetMetrics.flatMap((metric) => BUDGETS.map((budget) => keyAt(metric, budget))))
        again.columns.set(key, row.columns.get(key)!);
    rows.push(again);
  }
  const searched = rows.filter(({ retriever }) => !usesModel(retriever)).length;
  return {
    check: check.close(
      `${counted(documents.length, 'document')} with ${summary.tokenizer.name}; for ${searched} rows by ${firstRanking(summary)} the smallest budget that holds an answer, and first ranks however deep`,
    ),
    run: { ...run, corpus, tokens, strategies, rows },
  };
}

/** First ranks past the stored depth, and token budgets, of a row that was searched again. */
function checkRow(
  check: CheckBook,
  { rankings, questions: { questions } }: StoredBenchmark,
  { row, outcomes }: BenchmarkRow,
): void {
  const file = `rankings/${row}.json`;
  const stored = rankings.get(row)!;
  outcomes.forEach((outcome, q) => {
    check.looked(3);
    const about = questions[q]!.id;
    for (const rule of ['answer', 'evidence'] as const) {
      if (stored[rule].rank[q] !== outcome[rule].rank)
        check.add({
          file,
          path: `$.${rule}.rank[${q}]`,
          found: String(stored[rule].rank[q]),
          expected: String(outcome[rule].rank),
          about,
        });
    }
    if (stored.tokensToHit[q] !== outcome.budget.answer)
      check.add({
        file,
        path: `$.tokensToHit[${q}]`,
        found: String(stored.tokensToHit[q]),
        expected: String(outcome.budget.answer),
        about,
      });
  });
}
