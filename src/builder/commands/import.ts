import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { bytes } from '../../core/stats/format';
import { importedText, importTrec } from '../../experiments/items/files';
import { formatJson } from '../../artifact/jsonFormat';
import type { TrecFile } from '../../experiments/items/readTrec';
import { publishExperiment, writeFiles } from '../artifacts/store';
import { exitCode, jsonOption, UsageError, type Command } from '../commandLine';
import type { OptionValues } from '../experiment';
import { experimentIds, isExperimentId } from '../experiments';
import { createProgress } from '../progress';
import { provenanceOf } from './build';

const formats = ['trec'];

/** `bench -- import trec`. */
export const importCommand: Command = {
  usage: 'import trec --run FILE --qrels FILE (--out DIR | --artifacts DIR)',
  summary: 'make an artifact of runs and judgments of another program',
  details: [
    'Reads the files of trec_eval. A run has 6 columns, question Q0 document rank score tag; judgments have 4, question',
    'iteration document relevance; relevance above 0 is relevant. Repeat --run for several rows; give --qrels once for all',
    'of them, or once for each in the same order. Results are ordered by score; where scores are equal the figures are means',
    'over the orders. A judged question without results is a miss; a question without judgments is left out; both are counted.',
    '',
    'Intervals are over single questions, unless --families says which questions belong together: question and family, a',
    'line each, with a tab between them.',
    '',
    '--out writes the files of the artifact into a folder: choose them together on the page to open it. --artifacts writes',
    'them below an artifacts folder and lists them in its index, for show, verify, report and a site of your own.',
  ].join('\n'),
  options: {
    run: { type: 'string', multiple: true, value: 'FILE', help: 'a run; repeat it for several' },
    qrels: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'judgments for all runs, or one file for each run',
    },
    families: { type: 'string', value: 'FILE', help: 'which family each question belongs to' },
    id: {
      type: 'string',
      value: 'ID',
      help: 'name of the artifact: lower-case letters, digits and hyphens (imported-…)',
    },
    title: { type: 'string', value: 'TEXT', help: 'title of the artifact' },
    out: { type: 'string', value: 'DIR', help: 'folder to write the files into' },
    artifacts: { type: 'string', value: 'DIR', help: 'artifacts folder to add the artifact to' },
    ...jsonOption,
  },
  run: async ({ values, positionals: [format, ...rest], output, signal, line }) => {
    if (format === undefined || !formats.includes(format))
      throw new UsageError(
        `import needs a format: ${formats.join(', ')}${format === undefined ? '' : `; found "${format}"`}`,
      );
    if (rest.length > 0)
      throw new UsageError(`import trec takes files by --run and --qrels, found "${rest[0]}" as well`);
    const { runs, qrels, families, id, title, out, artifacts } = readCall(values);
    const started = new Date();
    const progress = createProgress(output);
    const made = await importTrec(
      {
        runs: await readAll(runs),
        qrels: await readAll(qrels),
        families: families === undefined ? undefined : (await readAll([families]))[0],
      },
      {
        id,
        title,
        sha256: (content) => createHash('sha256').update(content).digest('hex'),
        step: (what, done, total) => {
          signal.throwIfAborted();
          progress.step(what, done, total);
        },
      },
    );
    progress.end();
    signal.throwIfAborted();
    const files = made.files.map(importedText);
    const folder = out ?? resolve(artifacts!, made.entry.id);
    if (out !== undefined) await writeFiles(resolve(out), files);
    else {
      const provenance = await provenanceOf(line, started);
      await publishExperiment(resolve(artifacts!), { ...made.entry, provenance }, files, experimentIds);
    }
    const shown = relative(process.cwd(), resolve(folder)) || '.';
    if (values['json'])
      output.out(
        formatJson({
          id: made.entry.id,
          folder: shown,
          headline: made.entry.headline,
          notices: made.summary.notices,
          files: files.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) })),
        }),
      );
    else
      output.out(
        `${shown}: ${files.length} files, ${bytes(files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0))}\n${made.entry.headline}\n`,
      );
    for (const notice of made.summary.notices) output.err(`${notice}\n`);
    return exitCode.done;
  },
};

interface ImportCall {
  runs: string[];
  qrels: string[];
  families?: string | undefined;
  id?: string | undefined;
  title?: string | undefined;
  out?: string | undefined;
  artifacts?: string | undefined;
}

/** The options of a call, or a `UsageError` in words. */
function readCall(values: OptionValues): ImportCall {
  const listOf = (name: string): string[] => (Array.isArray(values[name]) ? values[name] : []);
  const textOf = (name: string): string | undefined =>
    typeof values[name] === 'string' ? values[name] : undefined;
  const call = {
    runs: listOf('run'),
    qrels: listOf('qrels'),
    families: textOf('families'),
    id: textOf('id'),
    title: textOf('title'),
    out: textOf('out'),
    artifacts: textOf('artifacts'),
  };
  if (call.runs.length === 0) throw new UsageError('import trec needs --run FILE, what was returned');
  if (call.qrels.length === 0) throw new UsageError('import trec needs --qrels FILE, what is relevant');
  if (call.qrels.length !== 1 && call.qrels.length !== call.runs.length)
    throw new UsageError(
      `--qrels is given ${call.qrels.length} times and --run ${call.runs.length} times, expected one --qrels for all runs, or one for each`,
    );
  if ((call.out === undefined) === (call.artifacts === undefined))
    throw new UsageError(
      'import trec needs --out DIR, a folder for the files, or --artifacts DIR, an artifacts folder to add them to; one of the two',
    );
  if (call.id !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(call.id))
    throw new UsageError(`--id is "${call.id}", expected lower-case letters, digits and single hyphens`);
  if (call.id !== undefined && isExperimentId(call.id))
    throw new UsageError(
      `--id is "${call.id}", which is an experiment that is built here; expected another name`,
    );
  return call;
}

async function readAll(paths: readonly string[]): Promise<TrecFile[]> {
  return Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        throw new Error(
          `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code === 'EISDIR' ? 'it is a folder' : error.message}`,
        );
      });
      return { name: basename(path), bytes: content };
    }),
  );
}
