import { comparableText, mapComparable, type MappedText } from '../../core/text/findText';
import { findFolded, foldedText } from '../../core/text/foldText';
import { isBlank } from '../../core/text/whitespace';
import type { GoldSpan } from '../corpus';
import type { AskedQuestion, HeldDocument, LocatedQuestion } from './asked';

interface Place {
  start: number;
  end: number;
}

interface Found {
  best: Place;
  places: number;
  /** Whether every place is the middle of a longer word. */
  insideWord: boolean;
}

/** Documents in which gold is looked for; what was found is remembered as long as they are held. */
export interface GoldFinder {
  locate(question: AskedQuestion): LocatedQuestion;
}

/** A letter, mark or digit of a script that has words apart; scripts without spaces have no middle of a word. */
const wordCharacter =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}]/u;

/** Whether a place is not the middle of a longer word or number: `ten` in `often` is no answer. */
function standsAlone(text: string, { start, end }: Place): boolean {
  const joined = (at: number): boolean => {
    const after = text.codePointAt(at);
    const low = /[\uDC00-\uDFFF]/.test(text[at - 1] ?? '');
    const before = text.codePointAt(low ? at - 2 : at - 1);
    return (
      before !== undefined &&
      after !== undefined &&
      wordCharacter.test(String.fromCodePoint(before)) &&
      wordCharacter.test(String.fromCodePoint(after))
    );
  };
  return !(start > 0 && joined(start)) && !joined(end);
}

/** Places of an answer as the answer rule compares: case and white space ignored. */
function placesIn({ text, starts, ends }: MappedText, answer: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(answer); at >= 0; at = text.indexOf(answer, at + answer.length))
    places.push({ start: starts[at]!, end: ends[at + answer.length - 1]! });
  return places;
}

/**
 * Finds where the gold of questions stands.
 *
 * Of several places the first whole word in the answer's own letters is the gold span;
 * where there is none, the first whole word in other letters, then any place. An answer that
 * stands nowhere as the answer rule compares is looked for as it looks: with other accents,
 * ligatures, quotes or invisible characters.
 */
export function createGoldFinder(documents: readonly HeldDocument[]): GoldFinder {
  const mapped: (MappedText | undefined)[] = [];
  const folded: (string | undefined)[] = [];
  const placeOf = new Map(documents.map(({ id }, place) => [id, place]));
  const known = new Map<string, Found | null>();

  const remembered = (key: string, find: () => Found | null): Found | null => {
    let found = known.get(key);
    if (found === undefined) {
      found = find();
      known.set(key, found);
    }
    return found;
  };
  const bestOf = (text: string, places: readonly Place[], answer: string): Found | null => {
    const own = (place: Place) => text.slice(place.start, place.end) === answer.trim();
    const whole = places.filter((place) => standsAlone(text, place));
    const best = whole.find(own) ?? whole[0] ?? places.find(own) ?? places[0];
    return best ? { best, places: places.length, insideWord: whole.length === 0 } : null;
  };
  const exact = (document: number, answer: string): Found | null =>
    remembered(`${document} ${answer}`, () => {
      const { text } = documents[document]!;
      return bestOf(
        text,
        placesIn((mapped[document] ??= mapComparable(text)), comparableText(answer)),
        answer,
      );
    });
  const alike = (document: number, answer: string): Found | null =>
    remembered(`~${document} ${answer}`, () => {
      const { text } = documents[document]!;
      return bestOf(text, findFolded(text, answer, (folded[document] ??= foldedText(text))), answer);
    });
  /** The first of some documents that holds an answer, and where. */
  const firstOf = (where: readonly number[], answer: string): (Found & { document: number }) | null => {
    for (const find of [exact, alike])
      for (const document of where) {
        const found = find(document, answer);
        if (found) return { document, ...found };
      }
    return null;
  };

  return {
    locate({ document, answers, marks, open }) {
      const named = document === null ? undefined : placeOf.get(document);
      const unknownDocument = document !== null && named === undefined ? document : null;
      const given = answers.filter((answer) => !isBlank(answer));
      const everywhere = documents.map((_, place) => place);
      const own = named === undefined ? [] : [named];
      // Its own document first, whichever of the answers stands there.
      const inOwn = given.map((answer) => firstOf(own, answer));
      const places = given.map((answer, at) => inOwn[at] ?? firstOf(everywhere, answer));
      const missing = given.filter((_, at) => places[at] === null);
      const marked = marks.flatMap(({ document: id, start, end }): GoldSpan[] =>
        placeOf.has(id) ? [{ document: placeOf.get(id)!, start, end }] : [],
      );
      if (marked.length > 0)
        return { status: 'marked', gold: marked, places: marked.length, missing, unknownDocument };
      if (given.length === 0)
        return {
          status: open ? 'not established' : 'no gold',
          gold: [],
          places: 0,
          missing,
          unknownDocument,
        };
      const found = inOwn.find((place) => place !== null) ?? places.find((place) => place !== null);
      if (!found) return { status: 'not located', gold: [], places: 0, missing, unknownDocument };
      return {
        status: named === undefined || found.document === named ? 'located' : 'elsewhere',
        gold: [{ document: found.document, ...found.best }],
        places: found.places,
        missing,
        unknownDocument,
        ...(found.insideWord && { insideWord: true }),
      };
    },
  };
}
