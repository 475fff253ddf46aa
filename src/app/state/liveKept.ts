import { create } from 'zustand';
import { clearKeptVectors as clearVectors, keptVectorsSize, type KeptVectorsSize } from '../data/keptVectors';

/** `size` is null until looked at. */
export const useKeptVectors = create<{ size: KeptVectorsSize | null }>()(() => ({ size: null }));

/** Looks again, after a run or when the panel opens. */
export async function lookAtKeptVectors(): Promise<void> {
  useKeptVectors.setState({ size: await keptVectorsSize() });
}

export async function clearKeptVectors(): Promise<void> {
  await clearVectors();
  await lookAtKeptVectors();
}
