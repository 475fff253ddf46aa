/**
 * Consecutive windows of at most `limit` token ids that together hold every token.
 *
 * `sentences` are the ids of each sentence in order. A window ends at a sentence
 * end where possible; a sentence over the limit is cut before the last word that
 * does not fit, and inside a word only when that word alone is over it. No tokens
 * give no windows.
 */
export function tokenWindows(
  sentences: readonly (readonly number[])[],
  limit: number,
  startsWord: (id: number) => boolean,
): number[][] {
  const windows: number[][] = [];
  let open: number[] = [];
  const close = () => {
    if (open.length > 0) windows.push(open);
    open = [];
  };
  for (const sentence of sentences) {
    if (open.length + sentence.length > limit) close();
    let from = 0;
    while (sentence.length - from > limit) {
      let to = from + limit;
      while (to > from && !startsWord(sentence[to]!)) to--;
      if (to === from) to = from + limit;
      windows.push(sentence.slice(from, to));
      from = to;
    }
    for (let i = from; i < sentence.length; i++) open.push(sentence[i]!);
  }
  close();
  return windows;
}
