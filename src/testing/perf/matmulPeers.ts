import '@tensorflow/tfjs-backend-wasm';
import { env, matMul, setBackend, tensor2d } from '@tensorflow/tfjs-core';
import * as onnx from 'onnxruntime-web';

/** Scores of queries against rows as one product of matrices, in float32, by one engine. */
export type Matmul = (queries: Float32Array) => Promise<ArrayLike<number>>;

/** TensorFlow.js on its WASM backend, one thread; the rows are uploaded beforehand, in columns, since it has a slow path for the other way. */
export async function tensorflowMatmul(rows: Float32Array, dimensions: number): Promise<Matmul> {
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await setBackend('wasm'))) throw new Error('the WASM backend of TensorFlow.js did not start');
  const stored = tensor2d(transposed(rows, dimensions), [dimensions, rows.length / dimensions]);
  return async (queries) => {
    const asked = tensor2d(queries, [queries.length / dimensions, dimensions]);
    const scores = matMul(asked, stored);
    const result = await scores.data();
    asked.dispose();
    scores.dispose();
    return result;
  };
}

/** ONNX Runtime's WASM build, one thread; the rows are a constant of the model, which it packs beforehand. */
export async function onnxMatmul(rows: Float32Array, dimensions: number): Promise<Matmul> {
  onnx.env.wasm.numThreads = 1;
  onnx.env.logLevel = 'error';
  const session = await onnx.InferenceSession.create(matmulModel(transposed(rows, dimensions), dimensions), {
    executionProviders: ['wasm'],
  });
  return async (queries) => {
    const { scores } = await session.run({
      queries: new onnx.Tensor('float32', queries, [queries.length / dimensions, dimensions]),
    });
    return scores!.data as Float32Array;
  };
}

function transposed(rows: Float32Array, dimensions: number): Float32Array<ArrayBuffer> {
  const count = rows.length / dimensions;
  const columns = new Float32Array(rows.length);
  for (let row = 0; row < count; row++)
    for (let i = 0; i < dimensions; i++) columns[i * count + row] = rows[row * dimensions + i]!;
  return columns;
}

type Field = readonly [number, number | string | Uint8Array | readonly Field[]];

/** Protocol-buffer bytes: whole numbers, and everything else with its length in front. */
function message(fields: readonly Field[]): Buffer {
  const parts = fields.flatMap(([field, value]) => {
    if (typeof value === 'number') return [varint(field << 3), varint(value)];
    const bytes =
      typeof value === 'string' ? Buffer.from(value) : value instanceof Uint8Array ? value : message(value);
    return [varint((field << 3) | 2), varint(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

/** A model of one node, `scores = queries × stored`; the field numbers are those of onnx.proto. */
function matmulModel(stored: Float32Array, dimensions: number): Buffer {
  const float = 1;
  const matrix = (name: string): Field[] => [
    [1, name],
    [
      2,
      [
        [
          1,
          [
            [1, float],
            [
              2,
              [
                [1, [[2, 'rows']]],
                [1, [[2, `${name} columns`]]],
              ],
            ],
          ],
        ],
      ],
    ],
  ];
  const graph: Field[] = [
    [
      1,
      [
        [1, 'queries'],
        [1, 'stored'],
        [2, 'scores'],
        [4, 'MatMul'],
      ],
    ],
    [2, 'search'],
    [
      5,
      [
        [1, dimensions],
        [1, stored.length / dimensions],
        [2, float],
        [8, 'stored'],
        [9, new Uint8Array(stored.buffer)],
      ],
    ],
    [11, matrix('queries')],
    [12, matrix('scores')],
  ];
  return message([
    [1, 8],
    [7, graph],
    [
      8,
      [
        [1, ''],
        [2, 13],
      ],
    ],
  ]);
}
