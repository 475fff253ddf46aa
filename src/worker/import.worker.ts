import { createImportTasks } from './importTasks';
import { serveTasks, type Port } from './taskChannel';

// Dedicated worker: its scope is the port to the page.
serveTasks(self as unknown as Port, createImportTasks());
