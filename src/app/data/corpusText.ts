import { use, useEffect, useSyncExternalStore } from 'react';
import { commonPath, publishedByHash, type PublishedCorpus } from '../../datasets/published';
import {
  chunkingQuestionsFormat,
  chunkingSummaryFormat,
  chunkingTextsFormat,
  type ChunkingSummary,
} from '../../experiments/chunking/formats';
import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { startCorpusWorker, type TaskClient } from '../../worker/client';
import type { CorpusTasks } from '../../worker/protocol';
import { loadExperimentFile } from './artifacts';
import type { ArtifactSource } from './artifactSource';
import { fetchCorpusBytes } from './corpusTextFetch';
import { keptCorpora } from './corpusTextStorage';
import {
  createCorpusTextStore,
  type CorpusSource,
  type CorpusTextState,
  type QuestionText,
  type WantedCorpus,
} from './corpusTextStore';
import { sha256Hex } from '../../artifact/sha256';

export type { CorpusTextState, QuestionText, WantedCorpus } from './corpusTextStore';

let worker: TaskClient<CorpusTasks> | undefined;
const tasks = (): TaskClient<CorpusTasks> => (worker ??= startCorpusWorker());

const store = createCorpusTextStore({
  // Transferred, not copied: a file of 5 MB is gone from this thread at once.
  read: (files, expected) =>
    tasks().run('read', { files, expected }, { transfer: files.map(({ content }) => content.buffer) }),
  readKept: (file, hashInput, expected) => tasks().run('readKept', { file, hashInput, expected }),
  fetchBytes: fetchCorpusBytes,
  storage: keptCorpora,
  sha256Hex,
});

/** cl100k_base tokens of each text by itself, counted off the main thread. */
export async function countTokens(texts: string[]): Promise<number[]> {
  return (await tasks().run('countTokens', { texts })).counts;
}

/** Where a corpus may be had, in the order in which it is asked for; nowhere for a corpus that nobody publishes. */
export function corpusSources({ hash }: Pick<WantedCorpus, 'hash'>): CorpusSource[] {
  const files = publishedByHash(hash)?.files ?? [];
  if (files.length === 0) return [];
  return [
    {
      name: commonPath(files.map(({ beside }) => beside)),
      files: files.map(({ beside }) => ({ address: new URL(beside, document.baseURI).href, name: beside })),
    },
    {
      name: commonPath(files.map(({ address }) => address)),
      files: files.map(({ address }) => ({ address, name: address })),
    },
  ];
}

/** What is needed of a summary, whatever was measured on the corpus. */
type CorpusSummary = Pick<ChunkingSummary, 'corpus'>;
/** An experiment on a chunking corpus, wherever its files come from. */
export interface CorpusExperiment {
  source: ArtifactSource;
  entry: ExperimentEntry;
}

/** The text behind an experiment's offsets, and what a reader can do about it. */
export interface CorpusTextView {
  corpus: WantedCorpus;
  state: CorpusTextState;
  status: CorpusTextState['status'];
  /** Text by document index; null until it is loaded. */
  documents: readonly string[] | null;
  /** Text and answers by question index (that of `questions.json`); null until loaded. */
  questions: readonly QuestionText[] | null;
  /** Where the text is had, for a corpus that is published; undefined for any other. */
  published: PublishedCorpus | undefined;
  fetchIt: () => void;
  open: (files: readonly File[]) => void;
  cancel: () => void;
  keep: () => void;
  forget: () => void;
}

/**
 * The text of a chunking experiment. One that the artifact includes is waited for (under
 * Suspense); one of a third party is there once the reader has loaded it, in any view,
 * or kept it on this device before. `LoadCorpus` offers the ways.
 */
export function useCorpusText({ source, entry }: CorpusExperiment): CorpusTextView {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat));
  const { corpus } = summary;
  const { hash } = corpus;
  const included = corpus.text === 'included' ? use(loadIncluded(source, entry, summary)) : null;
  const held = useSyncExternalStore(store.subscribe, () => store.state(hash));
  useEffect(() => {
    if (corpus.text === 'not included') void store.lookUp(corpus);
  }, [corpus]);
  const state = included ?? held;
  const text = state.status === 'ready' ? state.text : null;
  const sources = corpusSources(corpus);
  return {
    corpus,
    state,
    status: state.status,
    documents: text?.documents ?? null,
    questions: text?.questions ?? null,
    published: publishedByHash(hash),
    fetchIt: () => void store.fetchFrom(corpus, sources),
    open: (files) => void store.open(corpus, files),
    cancel: () => store.cancel(hash),
    keep: () => void store.keep(hash),
    forget: () => void store.forget(hash),
  };
}

const includedTexts = new WeakMap<CorpusSummary, Promise<CorpusTextState>>();

/** One promise per summary, for `use()`. */
function loadIncluded(
  source: ArtifactSource,
  entry: ExperimentEntry,
  summary: CorpusSummary,
): Promise<CorpusTextState> {
  let pending = includedTexts.get(summary);
  if (!pending) {
    pending = readIncluded(source, entry, summary);
    pending.catch(() => includedTexts.delete(summary));
    includedTexts.set(summary, pending);
  }
  return pending;
}

async function readIncluded(
  source: ArtifactSource,
  entry: ExperimentEntry,
  { corpus }: CorpusSummary,
): Promise<CorpusTextState> {
  const [{ value: texts }, { value: questions }] = await Promise.all([
    loadExperimentFile(source, entry, 'texts.json', chunkingTextsFormat),
    loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
  ]);
  const file = source.nameOf(`${entry.id}/texts.json`);
  if (texts.documents.length !== corpus.documents.length)
    throw new ArtifactError({
      kind: 'invalid',
      file,
      path: '$.documents',
      found: `${texts.documents.length} documents`,
      expected: `${corpus.documents.length}, as in summary.json`,
    });
  texts.documents.forEach(({ text }, place) => {
    const { id, utf16Length } = corpus.documents[place]!;
    if (text.length !== utf16Length)
      throw new ArtifactError({
        kind: 'hash-mismatch',
        file,
        path: `$.documents[${place}].text`,
        found: `${text.length} UTF-16 code units`,
        expected: `${utf16Length}, the length of “${id}” in summary.json`,
      });
  });
  return {
    status: 'ready',
    text: {
      documents: texts.documents.map(({ text }) => text),
      questions: questions.questions.map(({ id, text = '', answers = [] }) => ({ id, text, answers })),
    },
    from: 'the artifact',
    checked: 'artifact',
    keeping: null,
  };
}
