import { comparableText, mapComparable, type MappedText } from '../../core/text/findText';
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
}

/** Documents in which gold is looked for; what was found is remembered as long as they are held. */
export interface GoldFinder {
  locate(question: AskedQuestion): LocatedQuestion;
}

const wordUnit = /[\p{L}\p{N}]/u;

/** Whether a place is not the middle of a longer word or number: `ten` in `often` is no answer. */
function standsAlone(text: string, { start, end }: Place): boolean {
  const [before, after] = [text[start - 1], text[end]];
  return (
    !(before !== undefined && wordUnit.test(before) && wordUnit.test(text[start]!)) &&
    !(after !== undefined && wordUnit.test(after) && wordUnit.test(text[end - 1]!))
  );
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
 * where there is none, the first whole word in other letters, then any place.
 */
export function createGoldFinder(documents: readonly HeldDocument[]): GoldFinder {
  const mapped: (MappedText | undefined)[] = [];
  const placeOf = new Map(documents.map(({ id }, place) => [id, place]));
  const known = new Map<string, Found | null>();

  const find = (document: number, answer: string): Found | null => {
    const key = `${document} ${answer}`;
    let found = known.get(key);
    if (found === undefined) {
      const { text } = documents[document]!;
      const places = placesIn((mapped[document] ??= mapComparable(text)), comparableText(answer));
      const own = (place: Place) => text.slice(place.start, place.end) === answer.trim();
      const best =
        places.find((place) => own(place) && standsAlone(text, place)) ??
        places.find((place) => standsAlone(text, place)) ??
        places.find(own) ??
        places[0];
      found = best ? { best, places: places.length } : null;
      known.set(key, found);
    }
    return found;
  };

  return {
    locate({ document, answers, marks }) {
      const named = document === null ? undefined : placeOf.get(document);
      const unknownDocument = document !== null && named === undefined ? document : null;
      const given = answers.filter((answer) => !isBlank(answer));
      const everywhere = documents.map((_, place) => place);
      const missing = given.filter((answer) => everywhere.every((place) => find(place, answer) === null));
      const marked = marks.flatMap(({ document: id, start, end }): GoldSpan[] =>
        placeOf.has(id) ? [{ document: placeOf.get(id)!, start, end }] : [],
      );
      if (marked.length > 0)
        return { status: 'marked', gold: marked, places: marked.length, missing, unknownDocument };
      if (given.length === 0) return { status: 'no gold', gold: [], places: 0, missing, unknownDocument };
      // Its own document first, whichever of the answers stands there.
      for (const where of named === undefined ? [everywhere] : [[named], everywhere]) {
        for (const answer of given) {
          for (const place of where) {
            const found = find(place, answer);
            if (found)
              return {
                status: named === undefined || place === named ? 'located' : 'elsewhere',
                gold: [{ document: place, ...found.best }],
                places: found.places,
                missing,
                unknownDocument,
              };
          }
        }
      }
      return { status: 'not located', gold: [], places: 0, missing, unknownDocument };
    },
  };
}
