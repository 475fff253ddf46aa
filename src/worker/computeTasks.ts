import { loadCl100k } from '../providers/tokenizer';
import { blendRun } from './computeBlend';
import type { ComputeTasks } from './computeProtocol';
import { createPageVectorCache } from './embedCache';
import { createEmbedDesk } from './embedDesk';
import { embeddingHandlers } from './embedHandlers';
import { methodHandlers } from './methodRun';
import type { TaskHandlers } from './taskChannel';

/** The handlers of the computing worker; tests run them without one. */
export function createComputeTasks(
  cache = createPageVectorCache(),
  loadTokenizer = loadCl100k,
): TaskHandlers<ComputeTasks> {
  const desk = createEmbedDesk(loadTokenizer);
  return {
    ...embeddingHandlers(desk, cache),
    ...methodHandlers(desk, cache),
    blendRun: async (input, { emit }) => blendRun(input, (step) => emit({ step })),
  };
}
