import { ArtifactError } from '../artifact/errors';
import { sha256Hex } from '../artifact/sha256';
import type { Tokenizer } from '../core/chunking/tokens';
import { readOwnFacts } from '../datasets/threads/ownFacts';
import { readOwnThreads, type OwnThreads } from '../datasets/threads/ownThreads';
import type { ThreadsCorpus } from '../datasets/threads/threads';
import {
  ownThreadsQuestion,
  threadsEntry,
  threadsHashInput,
  threadsTexts,
} from '../experiments/threads/files';
import {
  measureThreads,
  prepareThreads,
  threadTexts,
  type ThreadsStep,
} from '../experiments/threads/measure/measure';
import { languageWarning } from '../providers/local/languageWarning';
import type { VectorCache } from '../providers/shared/vectorCache';
import { embedSets, planSets, prefixesOf, probeSets, setsOf, tokenSums } from './embedLists';
import type { RunEvent } from './embedProtocol';
import type { Embedders } from './embedders';
import { storedModel } from './storedModel';
import { createStepper } from './benchmarkSteps';
import type { TaskContext, TaskHandlers } from './taskChannel';
import type { Refused, ThreadsRunInput, ThreadsTasks } from './threadsProtocol';

/** Texts of a plan that are shown. */
const shownTexts = 200;
/** Bytes of one file of a history. */
const fileBytes = 200_000_000;
/** How much of a thread its language is told by. */
const judgedLength = 20_000;

async function textOf(file: Blob, name: string): Promise<string> {
  if (file.size > fileBytes)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${file.size} bytes`,
      expected: `at most ${fileBytes} bytes a file`,
    });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new ArtifactError({
      kind: 'not-text',
      file: name,
      found: 'bytes that are no UTF-8 text, or a file that the browser cannot read',
      expected: 'chat messages as JSON or JSONL',
    });
  }
}

/** The answer in words where reading failed: error classes do not cross between threads. */
async function orRefused<T>(read: () => T | Promise<T>): Promise<T | Refused> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    const { kind, file, path, found, expected } = error;
    return { kind: 'refused', problem: { kind, file, path, found, expected } };
  }
}

/** The reader's own threads on the page: read, indexed, embedded and measured here. */
export function threadsHandlers(
  embedders: Embedders,
  cache: VectorCache,
  loadTokenizer: () => Promise<Tokenizer>,
): TaskHandlers<ThreadsTasks> {
  let held: OwnThreads & { name: string } = { name: '', threads: [], notices: [] };

  const prepare = async ({ facts, setup }: ThreadsRunInput, context: TaskContext<RunEvent>) => {
    const found = readOwnFacts('facts', facts, held.threads);
    const corpus: ThreadsCorpus = { name: held.name, threads: held.threads, facts: found.facts, mixed: [] };
    const step: ThreadsStep = createStepper(context).step;
    const prepared = await prepareThreads(corpus, setup, await loadTokenizer(), step);
    return {
      corpus,
      prepared,
      step,
      texts: threadTexts(prepared),
      notices: [...held.notices, ...found.notices],
    };
  };
  const queriesOf = ({ facts }: ThreadsCorpus) => facts.map(({ text }) => text);

  return {
    holdThreads: ({ files, names }) =>
      orRefused(async () => {
        const texts: { name: string; text: string }[] = [];
        const unread: string[] = [];
        let first: ArtifactError | null = null;
        for (const [index, file] of files.entries()) {
          const name = names[index] ?? `file ${index + 1}`;
          try {
            texts.push({ name, text: await textOf(file, name) });
          } catch (error) {
            if (!(error instanceof ArtifactError)) throw error;
            first ??= error;
            unread.push(`Left out: ${error.message}`);
          }
        }
        if (texts.length === 0 && first) throw first;
        const read = readOwnThreads(texts);
        held = { ...read, name: names.join(', '), notices: [...unread, ...read.notices] };
        return {
          kind: 'held' as const,
          threads: held.threads.map(({ id, title, turns }) => ({
            id,
            title,
            turns: turns.length,
            language:
              languageWarning(
                turns
                  .flatMap(({ sources }) =>
                    sources.filter(({ kind }) => kind !== 'tool').map(({ text }) => text),
                  )
                  .join('\n')
                  .slice(0, judgedLength),
              )?.language ?? null,
          })),
          notices: held.notices,
        };
      }),

    readFacts: ({ name, text }) =>
      orRefused(() => {
        const { facts, notices } = readOwnFacts(name, text, held.threads);
        return { kind: 'read' as const, facts: facts.length, notices };
      }),

    async planThreads(input, context) {
      const { corpus, texts } = await prepare(input, context);
      return planSets(input.spec, embedders, cache, setsOf(texts, input.spec), {
        probe: input.probe,
        list: shownTexts,
        queries: queriesOf(corpus),
        signal: context.signal,
      });
    },

    async runThreads(input, context) {
      const { signal, emit } = context;
      const { spec, ticket, id, title } = input;
      const { corpus, prepared, step, texts, notices } = await prepare(input, context);
      const provider = embedders.open(spec, emit, ticket, signal);
      const sets = setsOf(texts, spec);
      const embedded = await embedSets(provider, cache, sets, {
        signal,
        prefixOf: prefixesOf(spec, { queries: queriesOf(corpus) }),
        onProgress: (progress) => emit({ kind: 'embed', stage: 'all', ...progress }),
      });
      const readToEnd = await probeSets(input, embedders, provider, sets, embedded, signal);
      const vectors = new Map(
        sets.flatMap((set, at) =>
          set.flatMap((text, slot): [string, Float32Array][] => {
            const vector = embedded[at]!.vectors[slot];
            return vector ? [[text, vector]] : [];
          }),
        ),
      );
      const files = await measureThreads(
        prepared,
        (text) => {
          const vector = vectors.get(text);
          if (!vector) throw new RangeError(`no vector of “${text.slice(0, 80)}”`);
          return vector;
        },
        {
          id,
          title,
          question: ownThreadsQuestion,
          corpusHash: (await sha256Hex(new TextEncoder().encode(threadsHashInput(corpus)))) ?? '',
          model: storedModel(provider.model),
          notices,
        },
        step,
      );
      return {
        files: await Promise.all(
          threadsTexts(files).map(async ({ name, text }) => {
            const bytes = new TextEncoder().encode(text);
            return { name, bytes, sha256: await sha256Hex(bytes) };
          }),
        ),
        entry: threadsEntry(files.summary, {
          label: 'own threads',
          title: 'Measured in this page on threads of the reader',
        }),
        sums: tokenSums(embedded),
        readToEnd,
        spec,
        model: provider.model,
      };
    },
  };
}
