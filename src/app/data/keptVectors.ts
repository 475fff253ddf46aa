import { compute } from './liveCompute';
import { canResume } from './liveProviders';

export interface KeptVectorsSize {
  entries: number;
  bytes: number;
  /** Why vectors are not kept between visits, in words; null while they are. */
  problem: string | null;
}

/** How many vectors are kept in this browser. */
export async function keptVectorsSize(): Promise<KeptVectorsSize> {
  const { entries, bytes, refused } = await compute().run('keptSize', null);
  const problem = canResume()
    ? refused
    : 'Nothing is cached: this page is not served over https, so the browser gives it no way to make safe keys. Every run embeds everything again.';
  return { entries, bytes, problem };
}

export function clearKeptVectors(): Promise<void> {
  return compute().run('clearKept', null);
}

/** Between tabs of this site; absent where a browser has none. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('chunkscope-vectors');
// In Node a channel that listens keeps a process alive.
(channel as { unref?: () => void } | null)?.unref?.();

/** Tells other tabs that what is kept has changed. */
export const tellOtherTabs = (): void => channel?.postMessage('changed');

/** Calls back when another tab has changed what is kept. */
export const onOtherTab = (listener: () => void): void =>
  channel?.addEventListener('message', () => listener());
