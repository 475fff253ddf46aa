import { createTopK, type Hit } from './topK';

/** The words that count: runs of the letters a to z, in lower case, each once. */
export const overlapWords = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]+/g));

/**
 * Ranks texts by how many distinct words of a query stand in them; of equal ones the earlier
 * wins. Length, frequency and rarity count for nothing: it is the plainest search there is,
 * to show what cutting alone does. A text without any of the words is not found.
 */
export function buildWordOverlap(texts: readonly string[]): { search(query: string, k: number): Hit[] } {
  const words = texts.map(overlapWords);
  return {
    search(query, k) {
      const wanted = [...overlapWords(query)];
      const top = createTopK(k, words.length);
      for (const [index, own] of words.entries()) {
        const score = wanted.filter((word) => own.has(word)).length;
        if (score > 0) top.offer(index, score);
      }
      return top.drain();
    },
  };
}
