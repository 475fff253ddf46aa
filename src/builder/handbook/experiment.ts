import { join } from 'node:path';
import { projectRoot } from '../artifacts/store';
import { chunkingTools } from '../chunking/tools';
import type { ExperimentBuilder } from '../experiment';

/** Eight chunking strategies on documents written for this project. */
export const handbook: ExperimentBuilder = {
  ...chunkingTools,
  id: 'handbook',
  kind: 'chunking',
  summary: 'eight chunking strategies with BM25, and with the local model, on a company handbook',
  details: [
    'Documents and questions are part of the program, and of what it writes. The first run embeds about 5,000 texts',
    'with the local model, which takes up to 15 minutes; it can be interrupted and goes on where it stopped.',
    '--lexical-only leaves that out, takes a minute, and goes to .cache/runs/lexical unless --out names another folder.',
  ].join('\n'),
  options: { 'lexical-only': { type: 'boolean', help: 'only the first table, with BM25' } },
  defaultOut: (values) =>
    values['lexical-only'] === true ? join(projectRoot, '.cache', 'runs', 'lexical') : undefined,
  // The model's libraries are loaded only by those commands that embed.
  build: async ({ values, progress, signal, fresh = false }) => {
    const [{ measureChunking, builtChunking }, { handbookMeasurement }, { localEmbedding }] =
      await Promise.all([
        import('../chunking/build'),
        import('./measurement'),
        import('../chunking/embedding'),
      ]);
    const model =
      values['lexical-only'] === true ? undefined : await localEmbedding({ fresh, progress, signal });
    const measured = await measureChunking(await handbookMeasurement(), { model, progress, signal });
    return builtChunking(measured, model?.model, {
      name: 'Handbook',
      label: 'Own text',
      title: 'Documents and questions were written for this project and are part of the artifact',
      documents: 'documents',
    });
  },
  checksFigures: true,
  verify: async (request) => {
    const [{ verifyOwn }, { handbookMeasurement }] = await Promise.all([
      import('../chunking/verify'),
      import('./measurement'),
    ]);
    return verifyOwn(await handbookMeasurement(), request);
  },
};
