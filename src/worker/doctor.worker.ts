import { cl100kName, loadCl100k } from '../providers/tokenizer';
import { stepName } from '../datasets/corpus';
import { kindOf } from '../experiments/kinds';
import { examine } from '../analysis/doctor/examine';
import type { DoctorTasks } from './doctorProtocol';
import { sha256Hex } from '../artifact/sha256';
import { serveTasks, type Port } from './taskChannel';

// Dedicated worker: its scope is the port to the page.
serveTasks<DoctorTasks>(self as unknown as Port, {
  examine: async ({ entry, files, unread, texts }, { emit, signal }) =>
    examine(
      await kindOf(entry),
      { entry, files, unread, ...(texts ? { texts } : {}) },
      {
        sha256: (bytes) => sha256Hex(bytes as Uint8Array<ArrayBuffer>),
        tokenizer: (name) => (name === cl100kName ? loadCl100k() : Promise.resolve(null)),
        onCheck: (check) => emit({ kind: 'check', check }),
        step: (step, done, total) => {
          signal.throwIfAborted();
          emit({ kind: 'step', name: stepName(step), done, total });
        },
      },
    ),
});
