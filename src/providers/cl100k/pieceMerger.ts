import { KeyHeap } from './keyHeap';
import { hashPrefixes, joinIds, noToken, spread, type HashedBytes, type RankTable } from './rankTable';

/** Bytes of a piece from which merging by heap is quicker than by scanning. */
const longPiece = 32;
const unionMask = 0xffff;
/** Rank and part in one number, so that of equal ranks the leftmost comes first. */
const rankUnit = 0x100000000;

/**
 * Merges the bytes of one piece after another into tokens.
 *
 * Short pieces are merged by scanning for the lowest rank, which is quadratic; long ones by
 * a heap over a linked list, which takes n log n and gives the same merges, because both
 * take the lowest rank and of equals the leftmost.
 */
export class PieceMerger implements HashedBytes {
  bytes = new Uint8Array(1024);
  prefixes = new Int32Array(1025);
  /** After `merge`: where each part starts, the end behind the last one, and its token. */
  starts = new Int32Array(1025);
  ids = new Int32Array(1025);
  /** The rank of a part's union with the next one. */
  #unions = new Int32Array(1025);
  /** For merging by heap: the parts as a linked list, and the unions that wait. */
  #next = new Int32Array(1025);
  #previous = new Int32Array(1025);
  readonly #heap = new KeyHeap();
  readonly #table: RankTable;
  readonly #knownLeft = new Int32Array(unionMask + 1).fill(-1);
  readonly #knownRight = new Int32Array(unionMask + 1).fill(-1);
  readonly #knownUnion = new Int32Array(unionMask + 1);

  constructor(table: RankTable) {
    this.#table = table;
  }

  /** Takes the UTF-8 bytes of a stretch of a text as the piece; returns their number. Half a surrogate pair is U+FFFD. */
  load(text: string, from: number, to: number): number {
    const most = (to - from) * 3;
    if (most > this.bytes.length) {
      this.bytes = new Uint8Array(most * 2);
      this.prefixes = new Int32Array(most * 2 + 1);
    }
    const length = writeUtf8(text, from, to, this.bytes);
    hashPrefixes(this, length);
    return length;
  }

  /** Merges the loaded piece into `starts` and `ids`; returns the number of parts. */
  merge(length: number): number {
    if (length + 1 > this.starts.length) {
      const room = length * 2 + 1;
      this.starts = new Int32Array(room);
      this.ids = new Int32Array(room);
      this.#unions = new Int32Array(room);
      this.#next = new Int32Array(room);
      this.#previous = new Int32Array(room);
    }
    const { bytes, starts, ids } = this;
    const { singles, pairs } = this.#table;
    for (let i = 0; i < length; i++) {
      starts[i] = i;
      ids[i] = singles[bytes[i]!]!;
      this.#unions[i] = i + 1 < length ? pairs[(bytes[i]! << 8) | bytes[i + 1]!]! : noToken;
    }
    starts[length] = length;
    return length < longPiece ? this.#mergeByScan(length) : this.#mergeByHeap(length);
  }

  /**
   * The token that two neighbouring parts make together, or `noToken`: the bytes from
   * `start` to `end`. The answer hangs on the parts' tokens alone, and is
   * remembered in a table that forgets.
   */
  #unionOf(start: number, leftId: number, rightId: number, end: number): number {
    const slot = spread(joinIds(leftId, rightId)) & unionMask;
    if (this.#knownLeft[slot] === leftId && this.#knownRight[slot] === rightId)
      return this.#knownUnion[slot]!;
    const union = this.#table.tokenOf(this, start, end);
    this.#knownLeft[slot] = leftId;
    this.#knownRight[slot] = rightId;
    this.#knownUnion[slot] = union;
    return union;
  }

  #mergeByScan(count: number): number {
    const { starts, ids } = this;
    const unions = this.#unions;
    for (;;) {
      let lowest = noToken;
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
      unions[at] =
        at + 1 < count ? this.#unionOf(starts[at]!, lowest, ids[at + 1]!, starts[at + 2]!) : noToken;
      if (at > 0) unions[at - 1] = this.#unionOf(starts[at - 1]!, ids[at - 1]!, lowest, starts[at + 1]!);
    }
  }

  #mergeByHeap(length: number): number {
    const { starts, ids } = this;
    const [unions, next, previous, heap] = [this.#unions, this.#next, this.#previous, this.#heap];
    heap.size = 0;
    for (let i = 0; i <= length; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
      if (unions[i] !== noToken && i < length) heap.push(unions[i]! * rankUnit + i);
    }
    while (heap.size > 0) {
      const key = heap.pop();
      const rank = Math.floor(key / rankUnit);
      const part = key - rank * rankUnit;
      // An entry outlives the union that it was made for: parts merged away hold `noToken`.
      if (unions[part] !== rank) continue;
      const gone = next[part]!;
      ids[part] = rank;
      unions[gone] = noToken;
      next[part] = next[gone]!;
      previous[next[part]!] = part;
      this.#renew(part, length);
      if (part > 0) this.#renew(previous[part]!, length);
    }
    let count = 0;
    for (let part = 0; part < length; part = next[part]!) {
      ids[count] = ids[part]!;
      starts[count++] = part;
    }
    starts[count] = length;
    return count;
  }

  #renew(part: number, length: number): void {
    const [unions, next, ids] = [this.#unions, this.#next, this.ids];
    const end = next[part]!;
    unions[part] = end < length ? this.#unionOf(part, ids[part]!, ids[end]!, next[end]!) : noToken;
    if (unions[part] !== noToken) this.#heap.push(unions[part]! * rankUnit + part);
  }
}

function writeUtf8(text: string, from: number, to: number, bytes: Uint8Array): number {
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
  return length;
}
