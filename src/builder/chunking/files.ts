import {
  chunkingBudgetsFormat,
  chunkingChunksFormat,
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  chunkingSwitchesFormat,
  chunkingTextsFormat,
  type ChunkingBudgets,
  type ChunkingChunks,
  type ChunkingQuestions,
  type ChunkingRankings,
  type ChunkingRelevant,
  type ChunkingSummary,
} from '../../experiments/chunking/formats';
import { chunkingAbstentionFormat } from '../../experiments/chunking/abstention/formats';
import type { ChunkingFile } from '../../experiments/chunking/files';
import {
  chunkingNeighborsFormat,
  type ChunkingNeighbors,
} from '../../experiments/chunking/neighbors/formats';
import { decode, type FileFormat } from '../../artifact/decode';
import { parseJsonText } from '../../artifact/jsonText';
import { formatJson } from '../../artifact/jsonFormat';
import type { ArtifactFile } from '../artifacts/store';

/** Lists whose items have a line each, so that a change of one question is a change of one line. */
const rowsOf = (name: string): readonly string[] => {
  if (name === 'questions.json' || name === 'abstention.json') return ['questions'];
  if (name.startsWith('rankings/')) return ['contexts', 'scores'];
  if (name.startsWith('budgets/')) return ['spanRecall'];
  if (name.startsWith('neighbors/')) return ['tokens', 'answerRuns', 'evidenceRuns'];
  return name.startsWith('relevant/') ? ['answer', 'evidence', 'partly'] : [];
};

/** A file as it is written. */
export function chunkingText({ name, value }: ChunkingFile): ArtifactFile {
  return { name, text: formatJson(value, rowsOf(name)) };
}

const wholeNames: Readonly<Record<string, FileFormat<unknown>>> = {
  'summary.json': chunkingSummaryFormat,
  'questions.json': chunkingQuestionsFormat,
  'switches.json': chunkingSwitchesFormat,
  'texts.json': chunkingTextsFormat,
  'abstention.json': chunkingAbstentionFormat,
};
const folders: readonly (readonly [string, FileFormat<unknown>])[] = [
  ['chunks/', chunkingChunksFormat],
  ['rankings/', chunkingRankingsFormat],
  ['budgets/', chunkingBudgetsFormat],
  ['relevant/', chunkingRelevantFormat],
  ['neighbors/', chunkingNeighborsFormat],
];

/** A file of a chunking benchmark, checked; undefined for a name that it does not have. */
export function decodeChunkingFile(name: string, bytes: Uint8Array | string): unknown {
  const format = Object.hasOwn(wholeNames, name)
    ? wholeNames[name]
    : folders.find(([folder]) => name.startsWith(folder))?.[1];
  return format && decode(format, name, parseJsonText(name, bytes).value);
}

export type ReadBytes = (name: string) => Promise<Uint8Array>;

/** Reads the files of a finished benchmark, each checked. */
export function chunkingReader(read: ReadBytes) {
  const file = async <T>(format: FileFormat<T>, name: string): Promise<T> =>
    decode(format, name, parseJsonText(name, await read(name)).value);
  return {
    summary: (): Promise<ChunkingSummary> => file(chunkingSummaryFormat, 'summary.json'),
    questions: (): Promise<ChunkingQuestions> => file(chunkingQuestionsFormat, 'questions.json'),
    chunks: (document: number): Promise<ChunkingChunks> =>
      file(chunkingChunksFormat, `chunks/${document}.json`),
    rankings: (row: string): Promise<ChunkingRankings> =>
      file(chunkingRankingsFormat, `rankings/${row}.json`),
    budgets: (retriever: string): Promise<ChunkingBudgets> =>
      file(chunkingBudgetsFormat, `budgets/${retriever}.json`),
    relevant: (strategy: string): Promise<ChunkingRelevant> =>
      file(chunkingRelevantFormat, `relevant/${strategy}.json`),
    neighbors: (strategy: string): Promise<ChunkingNeighbors> =>
      file(chunkingNeighborsFormat, `neighbors/${strategy}.json`),
  };
}
