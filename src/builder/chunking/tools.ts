import type { ExperimentTools } from '../experiment';
import { chunkingReader, decodeChunkingFile } from './files';
import { questionShapes } from './neighborScorecard';
import { chunkingScorecard } from './scorecard';
import { exportChunkingTrec } from './trec';

/** What can be done with any corpus that was cut by strategies, whoever measured it. */
export const chunkingTools = {
  show: async (read) => chunkingScorecard(await chunkingReader(read).summary()),
  showQuestion: (read, question) => questionShapes(chunkingReader(read), question),
  decodeFile: decodeChunkingFile,
  exportTrec: exportChunkingTrec,
} satisfies Omit<ExperimentTools, 'verify'>;

/** A reader's own run: its files are checked, and its figures against its rankings. */
export const ownRunTools: ExperimentTools = {
  ...chunkingTools,
  verify: async () => ({
    checks: [
      { name: '', ok: null, detail: 'not made again: the files that it was measured on are no part of it' },
    ],
    files: [],
  }),
};
