import { add, addLanes, and, assemble, below, constant, dotPairs, greaterLanes, lane, loadSplat, loadVector, pick, repeatWhile, shiftLeft, shiftRight, signs, store, when, zeros, type Code } from './wasmAssembler';

/** Rows that are compared with a query at once, their numbers interleaved eight by eight. */
export const groupRows = 4;
/** Numbers of a vector that one round of the innermost loop takes; shorter vectors are filled up with zeros. */
export const laneStep = 16;
/** Rows of one call at most: half a second-level cache at 1,024 dimensions, and what a hit has room to say. */
export const callRows = 256;

/**
 * Compares rows with queries, both of signed 16-bit numbers, and writes down the pairs
 * whose dot product is above the query's floor: `query · 256 + row, dot product`, both
 * counted from the first of the call. The result is the address after the last.
 *
 * Addresses are bytes of `memory`: rows from `rows` to `rowsEnd` in groups of
 * four, queries from `queries` to `queriesEnd` one after the other, `size` bytes a
 * vector, `floors` one 32-bit number a query. There is at least one of both. The
 * caller keeps every dot product within 32 bits.
 */
export type Int16Kernel = (rows: number, rowsEnd: number, queries: number, queriesEnd: number, size: number, floors: number, hits: number) => number;

/**
 * A group of rows stays in the first-level cache while all queries pass by it: five loads
 * and four products a round. More rows or rounds at once were slower, since
 * engines run out of registers.
 */
function kernelBytes(): Uint8Array<ArrayBuffer> {
  return assemble(
    {
      parameters: ['rows', 'rowsEnd', 'queries', 'queriesEnd', 'size', 'floors', 'hits'],
      numbers: ['row', 'query', 'queryEnd', 'floor', 'firstName', 'name', 'above'],
      vectors: ['numbers', 'sum0', 'sum1', 'sum2', 'sum3', 'pair', 'dots'],
    },
    ({ rows, rowsEnd, queries, queriesEnd, size, floors, hits, row, query, queryEnd, floor, firstName, name, above, numbers, sum0, sum1, sum2, sum3, pair, dots }) => {
      const sums = [sum0, sum1, sum2, sum3];
      const advance = (variable: typeof rows, by: number): Code => variable.set(add(variable.get, constant(by)));
      const products = (half: number): Code[] => [numbers.set(loadVector(query.get, 16 * half)), ...sums.map((sum, i) => sum.set(addLanes(sum.get, dotPairs(numbers.get, loadVector(row.get, 64 * half + 16 * i)))))];
      /** Lanes of two vectors added crosswise: two sums of each. */
      const fold = (a: typeof rows, b: typeof rows): Code => addLanes(pick(a.get, b.get, [0, 4, 1, 5]), pick(a.get, b.get, [2, 6, 3, 7]));
      /** A hit is written in any case, and kept by moving the address on. */
      const write = (i: number): Code[] => [
        store(hits.get, 0, add(name.get, constant(i))),
        store(hits.get, 4, lane(dots.get, i)),
        hits.set(add(hits.get, shiftLeft(and(shiftRight(above.get, constant(i)), constant(1)), constant(3)))),
      ];
      return [
        repeatWhile(
          below(rows.get, rowsEnd.get),
          query.set(queries.get),
          floor.set(floors.get),
          name.set(firstName.get),
          repeatWhile(
            below(query.get, queriesEnd.get),
            row.set(rows.get),
            queryEnd.set(add(query.get, size.get)),
            ...sums.map((sum) => sum.set(zeros)),
            repeatWhile(below(query.get, queryEnd.get), ...products(0), ...products(1), advance(row, 128), advance(query, 32)),
            pair.set(fold(sum0, sum1)),
            dots.set(fold(sum2, sum3)),
            dots.set(addLanes(pick(pair.get, dots.get, [0, 1, 4, 5]), pick(pair.get, dots.get, [2, 3, 6, 7]))),
            above.set(signs(greaterLanes(dots.get, loadSplat(floor.get)))),
            when(above.get, ...[0, 1, 2, 3].flatMap(write)),
            advance(floor, 4),
            advance(name, callRows),
          ),
          advance(firstName, groupRows),
          rows.set(row.get),
        ),
        hits.get,
      ];
    },
  );
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** What is used of the engine's `WebAssembly`, which the language's own types leave out. */
interface WasmEngine {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => { exports: Record<string, unknown> };
  Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
}

let compiled: { engine: WasmEngine; module: object } | null | undefined;

/** The compiled kernel; `null` where the engine, its settings or the page's policy do not allow it. */
function kernelModule(): typeof compiled {
  if (compiled !== undefined) return compiled;
  compiled = null;
  const engine = Reflect.get<object, string>(globalThis, 'WebAssembly') as WasmEngine | undefined;
  try {
    const bytes = kernelBytes();
    if (engine?.validate(bytes)) compiled = { engine, module: new engine.Module(bytes) };
  } catch {
    // A content policy without 'wasm-unsafe-eval' throws here: the plain scan takes over.
  }
  return compiled;
}

/** The kernel over a new memory of so many bytes; `null` without one or the other. */
export function createInt16Kernel(bytes: number): { memory: WasmMemory; run: Int16Kernel } | null {
  const found = kernelModule();
  const pages = Math.ceil(bytes / 65_536);
  if (!found || pages > 65_535) return null;
  try {
    const memory = new found.engine.Memory({ initial: pages, maximum: pages });
    const { exports } = new found.engine.Instance(found.module, { env: { memory } });
    return { memory, run: exports.run as Int16Kernel };
  } catch {
    return null; // no room for the memory
  }
}
