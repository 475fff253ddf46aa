import { isPresent } from './format';

/**
 * Comparator that puts missing values (`null`, `undefined`, NaN, an infinity, anything
 * that is not a number) last in both directions, for `sort`, which is stable: equal and
 * missing values keep their order. −0 equals 0.
 */
export function compareMissingLast(
  direction: 'ascending' | 'descending',
): (a: unknown, b: unknown) => number {
  const sign = direction === 'ascending' ? 1 : -1;
  return (a, b) => {
    if (!isPresent(a) || !isPresent(b)) return Number(isPresent(b)) - Number(isPresent(a));
    return a < b ? -sign : a > b ? sign : 0;
  };
}
