import { resolve } from 'node:path';
import { findingText } from '../../analysis/finding';
import { acrossRows } from '../../analysis/across/show';
import { acrossName, acrossOf, acrossText } from '../across';
import { formatJson } from '../../artifact/jsonFormat';
import { publishedFolder, readArtifact, readIndex } from '../artifacts/store';
import { exitCode, jsonOption, UsageError, type Command } from '../commandLine';
import type { ExperimentTools, OptionSpec, OptionValues } from '../experiment';
import { toolsOf } from '../experiments';

export const artifactsOption: OptionSpec = {
  type: 'string',
  value: 'DIR',
  help: 'artifacts folder to read (artifacts)',
};

export function artifactsFolder(values: OptionValues): string {
  return typeof values['artifacts'] === 'string' ? resolve(values['artifacts']) : publishedFolder;
}

/** The experiment that a call names, which must be in the index; a `UsageError` that lists the known ones otherwise. */
export async function namedExperiment(
  root: string,
  command: string,
  positionals: readonly string[],
): Promise<string> {
  const [id, ...rest] = positionals;
  const entries = (await readIndex(root)).experiments;
  const known = entries.map((entry) => entry.id);
  const list = known.length === 0 ? 'none is built yet' : `known: ${known.join(', ')}`;
  if (id === undefined) throw new UsageError(`${command} needs the name of an experiment; ${list}`);
  if (rest.length > 0) throw new UsageError(`${command} takes one experiment, found "${rest[0]}" as well`);
  if (!entries.some((entry) => entry.id === id))
    throw new UsageError(`no experiment is called "${id}"; ${list}`);
  return id;
}

/** The same with what can be done with it. */
export async function namedTools(
  root: string,
  command: string,
  positionals: readonly string[],
): Promise<{ id: string; tools: ExperimentTools }> {
  const id = await namedExperiment(root, command, positionals);
  const entry = (await readIndex(root)).experiments.find((candidate) => candidate.id === id)!;
  const tools = toolsOf(entry);
  if (!tools) throw new UsageError(`this version has no ${command} for “${id}”`);
  return { id, tools };
}

/** `bench -- show <id>`. */
export const showCommand: Command = {
  usage: 'show <experiment>|across [options]',
  summary: "print an experiment's finding and scorecard, or the strategies across corpora",
  details: [
    'With --json: one array, one object per row, figures as numbers from 0 to 1, figures per condition or cutoff as objects.',
    'Rows that were not measured here (chance, the source) carry "reference": true.',
    'across sets the corpora of all chunking experiments side by side: evidence coverage within 256 to 2,048 tokens, place with',
    'tie group, and how far a strategy falls behind the best of a corpus, at worst.',
    'With --question ID: the chunks that the first 5 hits return for one question under every width of neighbor expansion, in',
    'both shapes: retrievedChunks (flat, each once) and expansionTree (each hit with its neighbors).',
  ].join('\n'),
  options: {
    ...jsonOption,
    question: { type: 'string', value: 'ID', help: 'what one question’s hits return, with their neighbors' },
    artifacts: artifactsOption,
  },
  run: async ({ values, positionals, output }) => {
    const root = artifactsFolder(values);
    if (positionals[0] === acrossName) {
      if (positionals.length > 1)
        throw new UsageError(`show across takes no further name, found "${positionals[1]}"`);
      const across = await acrossOf(root);
      output.out(values['json'] ? formatJson(acrossRows(across)) : `${acrossText(across)}\n`);
      return exitCode.done;
    }
    const { id, tools } = await namedTools(root, 'show', positionals);
    const read = (name: string) => readArtifact(root, id, name);
    const { question } = values;
    if (typeof question === 'string') {
      const shapes = await tools.showQuestion?.(read, question);
      if (shapes === undefined)
        throw new UsageError(`${id} widens no hits, so --question has nothing to show`);
      if (shapes === null) throw new UsageError(`${id} has no question "${question}"`);
      output.out(formatJson(shapes));
      return exitCode.done;
    }
    const { rows, text } = await tools.show(read);
    const entry = (await readIndex(root)).experiments.find((candidate) => candidate.id === id)!;
    output.out(values['json'] ? formatJson(rows) : `${findingText(entry.finding)}\n\n${text}\n`);
    return exitCode.done;
  },
};
