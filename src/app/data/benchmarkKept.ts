import { compute } from './liveCompute';

/** Which texts the built-in model need not read again, told without loading it. */
export async function keptTexts(texts: readonly string[]): Promise<boolean[]> {
  return Array.from(await compute().run('keptTexts', { texts: [...texts] }), (kept) => kept === 1);
}
