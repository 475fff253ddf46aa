import { localModelDescription } from '../../providers/local/description';
import { vectorKeys } from '../../providers/shared/vectorCache';
import { embeddingCache } from './liveProviders';

/** Which texts the built-in model need not read again, told without loading it. */
export async function keptTexts(texts: readonly string[]): Promise<boolean[]> {
  const keys = await vectorKeys(localModelDescription, localModelDescription.dimensions, texts);
  return keys ? (await embeddingCache.get(keys)).map((found) => found !== undefined) : texts.map(() => false);
}
