import '@tensorflow/tfjs-backend-cpu';
import { setBackend } from '@tensorflow/tfjs-core';
import { createNodeModelFiles } from '../../builder/embeddings/modelFiles';
import { dot, unit } from '../../core/vectors/vectors';
import { loadLocalModel, type LocalModel } from '../../providers/local/localModel';
import { generatedTexts } from './generatedText';
import { compare, type PerfRow } from './measure';

const batchSize = 16;

/** The local model on its WASM backend against the plain JavaScript one, and batches of like length against mixed ones. */
export async function run(): Promise<PerfRow[]> {
  const model = await loadLocalModel(createNodeModelFiles());
  const reference = await loadLocalModel(createNodeModelFiles());
  // A backend holds the weights of whatever ran on it first: one model for each.
  const onBackend = async (
    backend: 'cpu' | 'wasm',
    which: LocalModel,
    windows: number[][],
  ): Promise<Float32Array[]> => {
    await setBackend(backend);
    return which.run(windows);
  };
  const windows = generatedWindows(model, 128);
  const batch = windows.slice(0, 4); // the plain backend takes seconds for a text
  const fast = await onBackend('wasm', model, batch);
  const slow = await onBackend('cpu', reference, batch);
  const likeness = Math.min(...fast.map((vector, i) => dot(unit(vector), unit(slow[i]!))));
  const sorted = [...windows].sort((a, b) => a.length - b.length);
  const inBatches = async (all: number[][]) => {
    for (let start = 0; start < all.length; start += batchSize)
      await onBackend('wasm', model, all.slice(start, start + batchSize));
  };
  const rows: PerfRow[] = [
    {
      kind: 'figure',
      group: `local model, ${batch.length} texts`,
      name: 'least cosine between the backends',
      value: likeness,
      unit: '',
      target: '> 0.999999',
    },
    ...(await compare(
      `local model, ${batch.length} texts`,
      [
        { name: 'WASM backend', run: () => onBackend('wasm', model, batch) },
        { name: 'cpu backend', run: () => onBackend('cpu', reference, batch), target: '≥ 12' },
      ],
      3,
      1,
    )),
    ...(await compare(
      `local model, ${windows.length} texts of 1 to 128 tokens in batches of ${batchSize}`,
      [
        { name: 'sorted by length', run: () => inBatches(sorted) },
        { name: 'as they come', run: () => inBatches(windows), target: '≥ 1.2' },
      ],
      3,
      1,
    )),
  ];
  model.dispose();
  reference.dispose();
  return rows;
}

/** Token windows of very unlike lengths, in no order: as texts of conversations are. */
function generatedWindows(model: LocalModel, count: number): number[][] {
  const ids = generatedTexts(count, 0.5).map((text) => model.tokenizer.encode(text));
  return ids.map((all, i) => all.slice(0, 1 + ((i * 53) % 128)));
}
