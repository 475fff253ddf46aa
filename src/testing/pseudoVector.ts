/** A unit vector that depends on the text alone, made without a model. */
export function pseudoVector(text: string, dimensions: number): number[] {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193) >>> 0;
  const numbers = Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  const length = Math.hypot(...numbers);
  return numbers.map((value) => value / length);
}
