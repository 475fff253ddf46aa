import type { ExperimentBuilder } from '../experiment';
import { decodeNeighborFile, neighborReader } from './files';
import { neighborScorecard } from './scorecard';
import { exportNeighborTrec } from './trec';

/** Fixed-size hits widened by their neighbors, on SQuAD. */
export const neighborExpansion: ExperimentBuilder = {
  id: 'neighbor-expansion',
  kind: 'neighbor-expansion',
  summary: 'fixed-size hits with the chunks beside them (0/0, 1/0, 0/1, 1/1, 2/2) on SQuAD v1.1',
  details: [
    'The data file is sought in --data, $CHUNKSCOPE_SQUAD, ../shared/data/squad/dev-v1.1.json, the user cache, and at its',
    'official address. Only figures, ids and offsets are written, none of its text. Takes a few seconds.',
  ].join('\n'),
  options: { data: { type: 'string', value: 'FILE', help: 'SQuAD v1.1 dev (dev-v1.1.json)' } },
  build: async (request) => (await import('./build')).buildNeighborExpansion(request),
  verify: async (request) => (await import('./verify')).verifyNeighborExpansion(request),
  show: async (read) => neighborScorecard(await neighborReader(read).summary()),
  decodeFile: decodeNeighborFile,
  exportTrec: async (read) => exportNeighborTrec(neighborReader(read)),
};
