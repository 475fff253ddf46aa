import { randomSource, shuffled, STATISTICS_SEED } from '../../core/stats/rng';
import { prepareThreads, threadsDefaults, threadTexts } from '../../experiments/threads/measure/measure';
import { createDiskCache } from '../embeddings/diskCache';
import { createNodeProvider } from '../embeddings/nodeProvider';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';
import { authoredThreads } from './corpus';

/** Texts that are drawn. */
const drawnTexts = 120;

/** Embeds a drawn part of the texts anew and compares it with the vectors that the figures rest on. */
export async function embedSampleAgain(
  progress: Progress,
  signal: AbortSignal,
): Promise<{ texts: number; difference: string | null }> {
  const prepared = await prepareThreads(await authoredThreads(), threadsDefaults, await loadTokenizer());
  const texts = shuffled(threadTexts(prepared), randomSource(STATISTICS_SEED)).slice(0, drawnTexts);
  const cache = createDiskCache();
  const [kept, fresh] = await Promise.all([
    createNodeProvider('local', { cache }),
    createNodeProvider('local', { cache: null }),
  ]);
  try {
    const before = await kept.embed(texts, { signal });
    const after = await fresh.embed(texts, {
      signal,
      onProgress: ({ done, total }) => progress.step('Embedding drawn texts again', done, total),
    });
    for (const [index, vector] of before.vectors.entries()) {
      const own = after.vectors[index];
      const at = vector?.findIndex((value, dimension) => !(Math.abs(value - own![dimension]!) <= 1e-6)) ?? -1;
      if (at >= 0)
        return {
          texts: texts.length,
          difference: `“${texts[index]!.slice(0, 60)}”: ${vector![at]} kept, ${own![at]} now, at dimension ${at}`,
        };
    }
    return { texts: texts.length, difference: null };
  } finally {
    progress.end();
    await cache.close();
  }
}
