import type { FinishedText } from '../providers/shared/embedTexts';

export interface ModelLoadEvent {
  loadedBytes: number;
  totalBytes: number;
}

export interface ModelLoadResult {
  /** Whether the files came from this browser's own storage. */
  fromStorage: boolean;
  /** Whether they are kept for the next visit; false when the browser refuses storage. */
  kept: boolean;
}

export interface EmbedBatchEvent {
  finished: FinishedText[];
}

/** What the embedding worker can be asked. A new task is a line here and a handler in the worker. */
export type EmbedTasks = {
  /** Loads the model, once; later calls answer at once. `modelUrl` is absolute and ends in a slash. */
  loadModel: { input: { modelUrl: string }; event: ModelLoadEvent; result: ModelLoadResult };
  /** Embeds distinct, non-blank texts; vectors arrive with the events, batch by batch. */
  embed: { input: { texts: string[] }; event: EmbedBatchEvent; result: { inputs: number } };
  /** Inputs and tokens of texts after windowing. */
  measure: { input: { texts: string[] }; event: never; result: { inputs: number; tokens: number } };
};
