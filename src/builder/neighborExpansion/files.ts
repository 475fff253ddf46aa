import { decode, type FileFormat } from '../../artifact/decode';
import { formatJson } from '../../artifact/jsonFormat';
import { parseJsonText } from '../../artifact/jsonText';
import {
  neighborChunksFormat,
  neighborHitsFormat,
  neighborQuestionsFormat,
  neighborRunFormat,
  neighborSummaryFormat,
  type NeighborChunks,
  type NeighborHits,
  type NeighborQuestions,
  type NeighborRun,
  type NeighborSummary,
} from '../../experiments/chunking/neighbors/formats';
import { neighborRunFile, type NeighborFile } from '../../experiments/chunking/neighbors/files';
import type { ArtifactFile } from '../artifacts/store';

/** Lists whose items have a line each. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  'questions.json': ['questions'],
  'chunks.json': ['documents'],
  'hits.json': ['chunks', 'scores'],
};

/** A file as it is written. */
export function neighborText({ name, value }: NeighborFile): ArtifactFile {
  return { name, text: formatJson(value, rowsOf[name] ?? []) };
}

const formats: Readonly<Record<string, FileFormat<unknown>>> = {
  'summary.json': neighborSummaryFormat,
  'questions.json': neighborQuestionsFormat,
  'chunks.json': neighborChunksFormat,
  'hits.json': neighborHitsFormat,
};

/** A file of a neighbor expansion, checked; undefined for a name that it does not have. */
export function decodeNeighborFile(name: string, bytes: Uint8Array | string): unknown {
  const format = Object.hasOwn(formats, name)
    ? formats[name]
    : name.startsWith('runs/')
      ? neighborRunFormat
      : undefined;
  return format && decode(format, name, parseJsonText(name, bytes).value);
}

/** Reads the files of a finished expansion, each checked. */
export function neighborReader(read: (name: string) => Promise<Uint8Array | string>) {
  const file = async <T>(format: FileFormat<T>, name: string): Promise<T> =>
    decode(format, name, parseJsonText(name, await read(name)).value);
  return {
    summary: (): Promise<NeighborSummary> => file(neighborSummaryFormat, 'summary.json'),
    questions: (): Promise<NeighborQuestions> => file(neighborQuestionsFormat, 'questions.json'),
    chunks: (): Promise<NeighborChunks> => file(neighborChunksFormat, 'chunks.json'),
    hits: (): Promise<NeighborHits> => file(neighborHitsFormat, 'hits.json'),
    run: (width: { neighborPrev: number; neighborNext: number }): Promise<NeighborRun> =>
      file(neighborRunFormat, neighborRunFile(width)),
  };
}
