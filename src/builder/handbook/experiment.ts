import { join } from 'node:path';
import { count, percent } from '../../core/stats/format';
import { projectRoot } from '../artifacts/store';
import { chunkingReader } from '../chunking/files';
import { chunkingTools } from '../chunking/tools';
import type { ExperimentBuilder } from '../experiment';
import { byFamily } from './byFamily';

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
  async show(read) {
    const { rows, text } = await chunkingTools.show(read);
    const reader = chunkingReader(read);
    const [summary, questions] = await Promise.all([reader.summary(), reader.questions()]);
    const measured = await Promise.all(
      summary.rows.map(async ({ row, retriever }) => {
        const budgets = (await reader.budgets(retriever)).rows.find((own) => own.row === row)!;
        return [row, byFamily(summary, questions, await reader.rankings(row), budgets)] as const;
      }),
    );
    const families = new Map<unknown, ReturnType<typeof byFamily>>(measured);
    const own = rows.map((row) => {
      const found = families.get(row['row']);
      return found ? { ...row, families: found } : row;
    });
    const languages = measured.map(
      ([row, { language = {} }]) =>
        `${row}: ${Object.entries(language)
          .map(
            ([name, { n, evidenceCoverageWithin512: share }]) => `${name} ${percent(share)} of ${count(n)}`,
          )
          .join(', ')}`,
    );
    return {
      rows: own,
      text: [text, '', 'Whole evidence within 512 tokens, by language:', ...languages].join('\n'),
    };
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
