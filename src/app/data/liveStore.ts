import type { ExperimentEntry } from '../../artifact/indexFile';
import { deviceStore } from './deviceStore';

/** Pasted text that the reader chose to keep. */
export interface KeptText {
  stored: string;
  message: string;
}

/** A run that the reader chose to keep: its entry and the bytes of its files, by name. */
export interface KeptRun {
  entry: ExperimentEntry;
  files: Map<string, Uint8Array>;
}

/** The pasted text, under the key `method`. */
export const keptTexts = deviceStore<KeptText>('texts', 'the text', (value) => value as KeptText);

/** Runs by their ids. */
export const keptRuns = deviceStore<KeptRun>('runs', 'the run', (value) => value as KeptRun);
