import { sentenceSpans } from '../text/sentences';
import type { ChunkingStrategy } from './strategy';

const defaults = { neighbors: 2 } as const;

export const sentenceWindow: ChunkingStrategy = {
  label: 'Sentence window',
  slot: 6,
  description: 'Single sentences are searched, and returned with their neighbors on each side.',
  unit: 'sentences',
  defaults,
  settings: [{ name: 'neighbors', label: 'Neighbors each side', unit: 'sentences', low: 0, high: 100 }],
  returns: 'neighbors',
  note: 'Neighbors are taken across lines and paragraphs.',
  chunk(text, { neighbors = defaults.neighbors }) {
    if (!Number.isInteger(neighbors) || neighbors < 0)
      throw new RangeError(`neighbors must be a whole number of at least 0, found ${neighbors}`);
    const sentences = sentenceSpans(text);
    return sentences.map(({ start, end }, i) => ({
      indexed: { start, end },
      returned: {
        start: sentences[Math.max(0, i - neighbors)]!.start,
        end: sentences[Math.min(sentences.length - 1, i + neighbors)]!.end,
      },
    }));
  },
};
