/**
 * Unit vector of the mean of a text's windows, each weighted by its size.
 *
 * Accumulated in float64. One window is returned as it is. Windows that cancel
 * exactly leave no direction: the first window stands for the text then.
 */
export function weightedMean(vectors: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const first = vectors[0]!;
  if (vectors.length === 1) return first;
  const sum = new Float64Array(first.length);
  vectors.forEach((vector, at) => {
    for (let i = 0; i < sum.length; i++) sum[i]! += weights[at]! * vector[i]!;
  });
  let squares = 0;
  for (const value of sum) squares += value * value;
  if (squares === 0) return first;
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, (value) => value / length);
}
