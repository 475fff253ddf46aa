import * as z from 'zod/mini';
import { deviceStore, type DeviceStore } from './deviceStore';

/** A corpus that the reader chose to keep, as the input of its hash: what is read back can be checked again. */
export interface KeptCorpus {
  hashInput: string;
  bytes: number;
}

export type CorpusStorage = Pick<DeviceStore<KeptCorpus>, 'get' | 'keep' | 'remove'>;

const kept = z.object({ hashInput: z.string(), bytes: z.number() });

/** Corpora kept on this device, by their hash. */
export const keptCorpora: CorpusStorage = deviceStore('corpora', 'the text', (value) => {
  const found = kept.safeParse(value);
  return found.success ? found.data : null;
});
