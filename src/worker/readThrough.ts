import type { EmbedDistinct, FinishedText } from '../providers/shared/embedTexts';
import type { EmbedTasks } from './protocol';
import type { TaskClient } from './taskChannel';

/** Reads distinct texts with the model of the embedding worker, which is loaded by then. Batches that end after a cancel are taken too. */
export const readThrough =
  (tasks: Pick<TaskClient<EmbedTasks>, 'run'>): EmbedDistinct =>
  async (texts, hooks) => {
    const kept: Promise<void>[] = [];
    const keep = (finished: FinishedText[]) => kept.push(Promise.resolve(hooks.onBatch(finished)));
    const { inputs } = await tasks.run(
      'embed',
      { texts },
      { signal: hooks.signal, onEvent: ({ finished }) => keep(finished) },
    );
    hooks.onInputs?.(inputs);
    await Promise.all(kept);
  };
