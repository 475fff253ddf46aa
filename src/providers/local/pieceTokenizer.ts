import { isBlank } from '../../core/text/whitespace';

/**
 * A vocabulary entry of the model: the piece (with `▁` for a space) and its log
 * probability. The published file has no score for seven pieces with a colon.
 */
export type VocabularyEntry = readonly [piece: string, score: number | null];

export interface PieceTokenizer {
  /** Ids of the pieces of a text: none for a blank one, at least one for any other. */
  encode(text: string): number[];
  /** Whether a piece begins a word: the places where a window may be cut. */
  startsWord(id: number): boolean;
}

interface TrieNode {
  children: Map<string, TrieNode>;
  /** Id of the piece that ends here, −1 for none. */
  id: number;
  score: number;
}

const spaceMark = '\u2581';
const unknownId = 0;
/** The first entries are control symbols, which no text spells. */
const reservedEntries = 6;

/**
 * The model's own tokenizer: the most probable cut of a text into vocabulary
 * pieces (unigram SentencePiece, Viterbi).
 *
 * It gives the ids of the model's published JavaScript tokenizer, including its
 * quirk that an unknown symbol costs nothing, but in linear time. White space is
 * collapsed first, as SentencePiece itself does: the JavaScript port reads a line
 * break as an unknown symbol.
 */
export function createPieceTokenizer(vocabulary: readonly VocabularyEntry[]): PieceTokenizer {
  const root: TrieNode = { children: new Map(), id: -1, score: 0 };
  for (let id = reservedEntries; id < vocabulary.length; id++) {
    const [piece, score] = vocabulary[id]!;
    let node = root;
    for (const symbol of piece) {
      let next = node.children.get(symbol);
      if (!next) {
        next = { children: new Map(), id: -1, score: 0 };
        node.children.set(symbol, next);
      }
      node = next;
    }
    node.id = id;
    // Read as 0 like in the original, so that ids agree with it.
    node.score = score ?? 0;
  }
  const startsWord = vocabulary.map(([piece]) => piece.startsWith(spaceMark));

  return {
    startsWord: (id) => startsWord[id] ?? false,
    encode(text) {
      const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
      if (plain === '') return isBlank(text) ? [] : [unknownId];
      const symbols = Array.from(spaceMark + plain.replaceAll(' ', spaceMark));
      const count = symbols.length;
      // best[i]: score of the best path to symbol i; 0 also means "none yet", as in the original.
      const best = new Float64Array(count + 1);
      const lastId = new Int32Array(count + 1);
      const lastLength = new Int32Array(count + 1).fill(1);
      const offer = (start: number, end: number, id: number, score: number) => {
        const total = best[start]! + score;
        if (best[end] !== 0 && total < best[end]!) return;
        best[end] = total;
        lastId[end] = id;
        lastLength[end] = end - start;
      };
      for (let start = 0; start < count; start++) {
        let matched = false;
        let node = root.children.get(symbols[start]!);
        for (let end = start + 1; node; end++) {
          if (node.id >= 0) {
            matched = true;
            offer(start, end, node.id, node.score);
          }
          node = end < count ? node.children.get(symbols[end]!) : undefined;
        }
        if (!matched) offer(start, start + 1, unknownId, 0);
      }
      const ids: number[] = [];
      for (let end = count; end > 0; end -= lastLength[end]!) {
        const id = lastId[end]!;
        if (id !== unknownId || ids.at(-1) !== unknownId) ids.push(id);
      }
      return ids.reverse();
    },
  };
}
