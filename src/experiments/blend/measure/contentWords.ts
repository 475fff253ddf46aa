/**
 * Articles, pronouns, prepositions, conjunctions and auxiliaries: words that carry no
 * subject. Kept short, so that in doubt a word counts as content and the sentence
 * is left out. English, since the authored fixtures are.
 */
const functionWords = new Set(
  (
    'a an the this that these those ' +
    'i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves ' +
    'who whom whose which what when where why how ' +
    'am is are was were be been being have has had having do does did doing done can could will would shall should may might must cannot ' +
    'and but or nor if because as until while although though than so ' +
    'of at by for with about against between into through during before after above below to from up down in out on off over under upon within without around ' +
    'not no only too very just then there here again once all any both each some such other ' +
    's t d ll m re ve don doesn didn isn wasn weren aren couldn shouldn wouldn hasn haven hadn won'
  ).split(' '),
);

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** Lower-case words of a text in order, punctuation dropped. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(wordPattern) ?? [];
}

/** A word without its English inflection, so that `keys` meets `key` and `changed` meets `changing`. Crude on purpose: it only ever excludes more. */
function stem(word: string): string {
  const cut = word.replace(/(?:ings?|ed|es|s|e|y|ies|ied)$/, '');
  return cut.length >= 3 ? cut : word;
}

/** The stems of the words of a text that carry a subject. */
export function contentStems(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !functionWords.has(word))
      .map(stem),
  );
}

/** Whether two texts share a word that carries a subject, in any inflection. */
export function shareContentWord(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const word of a) if (b.has(word)) return true;
  return false;
}

/** The longest run of words that two texts share, case and punctuation ignored; 0 when they share none. */
export function longestSharedRun(a: string, b: string): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  let best = 0;
  let previous = new Array<number>(right.length + 1).fill(0);
  for (const word of left) {
    const current = new Array<number>(right.length + 1).fill(0);
    for (let index = 0; index < right.length; index += 1) {
      if (right[index] !== word) continue;
      const run = previous[index]! + 1;
      current[index + 1] = run;
      if (run > best) best = run;
    }
    previous = current;
  }
  return best;
}
