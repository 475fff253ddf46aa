import type { EmbedTasks } from '../worker/protocol';
import type { TaskHandlers } from '../worker/taskChannel';

/** Stands for the built-in model in its worker: every text is one window, whose ids are its UTF-16 code units. */
export function fakeModel(
  vectorOf: (text: string) => ArrayLike<number>,
  patch: Partial<TaskHandlers<EmbedTasks>> = {},
): TaskHandlers<EmbedTasks> {
  return {
    connect: () => Promise.reject(new Error('not asked here')),
    loadModel: async () => ({ fromStorage: false, kept: false }),
    measure: () => Promise.reject(new Error('not asked here')),
    windows: async ({ texts }) =>
      texts.map((text) => [Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]),
    embed: async ({ windows }) => windows.map((ids) => Float32Array.from(vectorOf(textOf(ids)))),
    ...patch,
  };
}

export const textOf = (window: readonly number[]): string => String.fromCharCode(...window);
