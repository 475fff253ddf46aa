import {
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
} from '../../../experiments/chunking/formats';
import { chunkingNeighborsFormat, type Expansion } from '../../../experiments/chunking/neighbors/formats';
import {
  expansionFileNames,
  storedExpansion,
  type StoredExpansion,
} from '../../../experiments/chunking/neighbors/stored';
import { loadExperimentFile } from '../../data/artifacts';
import { createPromiseCache } from '../../data/promiseCache';
import type { OpenExperiment } from '../openExperiment';

const pending = createPromiseCache<StoredExpansion>();

/** What a row's widened hits are read from. One promise a row, for `use()`. */
export const loadExpansion = (open: OpenExperiment, expansion: Expansion): Promise<StoredExpansion> =>
  pending.get(JSON.stringify([open.source.id, open.entry.id, expansion.row]), () =>
    readExpansion(open, expansion),
  );

/** The same of any row of a strategy that is expanded, such as one that a model ranks. */
export async function readExpansion(
  { source, entry }: OpenExperiment,
  expansion: Expansion,
): Promise<StoredExpansion> {
  const names = expansionFileNames(expansion);
  const [summary, questions, rankings, relevant, neighbors] = await Promise.all([
    loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat),
    loadExperimentFile(source, entry, 'questions.json', chunkingQuestionsFormat),
    loadExperimentFile(source, entry, names.rankings, chunkingRankingsFormat),
    loadExperimentFile(source, entry, names.relevant, chunkingRelevantFormat),
    loadExperimentFile(source, entry, names.neighbors, chunkingNeighborsFormat),
  ]);
  return storedExpansion(
    {
      summary: summary.value,
      questions: questions.value,
      rankings: rankings.value,
      relevant: relevant.value,
      neighbors: neighbors.value,
    },
    expansion,
  );
}

/** What a strategy's chunks hold together; null where its hits are not expanded. */
export function loadNeighbors({ source, entry }: OpenExperiment, strategy: string) {
  const name = `neighbors/${strategy}.json`;
  return entry.files.some((file) => file.name === name)
    ? loadExperimentFile(source, entry, name, chunkingNeighborsFormat)
    : null;
}
