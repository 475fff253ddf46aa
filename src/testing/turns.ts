/**
 * Turns of the event loop until `promise` settles: 0 when it settles before the loop
 * goes on at all. Says "at once" whatever the speed of the machine; milliseconds are
 * for `npm run bench:perf`. `Infinity` when it has not settled after `limit` turns.
 */
export async function turnsUntilSettled(promise: Promise<unknown>, limit = 100): Promise<number> {
  let settled = false;
  const mark = () => (settled = true);
  promise.then(mark, mark);
  for (let turn = 0; turn < limit; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (settled) return turn;
  }
  return Infinity;
}
