/** No token: larger than any rank. */
export const noToken = 0x7fffffff;
const base = 0x01000193;

/** A piece's bytes, and the hash of every prefix of them: `prefixes[n]` is that of the first n. */
export interface HashedBytes {
  bytes: Uint8Array;
  prefixes: Int32Array;
}

/** Fills `prefixes` from the first `length` bytes. */
export function hashPrefixes({ bytes, prefixes }: HashedBytes, length: number): void {
  let hash = 0;
  for (let i = 0; i < length; i++) {
    hash = (Math.imul(hash, base) + bytes[i]!) | 0;
    prefixes[i + 1] = hash;
  }
}

/** Mixes a hash, or two token numbers, for a table whose size is a power of two. */
export function spread(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return folded ^ (folded >>> 13);
}

/** One number of two token numbers. */
export const joinIds = (left: number, right: number): number => (Math.imul(left, base) + right) | 0;

/**
 * The tokens by their bytes. `ranks` holds the bytes of each token at its number, as text
 * where they are text.
 */
export class RankTable {
  /** The token of each byte by itself. */
  readonly singles = new Int32Array(0x100).fill(noToken);
  /** The token of two bytes, by `first << 8 | second`. */
  readonly pairs = new Int32Array(0x10000).fill(noToken);
  readonly #pool: Uint8Array;
  readonly #starts: Int32Array;
  readonly #hashes: Int32Array;
  readonly #slots: Int32Array;
  readonly #longest: number;
  /** base^n, to take the hash of any stretch from the hashes of two prefixes. */
  readonly #powers: Int32Array;

  constructor(ranks: readonly (string | readonly number[])[]) {
    const { pool, starts } = tokenBytes(ranks);
    this.#pool = pool;
    this.#starts = starts;
    this.#hashes = new Int32Array(ranks.length);
    this.#slots = new Int32Array(1 << Math.ceil(Math.log2(ranks.length * 2 + 2)));
    let longest = 0;
    for (let id = 0; id < ranks.length; id++) longest = Math.max(longest, this.#add(id));
    this.#longest = longest;
    this.#powers = new Int32Array(longest + 1).fill(1);
    for (let n = 1; n <= longest; n++) this.#powers[n] = Math.imul(this.#powers[n - 1]!, base);
  }

  /** Enters a token; returns its length in bytes. */
  #add(id: number): number {
    const [start, end] = [this.#starts[id]!, this.#starts[id + 1]!];
    const pool = this.#pool;
    if (end - start === 1) this.singles[pool[start]!] = id;
    if (end - start === 2) this.pairs[(pool[start]! << 8) | pool[start + 1]!] = id;
    let hash = 0;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, base) + pool[i]!) | 0;
    this.#hashes[id] = hash;
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id + 1;
    return end - start;
  }

  /** The token of a stretch of a piece, or `noToken`. */
  tokenOf({ bytes, prefixes }: HashedBytes, from: number, to: number): number {
    const length = to - from;
    if (length === 2) return this.pairs[(bytes[from]! << 8) | bytes[from + 1]!]!;
    if (length > this.#longest) return noToken;
    const hash = (prefixes[to]! - Math.imul(prefixes[from]!, this.#powers[length]!)) | 0;
    const [slots, hashes, starts, pool] = [this.#slots, this.#hashes, this.#starts, this.#pool];
    const mask = slots.length - 1;
    for (
      let slot = spread(hash) & mask, entry = slots[slot]!;
      entry !== 0;
      slot = (slot + 1) & mask, entry = slots[slot]!
    ) {
      const id = entry - 1;
      const start = starts[id]!;
      if (hashes[id] !== hash || starts[id + 1]! - start !== length) continue;
      let i = 0;
      while (i < length && pool[start + i] === bytes[from + i]) i++;
      if (i === length) return id;
    }
    return noToken;
  }
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
