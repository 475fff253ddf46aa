import { pieceEnd } from './pieces';

/** The tokens of a text: their numbers, and where each ends in UTF-16 code units. */
export interface EncodedTokens {
  ids: Int32Array;
  ends: Int32Array;
}

export interface BytePairEncoder {
  encode(text: string): EncodedTokens;
  countTokens(text: string): number;
}

/** Bytes of a piece from which merging by heap is quicker than by scanning. */
const longPiece = 32;
const none = 0x7fffffff;
const unionMask = 0xffff;
const base = 0x01000193;
/** Rank and place in one number, so that of equal ranks the leftmost comes first. */
const place = 0x100000000;

/**
 * Byte pair encoding over a rank table: the same tokens as tiktoken's, whatever the text.
 *
 * `ranks` holds the bytes of each token at its number, as text where they are
 * text. A token that ends inside a character is given the character's end, so ends
 * never fall, several tokens may share one, and the count stays exact. Half a
 * surrogate pair is read as U+FFFD, as every UTF-8 encoder does.
 *
 * Short pieces are merged by scanning for the lowest rank, which is quadratic;
 * long ones by a heap over a linked list, which takes n log n and gives the same
 * merges, because both take the lowest rank and of equals the leftmost.
 */
export function createBytePairEncoder(ranks: readonly (string | readonly number[])[]): BytePairEncoder {
  const { pool, starts: tokenStarts } = tokenBytes(ranks);
  let longest = 0;
  for (let id = 0; id < ranks.length; id++)
    longest = Math.max(longest, tokenStarts[id + 1]! - tokenStarts[id]!);
  /** base^n, to take the hash of any stretch from the hashes of two prefixes. */
  const powers = new Int32Array(longest + 1).fill(1);
  for (let n = 1; n <= longest; n++) powers[n] = Math.imul(powers[n - 1]!, base);

  const slots = new Int32Array(1 << Math.ceil(Math.log2(ranks.length * 2 + 2)));
  const tokenHashes = new Int32Array(ranks.length);
  const mask = slots.length - 1;
  const pairs = new Int32Array(0x10000).fill(none);
  const singles = new Int32Array(0x100).fill(none);
  for (let id = 0; id < ranks.length; id++) {
    const start = tokenStarts[id]!;
    const length = tokenStarts[id + 1]! - start;
    if (length === 1) singles[pool[start]!] = id;
    if (length === 2) pairs[(pool[start]! << 8) | pool[start + 1]!] = id;
    let hash = 0;
    for (let i = start; i < tokenStarts[id + 1]!; i++) hash = (Math.imul(hash, base) + pool[i]!) | 0;
    tokenHashes[id] = hash;
    let slot = spread(hash) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }

  // The piece at hand: its bytes, and the hash of every prefix.
  let bytes = new Uint8Array(1024);
  let prefixes = new Int32Array(1025);
  // Its parts: where each starts, its token, and the rank of its union with the next.
  let starts = new Int32Array(1025);
  let ids = new Int32Array(1025);
  let unions = new Int32Array(1025);
  // For merging by heap: the parts as a linked list, and the unions that wait.
  let next = new Int32Array(1025);
  let previous = new Int32Array(1025);
  let heap = new Float64Array(1024);
  let heapSize = 0;

  const knownLeft = new Int32Array(unionMask + 1).fill(-1);
  const knownRight = new Int32Array(unionMask + 1).fill(-1);
  const knownUnion = new Int32Array(unionMask + 1);

  /** The token of a stretch of the piece, or `none`. */
  function tokenOf(from: number, to: number): number {
    const length = to - from;
    if (length === 2) return pairs[(bytes[from]! << 8) | bytes[from + 1]!]!;
    if (length > longest) return none;
    const hash = (prefixes[to]! - Math.imul(prefixes[from]!, powers[length]!)) | 0;
    for (
      let slot = spread(hash) & mask, entry = slots[slot]!;
      entry !== 0;
      slot = (slot + 1) & mask, entry = slots[slot]!
    ) {
      const id = entry - 1;
      const start = tokenStarts[id]!;
      if (tokenHashes[id] !== hash || tokenStarts[id + 1]! - start !== length) continue;
      let i = 0;
      while (i < length && pool[start + i] === bytes[from + i]) i++;
      if (i === length) return id;
    }
    return none;
  }

  /**
   * The token that two neighbouring parts make together, or `none`: the bytes from
   * `start` to `end`. The answer hangs on the parts' tokens alone, and is
   * remembered in a table that forgets.
   */
  function unionOf(start: number, leftId: number, rightId: number, end: number): number {
    const slot = spread((Math.imul(leftId, base) + rightId) | 0) & unionMask;
    if (knownLeft[slot] === leftId && knownRight[slot] === rightId) return knownUnion[slot]!;
    const union = tokenOf(start, end);
    knownLeft[slot] = leftId;
    knownRight[slot] = rightId;
    knownUnion[slot] = union;
    return union;
  }

  function load(text: string, from: number, to: number): number {
    const most = (to - from) * 3;
    if (most > bytes.length) {
      bytes = new Uint8Array(most * 2);
      prefixes = new Int32Array(most * 2 + 1);
    }
    let length = 0;
    for (let i = from; i < to; i++) {
      let point = text.charCodeAt(i);
      if (point < 0x80) {
        bytes[length++] = point;
        continue;
      }
      if (point >= 0xd800 && point <= 0xdfff) {
        point = text.codePointAt(i)!;
        if (point > 0xffff) i++;
        else point = 0xfffd;
      }
      if (point < 0x800) bytes[length++] = 0xc0 | (point >> 6);
      else {
        if (point < 0x10000) bytes[length++] = 0xe0 | (point >> 12);
        else {
          bytes[length++] = 0xf0 | (point >> 18);
          bytes[length++] = 0x80 | ((point >> 12) & 0x3f);
        }
        bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      }
      bytes[length++] = 0x80 | (point & 0x3f);
    }
    let hash = 0;
    for (let i = 0; i < length; i++) {
      hash = (Math.imul(hash, base) + bytes[i]!) | 0;
      prefixes[i + 1] = hash;
    }
    return length;
  }

  /** Merges the loaded piece into `starts` and `ids`; returns the number of parts. */
  function merge(length: number): number {
    if (length + 1 > starts.length) {
      starts = new Int32Array(length * 2 + 1);
      ids = new Int32Array(length * 2 + 1);
      unions = new Int32Array(length * 2 + 1);
      next = new Int32Array(length * 2 + 1);
      previous = new Int32Array(length * 2 + 1);
    }
    for (let i = 0; i < length; i++) {
      starts[i] = i;
      ids[i] = singles[bytes[i]!]!;
      unions[i] = i + 1 < length ? pairs[(bytes[i]! << 8) | bytes[i + 1]!]! : none;
    }
    starts[length] = length;
    return length < longPiece ? mergeByScan(length) : mergeByHeap(length);
  }

  function mergeByScan(count: number): number {
    for (;;) {
      let lowest = none;
      let at = -1;
      for (let i = 0; i < count - 1; i++) {
        const union = unions[i]!;
        if (union < lowest) {
          lowest = union;
          at = i;
        }
      }
      if (at < 0) return count;
      ids[at] = lowest;
      for (let i = at + 1; i < count; i++) {
        starts[i] = starts[i + 1]!;
        ids[i] = ids[i + 1]!;
        unions[i] = unions[i + 1]!;
      }
      count--;
      unions[at] = at + 1 < count ? unionOf(starts[at]!, lowest, ids[at + 1]!, starts[at + 2]!) : none;
      if (at > 0) unions[at - 1] = unionOf(starts[at - 1]!, ids[at - 1]!, lowest, starts[at + 1]!);
    }
  }

  function mergeByHeap(length: number): number {
    heapSize = 0;
    for (let i = 0; i <= length; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
      if (unions[i] !== none && i < length) push(unions[i]! * place + i);
    }
    while (heapSize > 0) {
      const key = pop();
      const rank = Math.floor(key / place);
      const part = key - rank * place;
      // An entry outlives the union that it was made for: parts merged away hold `none`.
      if (unions[part] !== rank) continue;
      const gone = next[part]!;
      ids[part] = rank;
      unions[gone] = none;
      next[part] = next[gone]!;
      previous[next[part]!] = part;
      renew(part, length);
      if (part > 0) renew(previous[part]!, length);
    }
    let count = 0;
    for (let part = 0; part < length; part = next[part]!) {
      ids[count] = ids[part]!;
      starts[count++] = part;
    }
    starts[count] = length;
    return count;
  }

  function renew(part: number, length: number): void {
    const end = next[part]!;
    unions[part] = end < length ? unionOf(part, ids[part]!, ids[end]!, next[end]!) : none;
    if (unions[part] !== none) push(unions[part]! * place + part);
  }

  function push(key: number): void {
    if (heapSize === heap.length) {
      const grown = new Float64Array(heapSize * 2);
      grown.set(heap);
      heap = grown;
    }
    let at = heapSize++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! <= key) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = key;
  }

  function pop(): number {
    const top = heap[0]!;
    const key = heap[--heapSize]!;
    let at = 0;
    for (let child = 1; child < heapSize; child = 2 * at + 1) {
      if (child + 1 < heapSize && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= key) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = key;
    return top;
  }

  // The tokens written so far.
  let outIds = new Int32Array(0);
  let outEnds = new Int32Array(0);

  function reserve(count: number): void {
    if (count <= outIds.length) return;
    const grownIds = new Int32Array(count * 2);
    grownIds.set(outIds);
    outIds = grownIds;
    const grownEnds = new Int32Array(count * 2);
    grownEnds.set(outEnds);
    outEnds = grownEnds;
  }

  /** Writes the merged parts of the piece that begins at `from`, behind `count` tokens. */
  function write(from: number, parts: number, count: number): void {
    reserve(count + parts);
    let end = from;
    for (let part = 0; part < parts; part++) {
      for (let byte = starts[part]!; byte < starts[part + 1]!; byte++) {
        // A character counts with its first byte, so a token that splits it ends behind it.
        const lead = bytes[byte]!;
        if ((lead & 0xc0) !== 0x80) end += lead >= 0xf0 ? 2 : 1;
      }
      outIds[count + part] = ids[part]!;
      outEnds[count + part] = end;
    }
  }

  function walk(text: string, writing: boolean): number {
    let count = 0;
    let to = 0;
    while (to < text.length) {
      const from = to;
      to = pieceEnd(text, from);
      const length = load(text, from, to);
      const whole = length === 1 ? singles[bytes[0]!]! : tokenOf(0, length);
      if (whole === none) {
        const parts = merge(length);
        if (writing) write(from, parts, count);
        count += parts;
      } else {
        if (writing) {
          if (count >= outIds.length) reserve(count + 1);
          outIds[count] = whole;
          outEnds[count] = to;
        }
        count++;
      }
    }
    return count;
  }

  return {
    encode(text) {
      outIds = new Int32Array(Math.max(16, text.length >> 1));
      outEnds = new Int32Array(outIds.length);
      const count = walk(text, true);
      const encoded = { ids: outIds.slice(0, count), ends: outEnds.slice(0, count) };
      outIds = outEnds = new Int32Array(0);
      return encoded;
    },
    countTokens: (text) => walk(text, false),
  };
}

function spread(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return folded ^ (folded >>> 13);
}

/** All tokens' bytes in one pool. */
function tokenBytes(ranks: readonly (string | readonly number[])[]): {
  pool: Uint8Array;
  starts: Int32Array;
} {
  const encoder = new TextEncoder();
  const starts = new Int32Array(ranks.length + 1);
  let pool = new Uint8Array(ranks.length * 8 + 1024);
  let used = 0;
  ranks.forEach((token, id) => {
    const most = token.length * 3;
    if (used + most > pool.length) {
      const grown = new Uint8Array(pool.length * 2 + most);
      grown.set(pool);
      pool = grown;
    }
    if (typeof token === 'string') used += encoder.encodeInto(token, pool.subarray(used)).written;
    else {
      pool.set(token, used);
      used += token.length;
    }
    starts[id + 1] = used;
  });
  return { pool, starts };
}
