import fc from 'fast-check';

/** Texts that break offsets, cuts and sizes, each with the reason that it is here. */
const named: Record<string, string> = {
  empty: '',
  space: ' ',
  'white space of every kind': ' \t\n\r\n\u00a0\u2028\u2029\u3000\u200a\ufeff\v\f',
  'one letter': 'a',
  'short sentences': 'Hi. Hi. Hi. Hi. Hi. Hi. ',
  'a number and an address': 'Pay 3.50 at example.com/a?b=1.',
  'Windows line ends': 'First line.\r\nSecond line!\r\n\r\nThird “paragraph”.\r\n',
  'old line ends': 'one\rtwo\r\rthree',
  'line separators': 'one\u2028two\u2029three\u0085four',
  'no-break spaces': 'a\u00a0b\u00a0c. d\u202fe\u3000f',
  'byte order mark': '\ufeffTitle\n\nBody with \ufeff inside.',
  'family and flags': 'Here 👨‍👩‍👧‍👦 are 🇩🇪🇨🇳🇸🇦 and 👋🏻👋🏿, ❤️‍🔥. Done.',
  'emoji without a space': '🙂'.repeat(60) + '👩🏽‍🚀'.repeat(20),
  'regional indicators': '🇩'.repeat(41),
  'keycaps and tags': '1️⃣2️⃣#️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 end',
  'combining marks': 'é ñ ȩ̌ Z̷̢͕͌a̵̳͝l̶̰̋g̷̛͙o̸͚͊ ẹ́.',
  'a mark on a space': 'a \u0301b.\u0301 c\n\u0301d',
  'a long cluster': 'a' + '\u0301'.repeat(300) + ' b',
  'half pairs': 'a\ud83db\ude42c \ud83d\ud83d \ude42\ude42. \ud83d',
  'half pair at the end of a line': 'x\ud83d\r\n\ude42y',
  astral: '𝒜𝓁𝓅𝒽𝒶 𠮷𠮷𠮷。𐍈𐍈 𝟘𝟙',
  Arabic: 'أجوبة قصيرة. هل هذا سؤال؟ نعم! \u0600123 ‏RTL‎ mixed עברית שלום.',
  Thai: 'ภาษาไทยไม่มีช่องว่างระหว่างคำและเขียนติดกันไปเรื่อยๆน้ำกำลัง'.repeat(3),
  Lao: 'ພາສາລາວບໍ່ມີຍະຫວ່າງ'.repeat(3),
  Khmer: 'ភាសាខ្មែរមិនមានដកឃ្លារវាងពាក្យទេ'.repeat(3),
  Chinese: '他说：“好。”然后走了！真的吗？！是的…好。哈哈哈｡完',
  'Chinese without a stop': '汉字'.repeat(150),
  Japanese: 'ラーメンが食べたい。「はい！」と彼は言った。カ\u3099行',
  Korean: '한국어 문장입니다. 각각 ᄀᆞᆫ 그리고 끝.',
  Hindi: 'क्षत्रिय नमस्ते दुनिया। यह ठीक है। स्त्री क्‍ष',
  Turkish: 'İrfan said yes. ISPARTA ılık.',
  'quotes and brackets': 'He said "No." (Really?) Then [left.] „Ja.“ «Non.» End…” x',
  'dots in rows': '... !!! ??? … . . . ?!',
  'a mixed message': '🙂 答案\r\nأجوبة',
  code: 'for (let i = 0; i < n; i++) {\n\tfoo(i);\n}\n\n\n// a.b.c?.d\n',
  table: '| a | b |\n|---|---|\n| 1. | 2? |\n',
  'a long word': 'x'.repeat(700),
  'a long line of words': 'word '.repeat(200).trimEnd(),
  'many short lines': 'a\n'.repeat(120),
  'zero width characters': 'zero\u200bwidth\u200c\u200djoin\u2060er',
  'controls': 'a\u0000b\u0001c\u001f d\u007f',
  'private use and noncharacters': '\ue000\uffff\ufffe \u{10ffff}.',
  prototype: '__proto__ constructor toString.',
};

export const nastyTexts: readonly string[] = Object.values(named);
/** The same with names, for `it.each`. */
export const namedNastyTexts: readonly (readonly [name: string, text: string])[] = Object.entries(named);

const scraps = [
  'a', 'b', 'word', 'Sentence one.', ' ', '  ', '\n', '\n\n', '\r\n', '\r', '\t', '\u00a0', '\u2028', '\u2029', '\ufeff', '\u3000',
  '.', '!', '?', '…', '。', '！', '？', '｡', '"', '”', '“', ')', '」', '. ', '! ', ', ', '3.50', 'a@b.c',
  '汉', '字', '𠮷', 'カ', '\u3099', 'ー', 'ไ', 'น้ำ', '\u0e33', 'ខ្មែ', 'क्ष', '한', '\u1100', '\u1161', '\u11a8', 'أ', '\u0600', 'ש',
  '🙂', '👩‍🚀', '🏽', '🇩', '\u200d', '\ufe0f', '\u0301', '\u200b', '©', '\ud83d', '\ude42', 'İ', 'ß', '\u0000',
];

/** Random texts built from the scraps that make trouble next to one another, and from plain words. */
export function nastyText(maxScraps = 60): fc.Arbitrary<string> {
  const scrap = fc.oneof({ arbitrary: fc.constantFrom(...scraps), weight: 4 }, { arbitrary: fc.stringMatching(/^[a-z]{1,9} $/), weight: 2 }, { arbitrary: fc.string({ unit: 'binary', maxLength: 2 }), weight: 1 });
  return fc.oneof(fc.array(scrap, { maxLength: maxScraps }).map((list) => list.join('')), fc.constantFrom(...nastyTexts));
}
