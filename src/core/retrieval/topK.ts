/** One place of a ranking: the position in the corpus, and its score. */
export interface Hit {
  index: number;
  score: number;
}

/** Refuses a `k` that is neither a whole number of at least 0 nor `Infinity`. */
export function checkTop(k: number): number {
  if (!(k >= 0) || (k !== Infinity && !Number.isInteger(k)))
    throw new RangeError(`k: expected a whole number of at least 0 or Infinity, found ${k}`);
  return k;
}

export interface TopK {
  offer(index: number, score: number): void;
  /** The lowest score that is kept, or -Infinity while there is still room. */
  readonly floor: number;
  /** Best first; empties the heap. */
  drain(): Hit[];
}

/**
 * Keeps the best `k` of what it is offered; equal scores are ordered by corpus position.
 *
 * A bounded heap with its worst on top: offering costs one comparison for
 * everything that cannot enter. `most` caps the memory where `k` is Infinity.
 */
export function createTopK(k: number, most: number): TopK {
  const room = Math.min(k, most);
  const scores = new Float64Array(room);
  const indexes = new Int32Array(room);
  let size = 0;

  const worse = (scoreA: number, indexA: number, scoreB: number, indexB: number): boolean =>
    scoreA < scoreB || (scoreA === scoreB && indexA > indexB);

  function sink(at: number, index: number, score: number, end: number): void {
    for (let child = 2 * at + 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && worse(scores[child + 1]!, indexes[child + 1]!, scores[child]!, indexes[child]!))
        child++;
      if (!worse(scores[child]!, indexes[child]!, score, index)) break;
      scores[at] = scores[child]!;
      indexes[at] = indexes[child]!;
      at = child;
    }
    scores[at] = score;
    indexes[at] = index;
  }

  return {
    offer(index, score) {
      if (size < room) {
        let at = size++;
        while (at > 0) {
          const parent = (at - 1) >> 1;
          if (!worse(score, index, scores[parent]!, indexes[parent]!)) break;
          scores[at] = scores[parent]!;
          indexes[at] = indexes[parent]!;
          at = parent;
        }
        scores[at] = score;
        indexes[at] = index;
      } else if (room > 0 && worse(scores[0]!, indexes[0]!, score, index)) sink(0, index, score, size);
    },
    get floor() {
      return size < room || room === 0 ? -Infinity : scores[0]!;
    },
    drain() {
      const hits = new Array<Hit>(size);
      while (size > 0) {
        hits[size - 1] = { index: indexes[0]!, score: scores[0]! };
        size--;
        if (size > 0) sink(0, indexes[size]!, scores[size]!, size);
      }
      return hits;
    },
  };
}
