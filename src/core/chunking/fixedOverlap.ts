import { type ChunkingStrategy, overlapConflict, tokenSetting } from './strategy';
import { tokenWindows } from './tokenWindows';

const defaults = { chunkSize: 256, overlap: 64 } as const;

export const fixedOverlap: ChunkingStrategy = {
  label: 'Fixed size with overlap',
  slot: 1,
  description: 'Windows of a fixed number of tokens, each repeating the end of the one before.',
  unit: 'tokens',
  defaults,
  settings: [tokenSetting('chunkSize', 'Window'), tokenSetting('overlap', 'Overlap', 0)],
  conflict: overlapConflict,
  returns: 'itself',
  note: 'Without an overlap of its own a window size takes a quarter of it, as in the committed 64 of 256.',
  chunk: (text, { chunkSize = defaults.chunkSize, overlap = Math.floor(chunkSize / 4), tokenizer }) =>
    tokenWindows(text, chunkSize, overlap, tokenizer),
};
