import { join } from 'node:path';
import { commonPath } from '../../datasets/published';
import { projectRoot } from '../artifacts/store';
import type { ExperimentBuilder, OptionValues } from '../experiment';
import type { ChunkingCorpus } from './corpora';
import { chunkingTools } from './tools';

/** Whether a call asks for other rows than the published ones: with the model, or without it. */
const asksForOthers = (values: OptionValues): boolean =>
  values['lexical-only'] === true || values['embed'] === true;

/** Eight chunking strategies on a published corpus. */
export function chunkingExperiment(corpus: ChunkingCorpus): ExperimentBuilder {
  const { id, published, shortName, embeds, effort } = corpus;
  const { files, folder, variable } = published;
  const one = files.length === 1;
  const optional = embeds === 'with --embed';
  return {
    ...chunkingTools,
    id,
    kind: 'chunking',
    summary: `eight chunking strategies with BM25${optional ? '' : ', and with the local model,'} on ${shortName}`,
    details: [
      `The ${one ? 'data file is' : 'data files are'} sought in --data, $${variable}, ../shared/data/${folder}${one ? `/${files[0]!.name}` : '/'}, the user cache, and at`,
      `${commonPath(files.map(({ address }) => address))}.`,
      'Only figures, ids and offsets are written, none of its text.',
      `${effort}; it can be interrupted and goes on where it stopped.`,
      optional
        ? 'Without --embed it takes a few minutes. With it the run goes to .cache/runs/embedded unless --out names another folder.'
        : '--lexical-only leaves that out, takes a few minutes, and goes to .cache/runs/lexical unless --out names another folder.',
    ].join('\n'),
    options: {
      data: one
        ? { type: 'string', value: 'FILE', help: `${published.name} (${files[0]!.name})` }
        : { type: 'string', value: 'DIR', help: `folder with the files of ${published.name}` },
      ...(optional
        ? { embed: { type: 'boolean' as const, help: 'also the second table, with the local model' } }
        : { 'lexical-only': { type: 'boolean' as const, help: 'only the first table, with BM25' } }),
    },
    defaultOut: (values) =>
      asksForOthers(values)
        ? join(projectRoot, '.cache', 'runs', optional ? 'embedded' : 'lexical')
        : undefined,
    // The model's libraries are loaded only by those commands that embed.
    build: async (request) => (await import('./build')).buildChunking(corpus, request),
    checksFigures: true,
    verify: async (request) => (await import('./verify')).verifyChunking(corpus, request),
  };
}
