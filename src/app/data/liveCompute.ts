import { startComputeWorker, type TaskClient } from '../../worker/client';
import type { ComputeTasks, PackedVectors } from '../../worker/protocol';

export type { PackedVectors, PreparedAnswer, PreparedText, RunFile, TextInput } from '../../worker/protocol';

let client: TaskClient<ComputeTasks> | undefined;

/** The computing worker; starts with the first question, so that a page that asks nothing has none. */
export function compute(): TaskClient<ComputeTasks> {
  return (client ??= startComputeWorker());
}

/** Vectors one after the other, in a block of their own that can be handed to a worker. */
export function packRows(rows: readonly Float32Array[]): PackedVectors {
  const dimensions = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  rows.forEach((row, index) => values.set(row, index * dimensions));
  return { dimensions, values };
}
