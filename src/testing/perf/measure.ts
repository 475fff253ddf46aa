/** One contender's times in one comparison. */
export interface TimeRow {
  kind: 'time';
  /** The comparison that the row belongs to. */
  group: string;
  name: string;
  medianMs: number;
  leastMs: number;
  /** Processor time of the whole process, its other threads and garbage collection included: what a busy machine changes least. Median; not known in a browser. */
  cpuMs?: number;
  /** How many times as long as the comparison's first row took, by medians; 1 for that row itself. */
  ratio: number;
  /** The same of least times, and of processor times. */
  leastRatio: number;
  cpuRatio?: number;
  /** What must hold of the ratio, where the project promises something. */
  target?: string;
}

/** A number that is not a time: a size, a likeness. */
export interface FigureRow {
  kind: 'figure';
  group: string;
  name: string;
  value: number;
  unit: string;
  target?: string;
}

export type PerfRow = TimeRow | FigureRow;

/** What every `*.perf.ts` beside this file exports. */
export interface PerfModule {
  run(): Promise<PerfRow[]>;
}

export interface Contender {
  name: string;
  run: () => unknown;
  target?: string;
}

/** A contender that takes longer is not run an extra time before it is timed. */
const longMs = 1000;

/**
 * Times contenders in turn, round after round, so that a slow spell of the
 * machine falls on all of them. The first is the one that the others are
 * measured against. Rounds of warming up are not counted. A short contender runs once
 * more just before it is timed: nobody pays for the garbage and the cold caches that
 * another leaves behind.
 */
export async function compare(
  group: string,
  contenders: readonly Contender[],
  rounds = 7,
  warming = 2,
): Promise<TimeRow[]> {
  const times = contenders.map(() => ({ wall: [] as number[], cpu: [] as number[], last: Infinity }));
  for (let round = -warming; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const { wall, cpu, last } = times[i]!;
      if (last < longMs) await contender.run();
      const used = process.cpuUsage();
      const before = performance.now();
      await contender.run();
      const took = performance.now() - before;
      const { user, system } = process.cpuUsage(used);
      times[i]!.last = took;
      if (round < 0) continue;
      wall.push(took);
      cpu.push((user + system) / 1000);
    }
  }
  return timeRows(
    group,
    contenders.map(({ name, target }, i) => ({ name, target, wall: times[i]!.wall, cpu: times[i]!.cpu })),
  );
}

export interface Times {
  name: string;
  target?: string;
  wall: readonly number[];
  cpu?: readonly number[];
}

/** Rows of contenders that were timed in turn. */
export function timeRows(group: string, contenders: readonly Times[]): TimeRow[] {
  const figures = contenders.map(({ wall, cpu }) => ({
    medianMs: median(wall),
    leastMs: Math.min(...wall),
    ...(cpu && { cpuMs: median(cpu) }),
  }));
  const base = figures[0]!;
  return contenders.map(({ name, target }, i): TimeRow => {
    const own = figures[i]!;
    return {
      kind: 'time',
      group,
      name,
      ...own,
      ratio: own.medianMs / base.medianMs,
      leastRatio: own.leastMs / base.leastMs,
      ...(own.cpuMs !== undefined && base.cpuMs !== undefined && { cpuRatio: own.cpuMs / base.cpuMs }),
      ...(target && { target }),
    };
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
