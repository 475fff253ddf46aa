import {
  add,
  addLanes,
  assemble,
  below,
  constant,
  dotPairs,
  lane,
  loadVector,
  repeatWhile,
  type Variable,
} from '../../core/vectors/wasmAssembler';

const vectorsPerRound = 256;
const sums = 6;

/**
 * As many products of 16-bit numbers as this process can do one after the other: six sums
 * in registers, one load from the first-level cache for six dot products. What a search takes is
 * set beside it, since machines and busy hours differ.
 */
export function createInt16Peak(): (products: number) => void {
  const names = Array.from({ length: sums }, (_, i) => `sum${i}`);
  const factors = Array.from({ length: sums }, (_, i) => `factor${i}`);
  const bytes = assemble(
    { parameters: ['rounds'], numbers: ['round', 'at'], vectors: ['numbers', ...names, ...factors] },
    (variable: Record<string, Variable>) => {
      const { rounds, round, at, numbers } = variable as Record<
        'rounds' | 'round' | 'at' | 'numbers',
        Variable
      >;
      return [
        ...factors.map((name, i) => variable[name]!.set(loadVector(constant(16 * i), 0))),
        repeatWhile(
          below(round.get, rounds.get),
          at.set(constant(0)),
          repeatWhile(
            below(at.get, constant(16 * vectorsPerRound)),
            numbers.set(loadVector(at.get, 0)),
            ...names.map((name, i) =>
              variable[name]!.set(
                addLanes(variable[name]!.get, dotPairs(numbers.get, variable[factors[i]!]!.get)),
              ),
            ),
            at.set(add(at.get, constant(16))),
          ),
          round.set(add(round.get, constant(1))),
        ),
        names.map((name) => lane(variable[name]!.get, 0)).reduce(add),
      ];
    },
  );
  const memory = new WebAssembly.Memory({ initial: 1 });
  const run = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } }).exports.run as (
    rounds: number,
  ) => number;
  return (products) => void run(Math.round(products / (8 * sums * vectorsPerRound)));
}
