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
