import { ArtifactError } from '../../artifact/errors';
import { trecRole, type TrecRole } from '../../experiments/items/readTrec';
import { program } from './provenance';
import { readRuns, type RunFiles } from './runBundle';

type GivenFile = Pick<File, 'name' | 'size' | 'arrayBuffer' | 'slice'>;

/** What came of the files that a reader gave together; `incomplete` says in words what is missing. */
export type OpenedFiles =
  { kind: 'runs'; runs: RunFiles[] } | { kind: 'incomplete'; message: string; missing: 'judgments' | 'run' };

export interface OpenHooks {
  signal: AbortSignal;
  onStep: (step: string) => void;
}

/** Files of another program together may not be larger: all of them are in memory at once. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Opens files of the reader's: runs of this program, or TREC files of another one, which are
 * told by what stands in them, whatever they are called. Rejects with an `ArtifactError` in words.
 */
export async function openFiles(files: readonly GivenFile[], hooks: OpenHooks): Promise<OpenedFiles> {
  const roles = await Promise.all(
    files.map(async (file) => trecRole(file.name, new Uint8Array(await headOf(file)))),
  );
  const having = (role: TrecRole): GivenFile[] => files.filter((_, place) => roles[place] === role);
  const [runs, qrels, families] = [having('run'), having('qrels'), having('families')];
  if (runs.length + qrels.length === 0) return { kind: 'runs', runs: await readRuns(files) };
  const other = files[roles.indexOf(null)];
  if (other)
    throw new ArtifactError({
      kind: 'wrong-kind',
      file: other.name,
      found: 'neither a run (6 columns) nor judgments (4 columns)',
      expected: 'only TREC files together: runs, their judgments, and at most one file of families',
    });
  if (families.length > 1)
    throw new ArtifactError({
      kind: 'apart',
      file: families[1]!.name,
      found: 'a second file of families',
      expected: 'one for all questions',
    });
  if (qrels.length === 0)
    return {
      kind: 'incomplete',
      missing: 'judgments',
      message: `${listed(runs)} ${runs.length === 1 ? 'is a run: it says' : 'are runs: they say'} what was returned. Still missing is what is relevant: the judgments (qrels), with question, iteration, document and relevance on each line.`,
    };
  if (runs.length === 0)
    return {
      kind: 'incomplete',
      missing: 'run',
      message: `${listed(qrels)} ${qrels.length === 1 ? 'holds' : 'hold'} judgments: what is relevant. Still missing is what was returned: a run, with question, Q0, document, rank, score and tag on each line.`,
    };
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > maxBytes)
    throw new ArtifactError({
      kind: 'too-large',
      file: listed(files),
      found: `${size} bytes together`,
      expected: `at most ${maxBytes} bytes`,
    });
  return {
    kind: 'runs',
    runs: [await importFiles(runs, pairedWith(runs, qrels), families[0] ?? null, hooks)],
  };
}

/** Judgments in the order of the runs, by the part of the name before the last dot. One set serves all runs. */
function pairedWith(runs: readonly GivenFile[], qrels: readonly GivenFile[]): readonly GivenFile[] {
  if (qrels.length === 1) return qrels;
  const paired = runs.map(({ name }) => qrels.find((candidate) => stem(candidate.name) === stem(name)));
  const lonely = runs[paired.indexOf(undefined)];
  if (lonely)
    throw new ArtifactError({
      kind: 'apart',
      file: lonely.name,
      found: `no judgments of the same name among ${listed(qrels)}`,
      expected: `one file of judgments for all runs, or one for each with the same name, such as ${stem(lonely.name)}.qrels`,
    });
  if (qrels.length !== runs.length)
    throw new ArtifactError({
      kind: 'apart',
      file: listed(qrels),
      found: `${qrels.length} files of judgments for ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`,
      expected: 'one for all runs, or one for each',
    });
  return paired as GivenFile[];
}

async function importFiles(
  runs: readonly GivenFile[],
  qrels: readonly GivenFile[],
  families: GivenFile | null,
  { signal, onStep }: OpenHooks,
): Promise<RunFiles> {
  const startedAt = new Date();
  const read = async (file: GivenFile) => ({ name: file.name, bytes: new Uint8Array(await readAll(file)) });
  const input = {
    runs: await Promise.all(runs.map(read)),
    qrels: await Promise.all(qrels.map(read)),
    families: families && (await read(families)),
  };
  const { startImportWorker } = await import('../../worker/client');
  const { tasks, end } = startImportWorker();
  try {
    const answer = await tasks.run('trec', input, {
      signal,
      onEvent: ({ step, done, total }) => onStep(total > 1 ? `${step}, ${done} of ${total}` : step),
    });
    if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
    const { entry, files } = answer;
    const provenance = {
      program: `${program}, in the browser`,
      command: `Opened together: ${[...runs, ...qrels, ...(families ? [families] : [])].map(({ name }) => name).join(', ')}`,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(Date.now() - startedAt.getTime()),
      node: `none; browser: ${navigator.userAgent}`,
      icu: 'not used',
      packages: {},
    };
    return { entry: { ...entry, provenance }, files };
  } finally {
    end();
  }
}

const headOf = (file: GivenFile): Promise<ArrayBuffer> =>
  readAll({ name: file.name, arrayBuffer: () => file.slice(0, 64 * 1024).arrayBuffer() });

async function readAll(file: Pick<GivenFile, 'name' | 'arrayBuffer'>): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new ArtifactError({
      kind: 'network',
      file: file.name,
      found:
        'a file that the browser cannot read: a folder, or one that was moved or changed since it was picked',
      expected: 'a file',
    });
  }
}

const stem = (name: string): string => name.replace(/\.[^.]*$/, '');

/** The first names of many. */
function listed(files: readonly Pick<File, 'name'>[]): string {
  const names = files.map(({ name }) => name);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
