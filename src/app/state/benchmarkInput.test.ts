import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedQuestion } from '../../datasets/own/asked';
import {
  addDocument,
  addQuestions,
  deleteInputFromDevice,
  editQuestion,
  keepInputOnDevice,
  locateNow,
  markGold,
  removeDocument,
  removeQuestion,
  replaceInput,
  useBenchmarkInput,
} from './benchmarkInput';

const asked = vi.hoisted(() => ({ located: [] as string[][], kept: [] as unknown[] }));
vi.mock('../data/benchmarkRun', () => ({
  textBytes: (text: string) => text.length,
  holdDocuments: async (documents: readonly unknown[]) => ({
    languages: documents.map((_, place) => (place === 0 ? 'German' : null)),
  }),
  locateGold: async (_: unknown, questions: readonly AskedQuestion[]) => {
    asked.located.push(questions.map(({ id }) => id));
    return questions.map(({ answers }) => ({
      status: answers.length > 0 ? 'located' : 'no gold',
      gold: [],
      places: 0,
      missing: [],
      unknownDocument: null,
    }));
  },
}));
vi.mock('../data/benchmarkStorage', () => ({
  keptInputs: {
    get: async () => null,
    keep: async (_: string, input: unknown) => void asked.kept.push(input),
    remove: async () => void asked.kept.splice(0),
  },
}));

const question = (text: string, rest: object = {}) => ({
  id: null,
  text,
  answers: ['x'],
  document: null,
  family: null,
  marks: [],
  ...rest,
});
const state = () => useBenchmarkInput.getState();
const statuses = () => state().questions.map((one) => state().located.get(one)?.status);

beforeEach(() => {
  replaceInput([], []);
  asked.located.splice(0);
});

describe('documents and questions of a run', () => {
  it('have names and ids of their own', () => {
    addDocument('a.md', 'one');
    addDocument('a.md', 'two');
    expect(state().documents.map(({ id }) => id)).toEqual(['a.md', 'a.md (2)']);
    addQuestions([
      question('first'),
      question('second', { id: 'q1' }),
      question('third', { id: 'mine' }),
      question('fourth', { id: 'mine' }),
    ]);
    expect(state().questions.map(({ id }) => id)).toEqual(['q1', 'q1 (2)', 'mine', 'mine (2)']);
  });

  it('are looked for once, and again when they or the documents change', async () => {
    addDocument('a.md', 'x');
    addQuestions([question('first'), question('second', { answers: [] })]);
    await locateNow();
    await locateNow();
    expect(asked.located).toEqual([['q1', 'q2']]);
    expect(statuses()).toEqual(['located', 'no gold']);
    expect([...state().languages.values()]).toEqual(['German']);
    editQuestion('q2', { answers: ['y'] });
    expect(statuses()).toEqual(['located', undefined]);
    await locateNow();
    expect(asked.located.at(-1)).toEqual(['q2']);
    addDocument('b.md', 'y');
    expect(statuses()).toEqual([undefined, undefined]);
  });

  it('take marked text as gold of a new question or of one that is there', () => {
    addDocument('a.md', 'some text');
    const made = markGold({ document: 'a.md', start: 0, end: 4 }, null);
    expect(state().questions).toMatchObject([
      { id: made.id, document: 'a.md', marks: [{ start: 0, end: 4 }] },
    ]);
    markGold({ document: 'a.md', start: 5, end: 9 }, made.id);
    expect(state().questions[0]!.marks).toHaveLength(2);
    removeDocument('a.md');
    expect(state().questions[0]!.marks).toEqual([]);
    removeQuestion(made.id);
    expect(state().questions).toEqual([]);
  });

  it('are kept on the device by choice only, and deleted from it', async () => {
    addDocument('a.md', 'text');
    expect(asked.kept).toEqual([]);
    await keepInputOnDevice();
    expect(asked.kept).toEqual([{ documents: [{ id: 'a.md', text: 'text' }], questions: [] }]);
    await deleteInputFromDevice();
    expect(asked.kept).toEqual([]);
    expect(state().kept).toBe(false);
  });
});
