import type { Tokenizer } from '../core/chunking/tokens';
import { loadCl100k } from '../providers/tokenizer';
import { benchmarkHandlers } from './benchmarkTasks';
import { blendHandlers } from './computeBlend';
import type { ComputeTasks } from './computeProtocol';
import { threadsHandlers } from './computeThreads';
import { createPageVectorCache } from './embedCache';
import { createEmbedders } from './embedders';
import { methodHandlers } from './methodRun';
import type { TaskHandlers } from './taskChannel';

/**
 * The handlers of the computing worker; tests run them without one. It holds the reader's
 * texts, their chunks and their vectors; the page gets what is sent with the key, and what is shown.
 */
export function createComputeTasks(
  cache = createPageVectorCache(),
  loadTokenizer: () => Promise<Tokenizer> = loadCl100k,
): TaskHandlers<ComputeTasks> {
  const embedders = createEmbedders(loadTokenizer);
  return {
    ...embedders.tasks,
    keptSize: async () => {
      // What was being read when a run was cancelled is kept too.
      await embedders.ended();
      return { ...(await cache.size()), refused: cache.refused() };
    },
    clearKept: () => cache.clear(),
    ...methodHandlers(embedders, cache),
    ...blendHandlers(embedders, cache),
    ...benchmarkHandlers(embedders, cache, loadTokenizer),
    ...threadsHandlers(embedders, cache, loadTokenizer),
  };
}
