import { corpusHashInput, type BenchmarkCorpus } from '../../datasets/corpus';
import { count } from '../../core/stats/format';
import { sha256 } from '../artifacts/store';
import type { ChunkingMeasurement } from '../chunking/build';
import { readHandbook } from './corpus';

/** The handbook as a chunking experiment: its text is part of the artifact. */
export async function handbookMeasurement(): Promise<ChunkingMeasurement> {
  const { corpus, unanswered } = await readHandbook();
  const { documents, questions, groupings } = corpus;
  const open: BenchmarkCorpus = {
    ...corpus,
    questions: unanswered.map(({ id, text, document, families }) => ({
      id,
      text,
      document,
      answers: [],
      gold: [],
      families,
    })),
    groupings,
  };
  return {
    id: 'handbook',
    title: 'A handbook with exceptions',
    question:
      'On a company’s own documents, where exceptions stand far from their rules, which setup returns the whole evidence within a budget, and which one notices that there is none?',
    corpus,
    open,
    statement: {
      name: `A handbook written for this project, ${count(documents.length)} documents and ${count(questions.length)} questions, besides ${count(unanswered.length)} that it leaves open`,
      hash: sha256(corpusHashInput(corpus)),
      licence: 'MIT, as this program',
      text: 'included',
      source: null,
      sample: null,
    },
    // A hybrid of BM25 and the plain embedding is on SQuAD; here it is the blended one.
    retrievers: ['embedding', 'embedding-blend', 'hybrid-blend'],
  };
}
