import { shuffler } from 'd3-array';
import { randomLcg } from 'd3-random';

/** Name of the one generator in use; an artifact stores it beside every seed. */
export const GENERATOR = 'd3.randomLcg';

/** Seed of every bootstrap and permutation, unless a caller says otherwise. */
export const STATISTICS_SEED = 101009;

/** Numbers in [0, 1), the same for the same seed in every engine. */
export type RandomSource = () => number;

/**
 * The stream of numbers that belongs to a seed.
 *
 * Whole seeds only: the generator would read a fraction on another scale and drop
 * a sign, so that unlike seeds would share a stream. Read only the high bits
 * (`random() * n`): the low ones of a linear congruential generator repeat early.
 */
export function randomSource(seed: number): RandomSource {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new RangeError(`seed is ${seed}, expected a whole number from 0 to 4294967295`);
  }
  return randomLcg(seed);
}

/** A shuffled copy (Fisher–Yates, as `d3.shuffler`). Takes one number per item from `random`. */
export function shuffled<T>(items: Iterable<T>, random: RandomSource): T[] {
  return shuffler(random)([...items]);
}
