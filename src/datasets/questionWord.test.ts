import { describe, expect, it } from 'vitest';
import { questionWord } from './questionWord';

describe('the question word', () => {
  it.each([
    ['How many boats?', 'how many'],
    ['How far does it reach?', 'how'],
    ['In what year did it open?', 'what'],
    ['Whose keys opened it?', 'who'],
    ['To whom was it given?', 'who'],
    ['About how  much did it weigh?', 'how much'],
    ['Name the sound.', 'other'],
    ['Show the whole shower.', 'other'],
    ['WHERE is it?', 'where'],
  ])('of %j is %s', (question, word) => expect(questionWord(question)).toBe(word));
});
