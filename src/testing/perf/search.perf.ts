import usearch from 'usearch';
import { matrixOf } from '../../core/vectors/matrix';
import { searchRows, searchRowsPlain } from '../../core/vectors/search';
import { asRows, generatedVectors } from './generatedVectors';
import { createInt16Peak } from './int16Peak';
import { onnxMatmul, tensorflowMatmul } from './matmulPeers';
import { compare, type Contender, type PerfRow } from './measure';
import { naiveDots, naiveSearch } from './naiveSearch';

const k = 10;

/** Exact cosine search against its own plain scan, the obvious way, three peers and the peak of this process. */
export async function run(): Promise<PerfRow[]> {
  return [
    ...(await many(93_000, 256, 64, { naive: '≥ 80', matmul: '≥ 2', usearch: '≥ 3' })),
    ...(await many(20_000, 1024, 64, { matmul: '≥ 1.4' })),
    ...(await one(100_000, 256)),
  ];
}

interface Targets {
  naive?: string;
  matmul: string;
  usearch?: string;
}

async function many(
  count: number,
  dimensions: number,
  questions: number,
  targets: Targets,
): Promise<PerfRow[]> {
  const stored = generatedVectors(count, dimensions);
  const asked = generatedVectors(questions, dimensions, 0.61);
  const matrix = matrixOf(stored, dimensions);
  const queries = asRows(asked, dimensions);
  checkEqual(searchRows(queries, matrix, k), searchRowsPlain(queries, matrix, k));
  const tensorflow = await tensorflowMatmul(stored, dimensions);
  const onnx = await onnxMatmul(stored, dimensions);
  await checkScores(tensorflow, asked, matrix, queries);
  await checkScores(onnx, asked, matrix, queries);
  const peak = createInt16Peak();
  const contenders: Contender[] = [
    { name: 'chunkscope', run: () => searchRows(queries, matrix, k) },
    {
      name: 'as many 16-bit products at the peak',
      run: () => peak(count * dimensions * questions),
      target: '≥ 0.65',
    },
    { name: 'chunkscope, plain scan', run: () => searchRowsPlain(queries, matrix, k) },
    { name: 'tfjs-backend-wasm, product alone', run: () => tensorflow(asked), target: targets.matmul },
    { name: 'onnxruntime-web, product alone', run: () => onnx(asked), target: targets.matmul },
    {
      name: 'usearch exact, one thread',
      run: () => usearch.exactSearch(stored, asked, dimensions, k, usearch.MetricKind.Cos, 1),
      ...(targets.usearch && { target: targets.usearch }),
    },
  ];
  if (targets.naive) {
    const rows = asRows(stored, dimensions);
    contenders.push({
      name: 'number[][], cosine and sort',
      run: () => queries.map((query) => naiveSearch(query, rows, k)),
      target: targets.naive,
    });
    contenders.push({
      name: 'number[][] of unit vectors, dot products alone',
      run: () => queries.map((query) => naiveDots(query, rows)),
    });
  }
  return compare(
    `cosine top ${k} of ${count.toLocaleString('en')} × ${dimensions}, ${questions} queries`,
    contenders,
    3,
    2,
  );
}

async function one(count: number, dimensions: number): Promise<PerfRow[]> {
  const stored = generatedVectors(count, dimensions);
  const matrix = matrixOf(stored, dimensions);
  const rows = asRows(stored, dimensions);
  const [query] = asRows(generatedVectors(1, dimensions, 0.62), dimensions);
  const asked = new Array<number[]>(16).fill(query!);
  checkEqual(searchRows(asked, matrix, k), searchRowsPlain(asked, matrix, k));
  return compare(
    `cosine top ${k} of ${count.toLocaleString('en')} × ${dimensions}, one query`,
    [
      { name: 'chunkscope', run: () => searchRows([query!], matrix, k) },
      { name: 'chunkscope, plain scan', run: () => searchRowsPlain([query!], matrix, k) },
      { name: 'number[][], cosine and sort', run: () => naiveSearch(query!, rows, k), target: '≥ 12' },
      { name: 'number[][] of unit vectors, dot products alone', run: () => naiveDots(query!, rows) },
    ],
    9,
    2,
  );
}

function checkEqual(fast: unknown, plain: unknown): void {
  if (JSON.stringify(fast) !== JSON.stringify(plain))
    throw new Error('cosine search: the filtered result is not that of the plain scan');
}

/** A peer that computes something else would make a fine comparison. */
async function checkScores(
  matmul: (queries: Float32Array) => Promise<ArrayLike<number>>,
  asked: Float32Array,
  matrix: Parameters<typeof searchRows>[1] & { rows: number },
  queries: number[][],
): Promise<void> {
  const scores = await matmul(asked);
  searchRows(queries, matrix, 1).forEach(([best], query) => {
    const score = scores[query * matrix.rows + best!.index]!;
    if (!(Math.abs(score - best!.score) < 1e-5))
      throw new Error(`a peer's product gives ${score} where the cosine is ${best!.score}`);
  });
}
