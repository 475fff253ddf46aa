import { startComputeWorker, type TaskClient } from '../../worker/client';
import type { ComputeTasks } from '../../worker/protocol';

export type {
  ContextKind,
  GroupPlace,
  MethodFacts,
  MethodResults,
  PartGroup,
  PreparedAnswer,
  PreparedText,
  Ranking,
  RunFile,
  SearchSettings,
  TextInput,
} from '../../worker/protocol';

let client: TaskClient<ComputeTasks> | undefined;

/** The computing worker; starts with the first question, so that a page that asks nothing has none. */
export function compute(): TaskClient<ComputeTasks> {
  return (client ??= startComputeWorker());
}
