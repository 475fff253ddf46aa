/** A step of a sum: where the running total stood before it and after it. */
export interface WaterfallStep {
  from: number;
  to: number;
}

/** Running totals of a sum; a negative value steps back. */
export function waterfall(values: readonly number[]): WaterfallStep[] {
  let total = 0;
  return values.map((value) => {
    const from = total;
    total += value;
    return { from, to: total };
  });
}

/** The range that holds zero and every running total, for bars that share a scale. */
export function waterfallDomain(sides: readonly (readonly number[])[]): [low: number, high: number] {
  const ends = [0, ...sides.flatMap((side) => waterfall(side).flatMap(({ from, to }) => [from, to]))];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low === high ? [low, low + 1] : [low, high];
}

/** A step as percent of the domain: where its bar begins, and how long it is. */
export function barPlace(
  { from, to }: WaterfallStep,
  [low, high]: readonly [number, number],
): { start: number; length: number } {
  const scale = 100 / (high - low);
  return { start: (Math.min(from, to) - low) * scale, length: Math.abs(to - from) * scale };
}
