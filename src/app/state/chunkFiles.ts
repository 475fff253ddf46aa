import { create } from 'zustand';
import { chunkRowId, type ChunkSet, type OffsetUnit, type ReadChunks } from '../../datasets/own/chunks';
import { readChunkFile } from '../data/benchmarkRun';
import { useBenchmarkInput } from './benchmarkInput';

/** A file of chunks that another program made of the reader's documents. */
export interface ChunkFile {
  /** Of its row. */
  id: string;
  name: string;
  text: string;
  /** What its offsets count, where the reader says so. */
  unit: OffsetUnit | null;
  /** null while it is read. */
  read: ReadChunks | null;
  /** Why it does not fit the documents. */
  fault: Error | null;
  /** As a run takes it; the same object as long as nothing of it changes. */
  set: ChunkSet | null;
}

/** What the reader brought of other programs. In memory only. */
export const useChunkFiles = create<{ files: readonly ChunkFile[] }>()(() => ({ files: [] }));

const filesNow = (): readonly ChunkFile[] => useChunkFiles.getState().files;

function patch(id: string, change: Partial<ChunkFile>): void {
  useChunkFiles.setState({
    files: filesNow().map((file) => (file.id === id ? { ...file, ...change } : file)),
  });
}

async function readAgain({ id, name, text, unit }: ChunkFile): Promise<void> {
  patch(id, { read: null, fault: null, set: null });
  const { documents } = useBenchmarkInput.getState();
  /** Whether the answer is still what the reader asked for. */
  const holds = (): boolean =>
    documents === useBenchmarkInput.getState().documents &&
    filesNow().some((file) => file.id === id && file.text === text && file.unit === unit);
  try {
    const read = await readChunkFile(documents, name, text, unit);
    if (holds()) patch(id, { read, set: { id, label: name, file: name, documents: read.documents } });
  } catch (error) {
    if (holds()) patch(id, { fault: error instanceof Error ? error : new Error(String(error)) });
  }
}

/** Adds a file of chunks; one of the same name is replaced. */
export function addChunkFile(name: string, text: string, taken: ReadonlySet<string>): void {
  const before = filesNow().find((file) => file.name === name);
  const id = before?.id ?? chunkRowId(name, new Set([...taken, ...filesNow().map((file) => file.id)]));
  const file: ChunkFile = { id, name, text, unit: before?.unit ?? null, read: null, fault: null, set: null };
  useChunkFiles.setState({
    files: before ? filesNow().map((other) => (other === before ? file : other)) : [...filesNow(), file],
  });
  void readAgain(file);
}

export function removeChunkFile(id: string): void {
  useChunkFiles.setState({ files: filesNow().filter((file) => file.id !== id) });
}

export function setChunkUnit(id: string, unit: OffsetUnit | null): void {
  patch(id, { unit });
  const file = filesNow().find((candidate) => candidate.id === id);
  if (file) void readAgain(file);
}

// Chunks are of documents: with others they are read anew.
useBenchmarkInput.subscribe(({ documents }, before) => {
  if (documents !== before.documents) for (const file of filesNow()) void readAgain(file);
});
