/** A text that an English-only model is not made for. */
export interface LanguageWarning {
  /** English name of the language, or of the script with an example where letters alone do not tell. */
  language: string;
  /** Share of the evidence that speaks for it: of the letters for a script, of the known function words for a language in Latin letters. */
  share: number;
  message: string;
}

/** Letters looked at; longer texts are sampled evenly. */
const sampleLength = 20_000;
const leastScriptShare = 0.1;

const scripts: [language: string, letters: RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Arabic script (such as Arabic or Persian)', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Cyrillic script (such as Russian or Ukrainian)', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Devanagari script (such as Hindi)', /\p{Script=Devanagari}/gu],
  ['Bengali', /\p{Script=Bengali}/gu],
  ['Tamil', /\p{Script=Tamil}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Georgian', /\p{Script=Georgian}/gu],
  ['Armenian', /\p{Script=Armenian}/gu],
];

/** Frequent function words, each list without those that English text holds too. */
const functionWords: [language: string, words: string][] = [
  ['English', 'the of and to in is that it for was with as are this be by on from or have not which an at'],
  [
    'German',
    'der die das und ist nicht ein eine den dem mit für auf von zu im wird sind werden auch oder bei nach',
  ],
  ['French', 'le la les des et est une dans pour qui que pas sur avec au du ce sont vous nous par plus'],
  ['Spanish', 'el los las una es por con para que del se su más pero como está son al y lo'],
  ['Portuguese', 'os uma não para com que por mais dos das ao como são você foi em é da'],
  ['Italian', 'il gli una che non per con sono della del di è più anche questo nella alla ed'],
  ['Dutch', 'het een van en niet dat zijn met voor op aan ook bij worden deze naar te'],
  ['Swedish', 'och att det som en är på för av med till inte den ett från har'],
  ['Polish', 'nie się na że jest do jak przez dla oraz które jego są od ale'],
  ['Turkish', 'bir ve bu için ile olarak daha çok olan değil gibi kadar ama'],
];
const votes = new Map<string, string[]>();
for (const [language, words] of functionWords) {
  for (const word of words.split(' ')) votes.set(word, [...(votes.get(word) ?? []), language]);
}

function sample(text: string): string {
  if (text.length <= sampleLength) return text;
  const parts = 20;
  const length = sampleLength / parts;
  const step = (text.length - length) / (parts - 1);
  return Array.from({ length: parts }, (_, i) =>
    text.slice(Math.floor(i * step), Math.floor(i * step) + length),
  ).join(' ');
}

/**
 * A warning when a text is, as far as its letters and function words tell, not
 * English; `null` when it is, or when there is too little to tell by.
 *
 * A hint for the reader, not a language detector: foreign names in an English
 * text and short phrases stay unremarked.
 */
export function languageWarning(text: string): LanguageWarning | null {
  const looked = sample(text);
  const letters = looked.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  const counts = scripts.map(([language, pattern]) => ({
    language,
    share: (looked.match(pattern)?.length ?? 0) / letters,
  }));
  const kana = counts[0]!;
  const han = counts[1]!;
  // Japanese mixes kana with Han; Chinese has no kana.
  if (kana.share > 0.1 * han.share) {
    kana.share += han.share;
    han.share = 0;
  }
  const script = counts.reduce((best, next) => (next.share > best.share ? next : best));
  if (script.share >= leastScriptShare)
    return warning(script.language, script.share, `${percent(script.share)} of the letters`);

  const tally = new Map<string, number>();
  let known = 0;
  for (const word of looked.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const languages = votes.get(word);
    if (!languages) continue;
    known += 1;
    for (const language of languages) tally.set(language, (tally.get(language) ?? 0) + 1);
  }
  const [best] = [...tally].sort((a, b) => b[1] - a[1]);
  if (!best || best[0] === 'English' || best[1] < 4 || best[1] < 2 * (tally.get('English') ?? 0)) return null;
  return warning(best[0], best[1] / known, 'by its most frequent words');
}

function percent(share: number): string {
  return share > 0.995 ? 'all' : `${Math.round(100 * share)} %`;
}

function warning(language: string, share: number, evidence: string): LanguageWarning {
  return {
    language,
    share,
    message: `This looks like ${language} (${evidence}). The built-in model was made for English and understands little else: expect poor matches, or choose a multilingual model at an endpoint of yours.`,
  };
}
