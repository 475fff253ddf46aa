import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { corpusHashInput, type BenchmarkCorpus } from '../../datasets/corpus';
import {
  committedStrategies,
  type BenchmarkStrategy,
} from '../../experiments/chunking/measure/strategyIndex';
import { characterWindows } from '../../experiments/chunking/lottery/firstFragment';
import { sha256 } from '../artifacts/store';
import type { ChunkingMeasurement } from '../chunking/build';

const questionList = z.array(z.object({ id: z.string(), question: z.string(), target: z.string() }));
const fileText = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

const windows = (overlap: number): BenchmarkStrategy => ({
  id: overlap > 0 ? `windows-80-${overlap}` : 'windows-80',
  label: overlap > 0 ? `Windows of 80, ${overlap} overlap` : 'Windows of 80',
  description: `Windows of 80 characters${overlap > 0 ? `, each beginning ${overlap} before the end of the one before` : ', one after another'}.`,
  parameters: { chunkSize: 80, overlap, unit: 'characters' },
  chunk: ({ text }) => characterWindows(text, 80, overlap),
});

/** Windows, overlapping windows and paragraphs. */
export const exceptionStrategies = (): BenchmarkStrategy[] => [
  windows(0),
  windows(30),
  ...committedStrategies().filter(({ id }) => id === 'paragraph'),
];

/** The policy of a company that does not exist, with one sentence that answers each question. */
export async function exceptionCorpus(): Promise<BenchmarkCorpus> {
  const text = await fileText('policy.txt');
  const questions = z.parse(questionList, JSON.parse(await fileText('questions.json')));
  return {
    documents: [{ id: 'policy', title: 'Exports and deletion', text }],
    questions: questions.map(({ id, question, target }) => {
      const start = text.indexOf(target);
      if (start < 0)
        throw new RangeError(`question ${id}: the policy does not say ${JSON.stringify(target)}`);
      return {
        id,
        text: question,
        document: 0,
        answers: [target],
        gold: [{ document: 0, start, end: start + target.length }],
        families: { question: id },
      };
    }),
    groupings: [{ id: 'question', label: 'question' }],
    cluster: 'question',
  };
}

/** The missing-exception lab as a chunking experiment: shared words rank, and what counts is the first fragment. */
export async function exceptionMeasurement(): Promise<ChunkingMeasurement> {
  const corpus = await exceptionCorpus();
  return {
    id: 'missing-exception',
    title: 'The missing exception',
    question:
      'A rule and its exception stand a sentence apart. Does the fragment that a search returns first hold the one that the question needs?',
    corpus,
    statement: {
      name: 'A policy of four paragraphs, written for this project, with four questions',
      hash: sha256(corpusHashInput(corpus)),
      licence: 'MIT, as this program',
      text: 'included',
      source: null,
      sample: null,
    },
    strategies: exceptionStrategies(),
    main: 'word-overlap',
  };
}
