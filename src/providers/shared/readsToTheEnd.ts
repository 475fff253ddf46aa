import type { EmbeddingProvider } from '../provider';

/**
 * Whether a model reads a text to its end, found out by changing the end.
 *
 * Some endpoints drop what is over their limit without saying so; then a text
 * with another ending gets the same vector. Costs two inputs, which no cache
 * answers. Ask it of the longest text of a run where `maxTokens` is unknown.
 * Blank text counts as read.
 */
export async function readsToTheEnd(
  provider: EmbeddingProvider,
  text: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const asked = endProbe(text);
  if (asked === null) return true;
  const { vectors } = await provider.embed(asked, { signal });
  const cosine = vectors[0]!.reduce((sum, value, i) => sum + value * vectors[1]![i]!, 0);
  // Equal texts in one request differ by about 1e-8 at some endpoints, one word in thousands by far more.
  return cosine < 1 - 2e-7;
}

/** The two inputs of that question: a text, and the same with another last word. null for blank text. */
export function endProbe(text: string): [string, string] | null {
  const words = text.trim().split(/\s+/);
  if (words[0] === '') return null;
  return [
    words.join(' '),
    [...words.slice(0, -1), words.at(-1) === 'harbour' ? 'violin' : 'harbour'].join(' '),
  ];
}
