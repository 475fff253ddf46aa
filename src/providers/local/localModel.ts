import '@tensorflow/tfjs-backend-wasm';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import {
  env,
  io,
  ready,
  setBackend,
  tensor1d,
  tensor2d,
  type NamedTensorMap,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { throwIfAborted } from '../shared/abort';
import { ProviderError } from '../shared/providerError';
import { localModelDescription } from './description';
import { createPieceTokenizer, type PieceTokenizer, type VocabularyEntry } from './pieceTokenizer';

/** Reads the files of the model by plain name (`model.json`), wherever they lie. */
export interface ModelFiles {
  read(
    name: string,
    options: { signal?: AbortSignal; onBytes?: (loaded: number) => void },
  ): Promise<Uint8Array<ArrayBuffer>>;
}

export interface LoadProgress {
  loadedBytes: number;
  /** Known once `model.json` is read; until then the published size of the package's files. */
  totalBytes: number;
}

export interface LocalModel {
  tokenizer: PieceTokenizer;
  /** One unit vector per window of token ids; each window holds 1 to 128 ids. */
  run(windows: readonly (readonly number[])[]): Promise<Float32Array[]>;
  dispose(): void;
}

const dimensions = localModelDescription.dimensions;
const expectedBytes = 28_500_000;
const wasmScheme = 'chunkscope-wasm:';

/**
 * The model, ready to run on the WASM backend.
 *
 * Everything is read through `files`, the WASM binary too, so that Node and a
 * browser worker run the same bytes and a cache in front of `files` makes the
 * page work offline. Weights stay in memory until `dispose`.
 */
export async function loadLocalModel(
  files: ModelFiles,
  options: { signal?: AbortSignal; onProgress?: (progress: LoadProgress) => void } = {},
): Promise<LocalModel> {
  const { signal, onProgress } = options;
  const loaded = new Map<string, number>();
  let totalBytes: number = expectedBytes;
  const report = () => {
    let loadedBytes = 0;
    for (const bytes of loaded.values()) loadedBytes += bytes;
    onProgress?.({ loadedBytes, totalBytes: Math.max(totalBytes, loadedBytes) });
  };
  const read = async (name: string) => {
    throwIfAborted(signal);
    const bytes = await files.read(name, {
      signal,
      onBytes: (count) => {
        loaded.set(name, count);
        report();
      },
    });
    loaded.set(name, bytes.byteLength);
    report();
    return bytes;
  };

  const [description, vocabulary] = await Promise.all([
    read('model.json').then(parseModel),
    read('vocab.json').then(parseVocabulary),
    startBackend(read),
  ]);
  const { paths, weights } = description.weightsManifest[0]!;
  const weightBytes = weights.reduce(
    (sum, { shape }) => sum + 4 * shape.reduce((product, length) => product * length, 1),
    0,
  );
  totalBytes = weightBytes + [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
  const shards = await Promise.all(paths.map(read));
  const found = shards.reduce((sum, shard) => sum + shard.byteLength, 0);
  if (found !== weightBytes) {
    throw new ProviderError(
      'model-files',
      `The model's weight files hold ${found} bytes; model.json describes ${weightBytes}. Reload the page, or install the package again.`,
      { expected: weightBytes, found },
    );
  }
  throwIfAborted(signal);
  const weightData = new Uint8Array(weightBytes);
  let offset = 0;
  for (const shard of shards) {
    weightData.set(shard, offset);
    offset += shard.byteLength;
  }
  const graph = await loadGraphModel(
    io.fromMemory({
      modelTopology: description.modelTopology,
      weightSpecs: weights,
      weightData: weightData.buffer,
    }),
  );
  const tokenizer = createPieceTokenizer(vocabulary);

  const run = async (windows: readonly (readonly number[])[]): Promise<Float32Array[]> => {
    if (windows.length === 0) return [];
    const count = windows.reduce((sum, window) => sum + window.length, 0);
    const places = new Int32Array(2 * count);
    const ids = new Int32Array(count);
    let at = 0;
    windows.forEach((window, row) => {
      window.forEach((id, column) => {
        places[2 * at] = row;
        places[2 * at + 1] = column;
        ids[at++] = id;
      });
    });
    const inputs: NamedTensorMap = {
      indices: tensor2d(places, [count, 2], 'int32'),
      values: tensor1d(ids, 'int32'),
    };
    try {
      const output = (await graph.executeAsync(inputs)) as Tensor;
      try {
        const flat = (await output.data()) as Float32Array;
        return windows.map((_, row) => unitRow(flat.subarray(row * dimensions, (row + 1) * dimensions)));
      } finally {
        output.dispose();
      }
    } finally {
      for (const tensor of Object.values(inputs)) tensor.dispose();
    }
  };
  // One run at a time: the backend's scopes are global and runs must not interleave.
  let last: Promise<unknown> = Promise.resolve();
  return {
    tokenizer,
    run: (windows) => {
      const next = last.then(() => run(windows));
      last = next.catch(() => {});
      return next;
    },
    dispose: () => graph.dispose(),
  };
}

/** A unit copy of a model output, its length measured in float64. */
function unitRow(row: Float32Array): Float32Array {
  let sum = 0;
  for (const value of row) sum += value * value;
  const length = Math.sqrt(sum);
  if (!(length > 0) || !Number.isFinite(length)) {
    throw new ProviderError(
      length === 0 ? 'zero-vector' : 'not-finite',
      'The local model gave a vector without a direction. Reload the page; if it stays, the model files are damaged.',
    );
  }
  return row.map((value) => value / length);
}

let backendStart: Promise<void> | undefined;

/** Starts the WASM backend once per process or worker, with the binary returned by `read`. */
function startBackend(read: (name: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  backendStart ??= (async () => {
    const simd = await env().getAsync('WASM_HAS_SIMD_SUPPORT');
    const name = simd ? 'tfjs-backend-wasm-simd.wasm' : 'tfjs-backend-wasm.wasm';
    // Threads would need SharedArrayBuffer, which plain static hosts do not allow.
    env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    const binary = await read(name);
    const { platform } = env();
    const fetchElsewhere = platform.fetch.bind(platform);
    platform.fetch = async (path, init) =>
      path.startsWith(wasmScheme) ? new Response(binary) : fetchElsewhere(path, init);
    setWasmPaths(
      {
        'tfjs-backend-wasm.wasm': wasmScheme,
        'tfjs-backend-wasm-simd.wasm': wasmScheme,
        'tfjs-backend-wasm-threaded-simd.wasm': wasmScheme,
      },
      true,
    );
    if (!(await setBackend('wasm')))
      throw new ProviderError(
        'model-files',
        'The WASM backend could not start: WebAssembly is switched off, or the .wasm file beside the site is not the one of this version.',
      );
    await ready();
  })();
  backendStart.catch(() => (backendStart = undefined));
  return backendStart;
}

interface ModelJson {
  modelTopology: object;
  weightsManifest: { paths: string[]; weights: io.WeightsManifestEntry[] }[];
}

function parseModel(bytes: Uint8Array): ModelJson {
  const value = parseJson('model.json', bytes);
  const manifest =
    typeof value === 'object' && value !== null && 'modelTopology' in value && 'weightsManifest' in value
      ? value.weightsManifest
      : undefined;
  if (!Array.isArray(manifest) || manifest.length !== 1) {
    throw new ProviderError(
      'model-files',
      'model.json was read but does not describe a model with one group of weights. The folder "model" beside the site holds other files than this version needs.',
    );
  }
  return value as ModelJson;
}

function parseVocabulary(bytes: Uint8Array): VocabularyEntry[] {
  const value = parseJson('vocab.json', bytes);
  if (
    !Array.isArray(value) ||
    value.length === 0 ||
    !value.every(
      (entry) =>
        Array.isArray(entry) &&
        typeof entry[0] === 'string' &&
        (typeof entry[1] === 'number' || entry[1] === null),
    )
  ) {
    throw new ProviderError(
      'model-files',
      'vocab.json was read but is not a list of word pieces with scores. The folder "model" beside the site holds other files than this version needs.',
    );
  }
  return value;
}

function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ProviderError(
      'model-files',
      `${name} was found but is not JSON. A static host may have answered with a page of its own: check that the folder "model" was copied beside the site.`,
      { subject: name },
    );
  }
}
