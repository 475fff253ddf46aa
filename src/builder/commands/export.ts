import { resolve } from 'node:path';
import { readArtifact, writeFiles } from '../artifacts/store';
import { exitCode, UsageError, type Command } from '../commandLine';
import { artifactsFolder, artifactsOption, namedTools } from './show';

const formats = ['trec'];

/** `bench -- export trec <id> --out DIR`. */
export const exportCommand: Command = {
  usage: 'export trec <experiment> --out DIR',
  summary: 'write rankings and judgments for outside tools',
  details: [
    'trec: one .run and one .qrels file per row, in the format of trec_eval. Scores strictly decrease with rank. The',
    'judgments hold every relevant context; a query without one has a judged line that is not relevant.',
    '',
    'contextual-blend: a pair for each row and condition; specific and generic queries apart.',
    'chunking: also a pair fixed_size-P-N for each width of neighbor expansion. It has,',
    'at the rank of each hit, the stretch of adjacent chunks in which it lies once it and the hits before it are expanded;',
    'its success at k and reciprocal rank are the expanded figures. Recall and nDCG have no meaning there, since stretches',
    'are made by the hits.',
  ].join('\n'),
  options: {
    out: { type: 'string', value: 'DIR', help: 'folder to write into' },
    artifacts: artifactsOption,
  },
  run: async ({ values, positionals, output }) => {
    const [format, ...rest] = positionals;
    if (format === undefined || !formats.includes(format))
      throw new UsageError(
        `export needs a format: ${formats.join(', ')}${format === undefined ? '' : `; found "${format}"`}`,
      );
    const root = artifactsFolder(values);
    const { id, tools } = await namedTools(root, 'export trec', rest);
    const { exportTrec } = tools;
    if (!exportTrec) throw new UsageError(`export trec is not available for ${id}`);
    if (typeof values['out'] !== 'string')
      throw new UsageError('export trec needs --out DIR, the folder to write into');
    const { files, notes } = await exportTrec((name) => readArtifact(root, id, name));
    await writeFiles(resolve(values['out']), files);
    output.out(`${values['out']}: ${files.length} files\n`);
    for (const note of notes) output.err(`${note}\n`);
    return exitCode.done;
  },
};
