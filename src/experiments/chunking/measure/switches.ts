import type { IdfForm } from '../../../core/retrieval/termShares';
import { indexTokens } from '../../../core/retrieval/bm25Index';
import type { TokenRule } from '../../../core/retrieval/terms';
import type { Tokens } from '../../../core/units';
import { eachWithStep, type BenchmarkCorpus, type BenchmarkStep } from '../../../datasets/corpus';
import type { BenchmarkRun, StrategyRun } from './benchmark';
import { firstOf, maskOf, tokensToReach } from './outcomes';
import { bm25Ranker } from './rankers';
import { indexedTexts } from './strategyIndex';

export interface SwitchSetting {
  idf: IdfForm;
  k1: number;
  b: number;
  tokenRule: TokenRule;
}

/** What BM25 found under one setting with one strategy, question by question. */
interface SwitchOutcome {
  answerMask: number[];
  evidenceMask: number[];
  tokensToHit: (Tokens | null)[];
}

/** Every setting of the sensitivity panel: two idf forms, two pairs of k1 and b, two readings of words. */
export const switchSettings: readonly SwitchSetting[] = (['unicode', 'ascii'] as const).flatMap((tokenRule) =>
  (
    [
      [1.2, 0.75],
      [0.9, 0.4],
    ] as const
  ).flatMap(([k1, b]) => (['lucene', 'robertson'] as const).map((idf) => ({ idf, k1, b, tokenRule }))),
);

/** Chunks that a first search reads: most first hits are among them. */
const firstChunks = 32;

/** BM25 under every switch: whether a conclusion rests on a choice that nobody looks at. */
export async function runSwitches(
  run: Pick<BenchmarkRun, 'corpus' | 'strategies'>,
  step?: BenchmarkStep,
): Promise<{ setting: SwitchSetting; strategies: Map<string, SwitchOutcome> }[]> {
  const results = switchSettings.map((setting) => ({
    setting,
    strategies: new Map<string, SwitchOutcome>(),
  }));
  for (const strategy of run.strategies) {
    const { index } = strategy;
    for (const tokenRule of ['unicode', 'ascii'] as const) {
      const terms = indexTokens(indexedTexts(run.corpus, index), tokenRule);
      for (const result of results) {
        if (result.setting.tokenRule === tokenRule)
          result.strategies.set(
            index.strategy.id,
            await switchOutcome(run.corpus, strategy, terms, result.setting, step),
          );
      }
    }
  }
  return results;
}

async function switchOutcome(
  corpus: BenchmarkCorpus,
  { index, relevant, tokens }: StrategyRun,
  terms: StrategyRun['terms'],
  setting: SwitchSetting,
  step?: BenchmarkStep,
): Promise<SwitchOutcome> {
  const outcome: SwitchOutcome = { answerMask: [], evidenceMask: [], tokensToHit: [] };
  const ranker = bm25Ranker(terms, setting, index, corpus.questions, firstChunks);
  const { idf, k1, b, tokenRule } = setting;
  await eachWithStep(
    { kind: 'switches', of: `${index.strategy.label}, ${idf}, k1 ${k1}, b ${b}, ${tokenRule}` },
    corpus.questions.length,
    64,
    step,
    (question) => {
      const ranking = ranker(question);
      const answers = new Set(relevant.answer[question]);
      outcome.answerMask.push(maskOf(ranking, answers));
      outcome.evidenceMask.push(maskOf(ranking, new Set(relevant.evidence[question])));
      outcome.tokensToHit.push(tokensToReach(index, tokens, ranking, firstOf(ranking, answers).rank));
    },
  );
  return outcome;
}
