/** One contender's times in one comparison. */
export interface PerfRow {
  /** The comparison that the row belongs to. */
  group: string;
  name: string;
  medianMs: number;
  leastMs: number;
  /** How many times as long as the comparison's first row took, by medians; 1 for that row itself. */
  ratio: number;
  /** What must hold of the ratio, where the project promises something. */
  target?: string;
}

/** What every `*.perf.ts` beside this file exports. */
export interface PerfModule {
  run(): Promise<PerfRow[]>;
}

export interface Contender {
  name: string;
  run: () => unknown;
  target?: string;
}

/**
 * Times contenders in turn, round after round, so that a slow spell of the
 * machine falls on all of them. The first is the one that the others are
 * measured against. Rounds of warming up are not counted.
 */
export async function compare(group: string, contenders: readonly Contender[], rounds = 7, warming = 2): Promise<PerfRow[]> {
  const times = contenders.map((): number[] => []);
  for (let round = -warming; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const before = performance.now();
      await contender.run();
      if (round >= 0) times[i]!.push(performance.now() - before);
    }
  }
  const base = median(times[0]!);
  return contenders.map(({ name, target }, i) => ({ group, name, medianMs: median(times[i]!), leastMs: Math.min(...times[i]!), ratio: median(times[i]!) / base, ...(target && { target }) }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
