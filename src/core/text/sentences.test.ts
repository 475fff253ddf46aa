import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { isGraphemeBoundary } from './graphemes';
import { sentenceSpans } from './sentences';
import { isBlank } from './spans';

const sentences = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

function expectWhole(text: string): void {
  let last = 0;
  for (const { start, end } of sentenceSpans(text)) {
    expect(isBlank(text, last, start), 'between sentences lies white space alone').toBe(true);
    expect(end).toBeGreaterThan(start);
    expect(isGraphemeBoundary(text, start) && isGraphemeBoundary(text, end)).toBe(true);
    last = end;
  }
  expect(isBlank(text, last)).toBe(true);
}

describe('sentenceSpans', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \n\u00a0', []],
    ['Pay 3.50 at example.com/a?b=1.', ['Pay 3.50 at example.com/a?b=1.']],
    ['Text 1. Text 2.', ['Text 1.', 'Text 2.']],
    ['好。哈哈哈', ['好。', '哈哈哈']],
    ['One sentence.', ['One sentence.']],
    ['hello. foo bar. cat dog. mouse', ['hello.', 'foo bar.', 'cat dog.', 'mouse']],
    ['Really?! Yes… (No.) “So.” End', ['Really?!', 'Yes…', '(No.)', '“So.”', 'End']],
    ['a\rb\r\nc\nd\u2028e\u2029f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['no stop\n\n\n second line', ['no stop', 'second line']],
    ['他说：“好。”然后走了！！真的？', ['他说：“好。”', '然后走了！！', '真的？']],
    ['他走。“好”', ['他走。', '“好”']],
    ['Er sagte „Ja.“ Dann ging er.', ['Er sagte „Ja.“', 'Dann ging er.']],
    ['end.No space', ['end.No space']],
    ['半角｡次', ['半角｡', '次']],
    ['वह गया। फिर आया॥ अंत', ['वह गया।', 'फिर आया॥', 'अंत']],
    ['क।ख', ['क।ख']],
    ['هل جاء؟ نعم. وہ گیا۔ پھر', ['هل جاء؟', 'نعم.', 'وہ گیا۔', 'پھر']],
    ['ሰላም።” ደህና', ['ሰላም።”', 'ደህና']],
    ['ទៅ។មក', ['ទៅ។', 'មក']],
    ['သွား။လာ', ['သွား။', 'လာ']],
    ['a.\ufe0f b。\ufe00c', ['a.\ufe0f', 'b。\ufe00', 'c']],
  ])('cuts %j', (text, expected) => expect(sentences(text)).toEqual(expected));

  it('keeps equal sentences apart by their offsets', () => {
    expect(sentenceSpans('Hi. '.repeat(6)).map(({ start }) => start)).toEqual([0, 4, 8, 12, 16, 20]);
  });

  it.each(namedNastyTexts)('loses nothing and cuts no cluster in %s', (_, text) => expectWhole(text));

  it('loses nothing and cuts no cluster in random text', () => {
    fc.assert(fc.property(nastyText(), expectWhole), { seed: 5, numRuns: 500 });
  });

  it('needs linear time on long runs', () => {
    expect(sentenceSpans('汉'.repeat(48_000))).toEqual([{ start: 0, end: 48_000 }]);
    expect(sentenceSpans('.'.repeat(48_000) + 'x')).toEqual([{ start: 0, end: 48_001 }]);
    expect(sentenceSpans('."'.repeat(24_000) + 'x')).toEqual([{ start: 0, end: 48_001 }]);
    expect(sentenceSpans('。'.repeat(48_000))).toHaveLength(1);
    expect(sentenceSpans(' '.repeat(100_000))).toEqual([]);
  });
});
