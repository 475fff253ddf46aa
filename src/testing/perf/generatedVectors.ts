import { randomLcg, randomNormal } from 'd3-random';

/** So many random directions of length one, row after row. */
export function generatedVectors(count: number, dimensions: number, seed = 0.6): Float32Array<ArrayBuffer> {
  const normal = randomNormal.source(randomLcg(seed))();
  const values = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += (vector[i] = normal()) ** 2;
    for (let i = 0; i < dimensions; i++) vector[i]! /= Math.sqrt(squares);
  }
  return values;
}

/** The same numbers as an array of arrays. */
export function asRows(values: Float32Array, dimensions: number): number[][] {
  return Array.from({ length: values.length / dimensions }, (_, row) =>
    Array.from(values.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}
