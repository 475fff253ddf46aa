import { describe, expect, it } from 'vitest';
import { comparableText } from '../../core/text/findText';
import type { AskedQuestion } from './asked';
import { corpusOf } from './corpusOf';
import { createGoldFinder } from './locate';

const question = (answer: string, document: string | null = null): AskedQuestion => ({
  id: 'q',
  text: 'Q?',
  document,
  answers: [answer],
  marks: [],
  family: null,
});
const located = (text: string, answer: string) =>
  createGoldFinder([{ id: 'a', text }]).locate(question(answer));
const spelling = (text: string, answer: string): string | undefined => {
  const [gold] = located(text, answer).gold;
  return gold && text.slice(gold.start, gold.end);
};

describe('gold that is typed otherwise than the document', () => {
  it.each([
    ['accents apart', 'Ce cafe\u0301 est fermé.', 'café', 'cafe\u0301'],
    ['accents together', 'Ce café est fermé.', 'cafe\u0301', 'café'],
    ['a ligature', 'The of\uFB01ce is open.', 'office', 'of\uFB01ce'],
    ['spaces that do not break', 'It takes 7\u00A0days.', '7 days', '7\u00A0days'],
    ['zero width spaces', 'It takes seven\u200B days.', 'seven days', 'seven\u200B days'],
    ['soft hyphens', 'The reim\u00ADburse\u00ADment.', 'reimbursement', 'reim\u00ADburse\u00ADment'],
    ['curly quotes', 'It’s over.', "it's over", 'It’s over'],
    ['Hangul apart', '저는 서울에 삽니다.'.normalize('NFD'), '서울에', '서울에'.normalize('NFD')],
  ])('%s', (_, text, answer, expected) => {
    expect(spelling(text, answer)).toBe(expected);
    expect(located(text, answer)).toMatchObject({ status: 'located', places: 1, missing: [] });
    // The answer rule compares no accents: what the document writes becomes an answer too.
    const documents = [{ id: 'a', text }];
    const { answers } = corpusOf(documents, [question(answer)], [located(text, answer)]).questions[0]!;
    expect(answers.some((own) => comparableText(text).includes(comparableText(own)))).toBe(true);
    expect(answers[0]).toBe(answer);
  });

  it('lies in its own document, even where another writes it letter for letter', () => {
    const finder = createGoldFinder([
      { id: 'b', text: 'café' },
      { id: 'a', text: 'cafe\u0301' },
    ]);
    expect(finder.locate(question('café', 'a'))).toMatchObject({
      status: 'located',
      gold: [{ document: 1 }],
    });
    expect(finder.locate(question('café'))).toMatchObject({ status: 'located', gold: [{ document: 0 }] });
    expect(finder.locate(question('cave', 'a'))).toMatchObject({ status: 'not located', missing: ['cave'] });
  });

  it('adds no spelling where the answer rule finds the answer', () => {
    const documents = [{ id: 'a', text: 'Seven  DAYS' }];
    const asked = question('seven days');
    expect(
      corpusOf(documents, [asked], [createGoldFinder(documents).locate(asked)]).questions[0]!.answers,
    ).toEqual(['seven days']);
  });
});

describe('gold inside a word only', () => {
  it.each([
    ['It is not here.', 'no', true],
    ['It is not here. No.', 'no', undefined],
    ['Often seen', 'ten', true],
    ['Room 1234', '23', true],
    ['Room 23-4', '23', undefined],
    ['Это неправда', 'правда', true],
    ['πολύ καλός', 'καλό', true],
    ['किताब', 'क', true],
    ['लाल किताब है', 'किताब', undefined],
    ['caféteria', 'café', true],
    ['客户可以在三十天内退款', '三十天内', undefined],
    ['東京タワーです', '東京タワー', undefined],
    ['ฉันอยู่ที่กรุงเทพ', 'กรุงเทพ', undefined],
    ['𝒜𝒷𝒸 x', '𝒷', true],
    ['x🙂no🙂', 'no', undefined],
    ['snake_case', 'case', undefined],
  ])('%s: %s', (text, answer, inside) => {
    expect(located(text, answer)).toMatchObject({ status: 'located' });
    expect(located(text, answer).insideWord).toBe(inside);
  });
});
