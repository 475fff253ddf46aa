/** Longest text that is looked at: a link may hold anything. */
const longest = 200;

/**
 * The name that a mistyped one was most likely meant to be: the fewest letters to add, take
 * out or change, capitals aside. null where more than a third of them would have to be
 * changed; of equally near names the first.
 */
export function nearestName(wanted: string, names: readonly string[]): string | null {
  const lower = wanted.slice(0, longest).toLowerCase();
  let best: string | null = null;
  let fewest = Infinity;
  for (const name of names) {
    const changes = editDistance(lower, name.slice(0, longest).toLowerCase());
    if (changes < fewest && changes * 3 <= Math.max(lower.length, name.length)) {
      best = name;
      fewest = changes;
    }
  }
  return best;
}

/** Letters to add, take out or change to turn one text into the other. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    const current = [line];
    for (let column = 1; column <= b.length; column++)
      current.push(
        Math.min(
          above[column]! + 1,
          current[column - 1]! + 1,
          above[column - 1]! + (a[line - 1] === b[column - 1] ? 0 : 1),
        ),
      );
    above = current;
  }
  return above[b.length]!;
}
