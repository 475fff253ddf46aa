import { PieceMerger } from './pieceMerger';
import { pieceEnd } from './pieces';
import { noToken, RankTable } from './rankTable';

/** The tokens of a text: their numbers, and where each ends in UTF-16 code units. */
export interface EncodedTokens {
  ids: Int32Array;
  ends: Int32Array;
}

export interface BytePairEncoder {
  encode(text: string): EncodedTokens;
  countTokens(text: string): number;
}

/**
 * Byte pair encoding over a rank table: the same tokens as tiktoken's, whatever the text.
 *
 * `ranks` holds the bytes of each token at its number, as text where they are
 * text. A token that ends inside a character is given the character's end, so ends
 * never fall, several tokens may share one, and the count stays exact.
 */
export function createBytePairEncoder(ranks: readonly (string | readonly number[])[]): BytePairEncoder {
  const table = new RankTable(ranks);
  const merger = new PieceMerger(table);

  /** The number of tokens of a text; each goes into `output` where there is one. */
  function walk(text: string, output: TokenList | null): number {
    let count = 0;
    let to = 0;
    while (to < text.length) {
      const from = to;
      to = pieceEnd(text, from);
      const length = merger.load(text, from, to);
      const whole = length === 1 ? table.singles[merger.bytes[0]!]! : table.tokenOf(merger, 0, length);
      if (whole !== noToken) {
        output?.add(whole, to);
        count++;
        continue;
      }
      const parts = merger.merge(length);
      output?.addParts(merger, from, parts);
      count += parts;
    }
    return count;
  }

  return {
    encode(text) {
      const output = new TokenList(Math.max(16, text.length >> 1));
      walk(text, output);
      return output.taken();
    },
    countTokens: (text) => walk(text, null),
  };
}

/** Tokens as they are found. */
class TokenList {
  #ids: Int32Array;
  #ends: Int32Array;
  #count = 0;

  constructor(room: number) {
    this.#ids = new Int32Array(room);
    this.#ends = new Int32Array(room);
  }

  #reserve(count: number): void {
    if (count <= this.#ids.length) return;
    const [ids, ends] = [new Int32Array(count * 2), new Int32Array(count * 2)];
    ids.set(this.#ids);
    ends.set(this.#ends);
    this.#ids = ids;
    this.#ends = ends;
  }

  add(id: number, end: number): void {
    if (this.#count >= this.#ids.length) this.#reserve(this.#count + 1);
    this.#ids[this.#count] = id;
    this.#ends[this.#count++] = end;
  }

  /** Adds the merged parts of the piece that begins at `from`. */
  addParts({ bytes, starts, ids }: PieceMerger, from: number, parts: number): void {
    this.#reserve(this.#count + parts);
    let end = from;
    for (let part = 0; part < parts; part++) {
      for (let byte = starts[part]!; byte < starts[part + 1]!; byte++) {
        // A character counts with its first byte, so a token that splits it ends behind it.
        const lead = bytes[byte]!;
        if ((lead & 0xc0) !== 0x80) end += lead >= 0xf0 ? 2 : 1;
      }
      this.#ids[this.#count] = ids[part]!;
      this.#ends[this.#count++] = end;
    }
  }

  taken(): EncodedTokens {
    return { ids: this.#ids.slice(0, this.#count), ends: this.#ends.slice(0, this.#count) };
  }
}
