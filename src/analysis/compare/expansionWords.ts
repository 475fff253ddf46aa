import type { ChunkOrigin } from './expansion';
import { count } from '../../core/stats/format';

function ordinal(n: number): string {
  const tail = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${tail}`;
}

/** `hit 2`, `the chunk after hit 2`, `the 3rd chunk before hit 2`. */
function originText({ rank, distance }: ChunkOrigin): string {
  if (distance === 0) return `hit ${rank}`;
  const steps = Math.abs(distance);
  return `the ${steps === 1 ? '' : `${ordinal(steps)} `}chunk ${distance < 0 ? 'before' : 'after'} hit ${rank}`;
}

/** Where the answer stands, told from what was found: "the answer stands in the chunk after hit 2". */
export function originsText(origins: readonly ChunkOrigin[], what = 'the answer'): string {
  const [first, last] = [origins[0], origins.at(-1)];
  if (!first || !last) return `${what} is not among what is returned`;
  if (origins.length === 1) return `${what} stands in ${originText(first)}`;
  if (origins.length === 2) return `${what} lies across ${originText(first)} and ${originText(last)}`;
  return `${what} lies across ${count(origins.length)} chunks, from ${originText(first)} to ${originText(last)}`;
}
