/** A sorted copy: numbers by size, text by code units, null last in both directions, equal ones in their order. */
export function sortedBy<T>(
  list: readonly T[],
  valueOf: (entry: T) => number | string | null,
  descending: boolean,
): T[] {
  const sign = descending ? -1 : 1;
  return list
    .map((entry) => ({ entry, value: valueOf(entry) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value < b.value ? -sign : a.value > b.value ? sign : 0;
    })
    .map(({ entry }) => entry);
}
