import { expect, it } from 'vitest';
import { familyLosses } from './familyLosses';

const question = (families: Record<string, string>) => ({ id: 'q', document: 0, gold: [], families });

it('losses add up by family, in its order, and nothing is lost from a family that a name hides', () => {
  const questions = [
    question({ language: 'en' }),
    question({ language: 'de' }),
    question({ language: 'en' }),
    question({ other: 'en' }),
  ];
  const losses = familyLosses(questions, { id: 'language', families: ['en', 'de', '__proto__'] }, (at) =>
    at === 0 ? 'boundary' : at === 1 ? 'ranking' : null,
  );
  expect(losses.map(({ family, n, missed }) => [family, n, missed])).toEqual([
    ['en', 2, 1],
    ['de', 1, 1],
    ['__proto__', 0, 0],
  ]);
  expect(losses[0]!.lost).toMatchObject({ boundary: 1, ranking: 0 });
});
