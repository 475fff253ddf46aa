import { join } from 'node:path';
import { projectRoot } from '../artifacts/store';
import type { ExperimentBuilder } from '../experiment';
import type { Embedder } from './embed';
import { decodeBlendFile, isBlendFile } from './files';
import { blendScorecard } from './scorecard';
import { exportBlendTrec } from './trec';

const embedders: readonly Embedder[] = ['local', 'openai'];

/** The controlled blend: one sentence in four contexts, found by blended vectors. */
export const contextualBlend: ExperimentBuilder = {
  id: 'contextual-blend',
  kind: 'contextual-blend',
  summary: 'does blending a sentence with its context find the right context? (authored texts)',
  details: [
    'Fifteen ways to weigh a sentence against its context and one baseline, four conditions of noise, 24 families of authored texts.',
    'The local model needs no key. The openai embedder reads OPENAI_API_KEY and embeds about 620 short texts with',
    'text-embedding-3-small at 1,024 dimensions; its run goes to .cache/runs/openai unless --out names another folder.',
  ].join('\n'),
  options: {
    embedder: {
      type: 'string',
      value: embedders.join('|'),
      help: 'the model that embeds the texts (local)',
      choices: embedders,
    },
    'base-url': {
      type: 'string',
      value: 'URL',
      help: 'another endpoint that speaks the same API, for openai (OPENAI_BASE_URL, else api.openai.com)',
    },
  },
  defaultOut: ({ embedder }) =>
    embedder === 'openai' ? join(projectRoot, '.cache', 'runs', 'openai') : undefined,
  // The model's libraries are loaded only by those commands that embed.
  build: async (request) =>
    (await import('./build')).buildContextualBlend({
      ...request,
      values: { embedder: 'local', ...request.values },
    }),
  verify: async (request) => (await import('./verify')).verifyContextualBlend(request),
  show: async (read) => blendScorecard(decodeBlendFile('summary.json', await read('summary.json'))),
  decodeFile: (name, bytes) => (isBlendFile(name) ? decodeBlendFile(name, bytes) : undefined),
  exportTrec: async (read) => {
    const file = async <N extends Parameters<typeof decodeBlendFile>[0]>(name: N) =>
      decodeBlendFile(name, await read(name));
    return exportBlendTrec(
      { context: await file('context-fixtures.json'), intent: await file('intent-fixtures.json') },
      { context: await file('context-results.json'), intent: await file('intent-results.json') },
    );
  },
};
