/** Ranks that are written: the metrics look no deeper, and a reciprocal rank of an outside tool then agrees with MRR@10. */
export const exportedRanks = 10;

/** An id without white space, which separates the columns; ordinary ids stay as they are. */
export const trecId = (id: string): string => encodeURIComponent(id);

const scratch = new Float32Array(1);
const scratchBits = new Int32Array(scratch.buffer);

/** The next smaller number that single precision can hold. */
function justBelow(value: number): number {
  scratch[0] = value;
  if (scratch[0] === 0) return -(2 ** -149);
  scratchBits[0]! += scratch[0]! > 0 ? -1 : 1;
  return scratch[0]!;
}

/**
 * One query of a TREC run, best first. Scores strictly decrease also in single precision,
 * which some tools read them in, so that nobody's rule for ties decides an order.
 */
export function runLines(
  query: string,
  ranking: readonly { id: string; score: number }[],
  tag: string,
): string {
  let previous = Infinity;
  return ranking
    .map(({ id, score }, index) => {
      previous = Math.min(Math.fround(score), justBelow(previous === Infinity ? 3.4e38 : previous));
      return `${query} Q0 ${id} ${index + 1} ${Number(previous.toPrecision(9))} ${tag}\n`;
    })
    .join('');
}

/** The judgments of one query. One without a relevant context has a judged line that is not relevant, so that it counts as 0. */
export function qrelsLines(query: string, relevant: readonly string[]): string {
  if (relevant.length === 0) return `${query} 0 no-relevant-context 0\n`;
  return relevant.map((id) => `${query} 0 ${id} 1\n`).join('');
}
