import { create } from 'zustand';
import { embeddingCache, whyNotKept } from '../data/liveProviders';

interface KeptVectorsState {
  /** null until looked at. */
  size: { entries: number; bytes: number } | null;
  /** Why vectors are not kept; null while they are. */
  problem: string | null;
}

export const useKeptVectors = create<KeptVectorsState>()(() => ({ size: null, problem: null }));

/** Looks again, after a run or when the panel opens. */
export async function lookAtKeptVectors(): Promise<void> {
  const size = await embeddingCache.size();
  useKeptVectors.setState({ size, problem: whyNotKept() });
}

export async function clearKeptVectors(): Promise<void> {
  await embeddingCache.clear();
  await lookAtKeptVectors();
}
