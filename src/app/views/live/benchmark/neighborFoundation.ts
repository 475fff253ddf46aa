import {
  chunkingSummaryFormat,
  chunkingTextsFormat,
  type ChunkingChunks,
  type ChunkingRow,
} from '../../../../experiments/chunking/formats';
import type { Expansion } from '../../../../experiments/chunking/neighbors/formats';
import type { StoredExpansion } from '../../../../experiments/chunking/neighbors/stored';
import { loadExperimentFile } from '../../../data/artifacts';
import { createPromiseCache } from '../../../data/promiseCache';
import type { OpenedRun } from '../../../state/openedRuns';
import { loadChunks } from '../../failures/chunking/chunkFiles';
import { readExpansion } from '../../neighbors/loadExpansion';

/** What every width of one strategy of a run rests on. */
export interface NeighborFoundation {
  /** The widths that the run measured. */
  expansion: Expansion;
  chunks: ReadonlyMap<number, ChunkingChunks>;
  /** Text by document. */
  texts: string[];
  /** The rows of the run that searched these chunks, BM25 first. */
  searches: { row: string; retriever: ChunkingRow['retriever']; data: StoredExpansion }[];
}

const pending = createPromiseCache<NeighborFoundation>();

/** Read from the run's own files. One promise, fit for `use()`. */
export const neighborFoundation = (run: OpenedRun, strategy: string): Promise<NeighborFoundation> =>
  pending.get(JSON.stringify([run.source.id, strategy]), () => readFoundation(run, strategy));

async function readFoundation({ source, entry }: OpenedRun, strategy: string): Promise<NeighborFoundation> {
  const { value: summary } = await loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat);
  const expansion = summary.expansions.find((own) => own.strategy === strategy);
  if (!expansion) throw new RangeError(`the run widened no hits of ${strategy}`);
  const rows = summary.rows.filter((row) => row.strategy === strategy);
  const [{ value: texts }, chunks, ...data] = await Promise.all([
    loadExperimentFile(source, entry, 'texts.json', chunkingTextsFormat),
    loadChunks({ source, entry }, [...summary.corpus.documents.keys()]),
    ...rows.map(({ row }) => readExpansion({ source, entry }, { ...expansion, row })),
  ]);
  return {
    expansion,
    chunks,
    texts: texts.documents.map(({ text }) => text),
    searches: rows.map(({ row, retriever }, place) => ({ row, retriever, data: data[place]! })),
  };
}
