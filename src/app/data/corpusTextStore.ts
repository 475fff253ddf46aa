import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { ArtifactError } from '../../artifact/errors';
import type { CorpusAnswer, CorpusContent, ExpectedCorpus } from '../../worker/protocol';
import type { CorpusStorage } from './corpusTextStorage';

export interface QuestionText {
  id: string;
  text: string;
  /** Distinct gold answers. */
  answers: readonly string[];
}

/** The text behind an experiment's offsets. */
export interface CorpusText {
  /** Text of each document, in the order of the summary. */
  documents: readonly string[];
  /** In the order of `questions.json`. */
  questions: readonly QuestionText[];
}

/** What is known of a corpus's text in this page. */
export type CorpusTextState =
  /** It is looked for where no reader needs to be asked: in the artifact, or in what this device keeps. */
  | { status: 'checking' }
  /** Nobody has loaded it. `failures`: why earlier tries gave none, and what went wrong since. */
  | { status: 'absent'; failures: readonly Error[] }
  | { status: 'loading'; from: string; loadedBytes: number }
  | {
      status: 'ready';
      text: CorpusText;
      /** Where it came from, in words: `dev-v1.1.json`, `this device`, `the artifact`. */
      from: string;
      /** Whether its SHA-256 was compared; where the page has no secure context only lengths are. */
      checked: 'hash' | 'lengths' | 'artifact';
      /** What keeping it takes; null for text that the artifact includes. */
      keeping: { kept: boolean; bytes: number; failure: Error | null } | null;
    };

/** The part of a summary that tells which text is wanted. */
export type WantedCorpus = ChunkingSummary['corpus'];

/** An address that may hold the text. */
export interface CorpusAddress {
  address: string;
  /** The address as the reader is told it. */
  name: string;
}

/** A place that may hold all files of a corpus. */
export interface CorpusSource {
  name: string;
  files: readonly CorpusAddress[];
}

/** A file as it is given to the thread that decodes it. */
export interface LoadedFile {
  name: string;
  content: Uint8Array<ArrayBuffer>;
}

export interface CorpusTextDependencies {
  /** Decodes off the main thread. */
  read(files: readonly LoadedFile[], expected: ExpectedCorpus): Promise<CorpusAnswer>;
  readKept(file: string, hashInput: string, expected: ExpectedCorpus): Promise<CorpusAnswer>;
  /** The bytes of an address; rejects with an `ArtifactError`, or as aborted. */
  fetchBytes(
    address: CorpusAddress,
    onBytes: (loaded: number) => void,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  storage: CorpusStorage;
  sha256Hex(bytes: Uint8Array): Promise<string | null>;
}

/** Larger files are refused unread: the largest corpus that is known here has 5 MB. */
const maxFileBytes = 256 * 1024 * 1024;
const keptName = 'the text kept on this device';

/**
 * The texts that this page holds, by corpus hash. Nothing is fetched, opened or kept
 * unless the reader asks; only what they kept before is read without a question.
 */
export function createCorpusTextStore({
  read,
  readKept,
  fetchBytes,
  storage,
  sha256Hex,
}: CorpusTextDependencies) {
  const states = new Map<string, CorpusTextState>();
  const hashInputs = new Map<string, string>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  const publish = (hash: string, state: CorpusTextState) => {
    states.set(hash, state);
    for (const listener of listeners) listener();
  };

  const accept = async (
    wanted: WantedCorpus,
    file: string,
    answer: CorpusAnswer,
    kept: boolean,
  ): Promise<CorpusTextState> => {
    if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
    const { content } = answer;
    const bytes = new TextEncoder().encode(content.hashInput);
    const hash = await sha256Hex(bytes);
    if (hash !== null && hash !== wanted.hash) {
      throw new ArtifactError({
        kind: 'hash-mismatch',
        file,
        found: `texts with SHA-256 ${hash}`,
        expected: `SHA-256 ${wanted.hash}, that of the texts which the figures were measured on`,
      });
    }
    hashInputs.set(wanted.hash, content.hashInput);
    return {
      status: 'ready',
      text: textOf(content),
      from: file,
      checked: hash === null ? 'lengths' : 'hash',
      keeping: { kept, bytes: bytes.byteLength, failure: null },
    };
  };

  /** Runs one try after another until one gives the text; remembers why the others did not. */
  const attempt = async (
    hash: string,
    from: string,
    tries: readonly ((signal: AbortSignal, onBytes: (loaded: number) => void) => Promise<CorpusTextState>)[],
  ): Promise<void> => {
    running.get(hash)?.abort();
    const controller = new AbortController();
    running.set(hash, controller);
    const current = () => running.get(hash) === controller;
    publish(hash, { status: 'loading', from, loadedBytes: 0 });
    const failures: Error[] = [];
    for (const load of tries) {
      try {
        const state = await load(
          controller.signal,
          (loadedBytes) => current() && publish(hash, { status: 'loading', from, loadedBytes }),
        );
        if (current()) publish(hash, state);
        return;
      } catch (error) {
        if (!current()) return;
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    publish(hash, { status: 'absent', failures: shownFailures(failures) });
  };

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    state: (hash: string): CorpusTextState => states.get(hash) ?? checking,

    /** Looks once for what this device keeps of it. */
    async lookUp(wanted: WantedCorpus): Promise<void> {
      const { hash } = wanted;
      if (states.has(hash)) return;
      states.set(hash, checking);
      const kept = await storage.get(hash);
      if (states.get(hash) !== checking) return;
      if (!kept) return publish(hash, absent);
      try {
        publish(
          hash,
          await accept(
            wanted,
            'this device',
            await readKept(keptName, kept.hashInput, expectedOf(wanted)),
            true,
          ),
        );
      } catch (error) {
        // What was kept is damaged: it must not come back on every visit.
        await storage.remove(hash).catch(() => undefined);
        publish(hash, {
          status: 'absent',
          failures: [error instanceof Error ? error : new Error(String(error))],
        });
      }
    },

    /** Asks one place after another for the files. */
    fetchFrom: (wanted: WantedCorpus, sources: readonly CorpusSource[]): Promise<void> =>
      attempt(
        wanted.hash,
        sources.at(-1)?.name ?? '',
        sources.map((source) => async (signal, onBytes) => {
          const files: LoadedFile[] = [];
          let before = 0;
          for (const address of source.files) {
            const content = await fetchBytes(address, (loaded) => onBytes(before + loaded), signal);
            before += content.byteLength;
            files.push({ name: address.name, content });
          }
          return accept(wanted, source.name, await read(files, expectedOf(wanted)), false);
        }),
      ),

    /** Reads the files that the reader picked or dropped. */
    open: (
      wanted: WantedCorpus,
      picked: readonly Pick<File, 'name' | 'size' | 'arrayBuffer'>[],
    ): Promise<void> => {
      const names = picked.map(({ name }) => name).join(', ');
      return attempt(wanted.hash, names, [
        async () => {
          const files: LoadedFile[] = [];
          for (const file of picked) {
            if (file.size > maxFileBytes)
              throw new ArtifactError({
                kind: 'too-large',
                file: file.name,
                found: `${file.size} bytes`,
                expected: `at most ${maxFileBytes} bytes`,
              });
            files.push({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) });
          }
          return accept(wanted, names, await read(files, expectedOf(wanted)), false);
        },
      ]);
    },

    cancel: (hash: string): void => {
      running.get(hash)?.abort();
      running.delete(hash);
      if (states.get(hash)?.status === 'loading') publish(hash, absent);
    },

    /** Keeps a loaded text on this device, after the reader said so. */
    async keep(hash: string): Promise<void> {
      const hashInput = hashInputs.get(hash);
      const before = readyState(states.get(hash));
      if (hashInput === undefined || !before?.keeping) return;
      let failure: Error | null = null;
      try {
        await storage.keep(hash, { hashInput, bytes: before.keeping.bytes });
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      publish(hash, { ...before, keeping: { ...before.keeping, kept: failure === null, failure } });
    },

    /** Deletes what this device keeps; the text stays in this page until it is closed. */
    async forget(hash: string): Promise<void> {
      const before = readyState(states.get(hash));
      let failure: Error | null = null;
      try {
        await storage.remove(hash);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      if (before?.keeping)
        publish(hash, { ...before, keeping: { ...before.keeping, kept: failure !== null, failure } });
    },
  };
}

const checking: CorpusTextState = { status: 'checking' };
const absent: CorpusTextState = { status: 'absent', failures: [] };

function readyState(state: CorpusTextState | undefined) {
  return state?.status === 'ready' ? state : undefined;
}

function textOf({ documents, questions }: CorpusContent): CorpusText {
  return { documents, questions };
}

function expectedOf({ documents, questions, hash }: WantedCorpus): ExpectedCorpus {
  return {
    documents: documents.map(({ id, utf16Length }) => ({ id, utf16Length })),
    questions,
    hash,
  };
}

/** A site without a copy of the file is the usual case and no news, once another address was asked. */
function shownFailures(failures: readonly Error[]): Error[] {
  return failures.filter(
    (error, place) =>
      place === failures.length - 1 || !(error instanceof ArtifactError && error.kind === 'missing'),
  );
}
