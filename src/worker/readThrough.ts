import type { ModelReader } from '../providers/local/embedWithModel';
import type { EmbedTasks } from './protocol';
import type { TaskClient } from './taskChannel';

/** The built-in model of an embedding worker, which is loaded by then. */
export const readThrough = (tasks: Pick<TaskClient<EmbedTasks>, 'run'>): ModelReader => ({
  windows: (texts) => tasks.run('windows', { texts: [...texts] }),
  run: (windows) => tasks.run('embed', { windows: windows.map((ids) => [...ids]) }),
});
