import { nextGraphemeBoundary } from '../text/graphemes';

/**
 * How text is read as search terms.
 *
 * `unicode`: NFC, lower case, runs of letters, marks and numbers; characters that
 * show nothing (soft hyphens, zero-width spaces and joiners) are skipped. A run of
 * a script that is written without spaces gives its overlapping pairs of grapheme
 * clusters, a single cluster alone, much as Lucene's CJK analysis does. `ascii`:
 * the same text, but only runs of `a`–`z` and `0`–`9`. Neither stems nor drops words.
 */
export type TokenRule = 'unicode' | 'ascii';

export const tokenRules = ['unicode', 'ascii'] as const satisfies readonly TokenRule[];

/** Refuses a name that is no token rule. */
export function checkTokenRule(rule: TokenRule): TokenRule {
  if (!tokenRules.includes(rule))
    throw new RangeError(`tokenRule: expected ${tokenRules.join(' or ')}, found ${String(rule)}`);
  return rule;
}

/** Growing list of term ids, one per token, in reading order. */
export interface TermSequence {
  ids: Int32Array;
  length: number;
}

export function createTermSequence(capacity = 1024): TermSequence {
  return { ids: new Int32Array(Math.max(16, capacity)), length: 0 };
}

export interface Vocabulary {
  /** Appends the id of every token of `text`, giving unseen terms the next id. */
  read(text: string, into: TermSequence): void;
  /** Ids of the tokens of `text` in order; -1 for a term never read. The terms stand beside them. */
  look(text: string): { ids: number[]; terms: string[] };
  /** The term of an id, lower-cased. */
  term(id: number): string;
  readonly size: number;
}

/** Lower-cased code unit of an ASCII letter or digit, 0 for everything else in ASCII. */
const asciiWord = Uint16Array.from({ length: 128 }, (_, code) => {
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
});

const wordPattern = /[\p{L}\p{M}\p{N}]/u;
const markPattern = /\p{M}/u;
const showsNothing = /\p{Default_Ignorable_Code_Point}/gu;
/**
 * Letters of scripts without spaces between words, by `Script_Extensions`, so that `ー` belongs to its
 * run. A few marks and apostrophes are listed there beside Latin, in newer Unicode versions only: those
 * stay with the word that they stand in, in every engine.
 */
const unspacedPattern =
  /(?!\p{scx=Latn})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const beyondAscii = /[^\0-\x7f]/;
/** Below U+0300 every text is already in NFC. */
const mayCompose = /[\u0300-\uffff]/;

/** 0 = not asked yet, 1 = letter, mark or number, 2 = anything else. A cache of a pure function. */
const basicPlane = new Uint8Array(0x10000);

function isWordUnit(code: number): boolean {
  let known = basicPlane[code]!;
  if (known === 0) {
    known = wordPattern.test(String.fromCharCode(code)) ? 1 : 2;
    basicPlane[code] = known;
  }
  return known === 1;
}

/** The text that tokens are runs of: NFC, and lower case beyond ASCII (the table does the rest). */
function readable(text: string, rule: TokenRule): string {
  if (!beyondAscii.test(text)) return text;
  const shown = rule === 'unicode' ? text.replace(showsNothing, '') : text;
  return (mayCompose.test(shown) ? shown.normalize('NFC') : shown).toLowerCase();
}

/** Whether a letter, mark or number of a script without spaces starts here. */
function isUnspaced(character: string): boolean {
  return unspacedPattern.test(character) && wordPattern.test(character);
}

/** Calls back with every token of a prepared text: words, and pairs of clusters of scripts without spaces. */
function eachTerm(source: string, rule: TokenRule, visit: (start: number, end: number) => void): void {
  const unicode = rule === 'unicode';
  let start = -1;
  let unspaced = false;
  const close = (end: number): void => {
    if (start >= 0 && unspaced) eachPair(source, start, end, visit);
    else if (start >= 0) visit(start, end);
    start = -1;
  };
  let i = 0;
  while (i < source.length) {
    const code = source.charCodeAt(i);
    if (code < 128 || !unicode) {
      if (code >= 128 || asciiWord[code] === 0) close(i);
      else {
        if (unspaced) close(i);
        unspaced = false;
        if (start < 0) start = i;
      }
      i++;
      continue;
    }
    const character = String.fromCodePoint(source.codePointAt(i)!);
    if (!wordPattern.test(character)) close(i);
    else if (start < 0 || !markPattern.test(character)) {
      const other = isUnspaced(character);
      if (other !== unspaced) close(i);
      unspaced = other;
      if (start < 0) start = i;
    }
    i += character.length;
  }
  close(source.length);
}

/** Every two neighbouring grapheme clusters of a run, or the only one. */
function eachPair(
  source: string,
  from: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  const next = (at: number): number => Math.min(end, nextGraphemeBoundary(source, at));
  let first = from;
  let second = next(first);
  if (second === end) visit(first, end);
  while (second < end) {
    const third = next(second);
    visit(first, third);
    first = second;
    second = third;
  }
}

/** The search terms of a text, in order, repeated as often as they occur. */
export function readTerms(text: string, rule: TokenRule = 'unicode'): string[] {
  const source = readable(text, rule);
  const terms: string[] = [];
  eachTerm(source, rule, (start, end) => terms.push(source.slice(start, end).toLowerCase()));
  return terms;
}

/**
 * Numbers terms in the order of their first reading.
 *
 * Terms live as code units in one pool behind an open-addressing table, and a
 * token is hashed while it is scanned: no string is made per token, which is
 * most of what reading a corpus would otherwise cost.
 */
export function createVocabulary(rule: TokenRule = 'unicode'): Vocabulary {
  checkTokenRule(rule);
  const unicode = rule === 'unicode';
  let pool = new Uint16Array(1 << 14);
  let starts = new Int32Array(1 << 10);
  let hashes = new Int32Array(1 << 10);
  let slots = new Int32Array(1 << 11);
  let size = 0;

  function reserve(units: number): void {
    const needed = starts[size]! + units;
    if (needed <= pool.length) return;
    const grown = new Uint16Array(Math.max(needed, pool.length * 2));
    grown.set(pool);
    pool = grown;
  }

  function rehash(): void {
    slots = new Int32Array(slots.length * 2);
    for (let id = 0; id < size; id++) {
      let slot = hashes[id]! & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = id + 1;
    }
  }

  /** Id of the term standing at the free end of the pool; -1 when unknown and not to be added. */
  function identify(length: number, hash: number, add: boolean): number {
    const from = starts[size]!;
    let slot = hash & (slots.length - 1);
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      const id = entry - 1;
      const start = starts[id]!;
      if (hashes[id] === hash && starts[id + 1]! - start === length) {
        let i = 0;
        while (i < length && pool[start + i] === pool[from + i]) i++;
        if (i === length) return id;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    if (!add) return -1;
    slots[slot] = size + 1;
    hashes[size] = hash;
    size++;
    if (size + 1 >= starts.length) {
      const grownStarts = new Int32Array(starts.length * 2);
      grownStarts.set(starts);
      starts = grownStarts;
      const grownHashes = new Int32Array(hashes.length * 2);
      grownHashes.set(hashes);
      hashes = grownHashes;
    }
    starts[size] = from + length;
    if (size * 2 > slots.length) rehash();
    return size - 1;
  }

  function makeRoom(into: TermSequence, terms: number): void {
    if (into.length + terms <= into.ids.length) return;
    const grown = new Int32Array(Math.max(into.length + terms, into.ids.length * 2));
    grown.set(into.ids);
    into.ids = grown;
  }

  /** As `scanWords`, where a text holds a script without spaces: its terms overlap. */
  function scanTerms(source: string, add: boolean, into: TermSequence): void {
    makeRoom(into, source.length);
    eachTerm(source, rule, (start, end) => {
      reserve(end - start);
      const tail = starts[size]!;
      let hash = 0;
      for (let i = start; i < end; i++) {
        const code = source.charCodeAt(i);
        const unit = code < 128 ? asciiWord[code]! : code;
        pool[tail + i - start] = unit;
        hash = (Math.imul(hash, 0x01000193) ^ unit) | 0;
      }
      into.ids[into.length++] = identify(end - start, mixed(hash), add);
    });
  }

  function scan(text: string, add: boolean, into: TermSequence): void {
    const source = readable(text, rule);
    if (unicode && beyondAscii.test(source) && unspacedPattern.test(source)) scanTerms(source, add, into);
    else scanWords(source, add, into);
  }

  function scanWords(source: string, add: boolean, into: TermSequence): void {
    const units = source.length;
    reserve(units);
    makeRoom(into, (units >> 1) + 1);
    let tail = starts[size]!;
    let length = 0;
    let hash = 0;
    for (let i = 0; i < units; i++) {
      const code = source.charCodeAt(i);
      let unit = 0;
      if (code < 128) unit = asciiWord[code]!;
      else if (unicode) {
        if (code < 0xd800 || code > 0xdfff) unit = isWordUnit(code) ? code : 0;
        else if (code < 0xdc00 && i + 1 < units) {
          const point = source.codePointAt(i)!;
          if (point > 0xffff) {
            i++;
            if (wordPattern.test(String.fromCodePoint(point))) {
              pool[tail + length++] = code;
              hash = (Math.imul(hash, 0x01000193) ^ code) | 0;
              unit = source.charCodeAt(i);
            }
          }
        }
      }
      if (unit !== 0) {
        pool[tail + length++] = unit;
        hash = (Math.imul(hash, 0x01000193) ^ unit) | 0;
      } else if (length > 0) {
        into.ids[into.length++] = identify(length, mixed(hash), add);
        tail = starts[size]!;
        length = 0;
        hash = 0;
      }
    }
    if (length > 0) into.ids[into.length++] = identify(length, mixed(hash), add);
  }

  function term(id: number): string {
    let text = '';
    for (let i = starts[id]!; i < starts[id + 1]!; i++) text += String.fromCharCode(pool[i]!);
    return text;
  }

  return {
    read: (text, into) => scan(text, true, into),
    look(text) {
      const found = createTermSequence(text.length);
      scan(text, false, found);
      return { ids: Array.from(found.ids.subarray(0, found.length)), terms: readTerms(text, rule) };
    },
    term,
    get size() {
      return size;
    },
  };
}

/** Spreads a running hash over the low bits that choose a slot. */
function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (folded ^ (folded >>> 13)) | 0;
}
