import type { Across } from './across';

/** One object per corpus, strategy and budget, figures as numbers from 0 to 1. */
export function acrossRows({ cells, largest }: Across): Record<string, unknown>[] {
  return cells.map(({ corpus, strategy, budget, n, value, interval, tieGroup, regret, regretInterval }) => {
    const own = largest.find((row) => row.strategy === strategy && row.budget === budget);
    return {
      corpus,
      strategy,
      budget,
      n,
      value,
      interval,
      tieGroup,
      regret,
      regretInterval,
      largestRegret: own?.value ?? null,
      largestRegretInterval: own?.interval ?? null,
      largestRegretCorpus: own?.corpus ?? null,
      largestRegretTieGroup: own?.tieGroup ?? null,
    };
  });
}
