import { startBenchmarkWorker, type TaskClient } from '../../worker/client';
import type { BenchmarkTasks } from '../../worker/protocol';

let client: TaskClient<BenchmarkTasks> | undefined;

/** The worker of the benchmark on a reader's text, started when it is first asked. */
export const benchmarkWorker = (): TaskClient<BenchmarkTasks> => (client ??= startBenchmarkWorker());
