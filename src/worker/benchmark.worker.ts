import { createBenchmarkTasks } from './benchmarkTasks';
import { serveTasks, type Port } from './taskChannel';

// Dedicated worker: its scope is the port to the page.
serveTasks(self as unknown as Port, createBenchmarkTasks());
