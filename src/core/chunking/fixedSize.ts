import { type ChunkingStrategy, tokenSetting } from './strategy';
import { tokenWindows } from './tokenWindows';

const defaults = { chunkSize: 256 } as const;

export const fixedSize: ChunkingStrategy = {
  label: 'Fixed size',
  slot: 0,
  description: 'Consecutive windows of a fixed number of tokens.',
  unit: 'tokens',
  defaults,
  settings: [tokenSetting('chunkSize', 'Window')],
  returns: 'itself',
  note: 'A window ends where its tokens end, also in the middle of a word; only a character is never cut.',
  chunk: (text, { chunkSize = defaults.chunkSize, tokenizer }) => tokenWindows(text, chunkSize, 0, tokenizer),
};
