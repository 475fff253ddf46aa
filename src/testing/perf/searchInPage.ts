import { matrixOf } from '../../core/vectors/matrix';
import { searchRows, searchRowsPlain } from '../../core/vectors/search';
import { asRows, generatedVectors } from './generatedVectors';
import type { Times } from './measure';
import { naiveSearch } from './naiveSearch';

const k = 10;

/** Search in whatever page loads this: times by the clock of its main thread. */
export function measureSearch(count: number, dimensions: number, questions: number, rounds: number): Times[] {
  const stored = generatedVectors(count, dimensions);
  const matrix = matrixOf(stored, dimensions);
  const rows = asRows(stored, dimensions);
  const queries = asRows(generatedVectors(questions, dimensions, 0.61), dimensions);
  // The first searches of a matrix are plain ones, until a filter pays.
  for (let asked = 0; asked < 16; asked += questions) searchRows(queries, matrix, k);
  if (JSON.stringify(searchRows(queries, matrix, k)) !== JSON.stringify(searchRowsPlain(queries, matrix, k)))
    throw new Error('cosine search: the filtered result is not that of the plain scan');
  const contenders = [
    { name: 'chunkscope', run: () => searchRows(queries, matrix, k) },
    { name: 'chunkscope, plain scan', run: () => searchRowsPlain(queries, matrix, k) },
    { name: 'number[][], cosine and sort', run: () => queries.map((query) => naiveSearch(query, rows, k)) },
  ];
  const wall = contenders.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    contenders.forEach(({ run }, i) => {
      if (i === 0) for (let warm = 0; warm < 3; warm++) run();
      const before = performance.now();
      run();
      if (round >= 0) wall[i]!.push(performance.now() - before);
    });
  }
  return contenders.map(({ name }, i) => ({ name, wall: wall[i]! }));
}
