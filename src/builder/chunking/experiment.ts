import { join } from 'node:path';
import { projectRoot } from '../artifacts/store';
import type { ExperimentBuilder } from '../experiment';
import { chunkingTools } from './tools';

/** Eight chunking strategies on SQuAD. */
export const chunkingSquad: ExperimentBuilder = {
  ...chunkingTools,
  id: 'chunking-squad',
  kind: 'chunking',
  summary: 'eight chunking strategies with BM25, and with the local model, on SQuAD v1.1',
  details: [
    'The data file is sought in --data, $CHUNKSCOPE_SQUAD, ../shared/data/squad/dev-v1.1.json, the user cache, and at its',
    'official address. Only figures, ids and offsets are written, none of its text. The first run embeds about 24,000',
    'texts with the local model, which takes up to 40 minutes; it can be interrupted and goes on where it stopped.',
    '--lexical-only leaves that out, takes about a minute, and goes to .cache/runs/lexical unless --out names another folder.',
  ].join('\n'),
  options: {
    data: { type: 'string', value: 'FILE', help: 'SQuAD v1.1 dev (dev-v1.1.json)' },
    'lexical-only': { type: 'boolean', help: 'only the first table, with BM25' },
  },
  defaultOut: (values) =>
    values['lexical-only'] === true ? join(projectRoot, '.cache', 'runs', 'lexical') : undefined,
  // The model's libraries are loaded only by those commands that embed.
  build: async (request) => (await import('./build')).buildChunkingSquad(request),
  checksFigures: true,
  verify: async (request) => (await import('./verify')).verifyChunkingSquad(request),
};
