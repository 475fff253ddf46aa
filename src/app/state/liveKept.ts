import { create } from 'zustand';
import {
  clearKeptVectors as clearVectors,
  keptVectorsSize,
  onOtherTab,
  tellOtherTabs,
  type KeptVectorsSize,
} from '../data/keptVectors';
import { replanAll } from './liveJob';

/** `size` is null until looked at. */
export const useKeptVectors = create<{ size: KeptVectorsSize | null }>()(() => ({ size: null }));

/** Looks again, after a run or when the panel opens; other tabs do too. */
export async function lookAtKeptVectors(): Promise<void> {
  const before = useKeptVectors.getState().size;
  const size = await keptVectorsSize();
  useKeptVectors.setState({ size });
  if (before !== null && before.entries !== size.entries) tellOtherTabs();
}

export async function clearKeptVectors(): Promise<void> {
  await clearVectors();
  tellOtherTabs();
  replanAll();
  await lookAtKeptVectors();
}

// What another tab keeps or clears changes what would be sent here.
onOtherTab(() => {
  replanAll();
  void keptVectorsSize().then((size) => useKeptVectors.setState({ size }));
});
