import {
  add,
  addLanes,
  and,
  assemble,
  below,
  constant,
  dotPairs,
  greaterLanes,
  lane,
  loadSplat,
  loadVector,
  pick,
  repeatWhile,
  shiftLeft,
  shiftRight,
  signs,
  store,
  when,
  zeros,
  type Code,
  type Variable,
} from './wasmAssembler';

/** Rows, and queries, that are compared with each other at once; the numbers of a group are interleaved, `runLength` of each in turn. */
export const groupRows = 4;
export const groupQueries = 2;
export const runLength = 8;
/** Rows of one call at most: half a second-level cache at 1,024 dimensions, and what a hit has room to say. */
export const callRows = 256;

/**
 * Compares rows with queries, both of signed 16-bit numbers, and writes down the pairs
 * whose dot product is above the query's floor: `query · 256 + row, dot product`, both
 * counted from the first of the call. The result is the address after the last.
 *
 * Addresses are bytes of `memory`: rows from `rows` to `rowsEnd`, queries from
 * `queries` to `queriesEnd`, whole groups of both and at least one; `size` bytes a
 * vector, a multiple of 16; `floors` one 32-bit number a query. The caller keeps every
 * dot product within 32 bits.
 */
export type Int16Kernel = (
  rows: number,
  rowsEnd: number,
  queries: number,
  queriesEnd: number,
  size: number,
  floors: number,
  hits: number,
) => number;

/**
 * A group of rows stays in the first-level cache while all queries pass by it. With four rows and
 * two queries there are six loads for eight products, and engines do not run
 * out of registers; with fewer, loads are the limit, and more were slower.
 */
function kernelBytes(): Uint8Array<ArrayBuffer> {
  return assemble(
    {
      parameters: ['rows', 'rowsEnd', 'queries', 'queriesEnd', 'size', 'floors', 'hits'],
      numbers: ['row', 'query', 'queryEnd', 'floor', 'firstName', 'name', 'above'],
      vectors: [
        'one',
        'other',
        'numbers',
        'one0',
        'one1',
        'one2',
        'one3',
        'other0',
        'other1',
        'other2',
        'other3',
        'pair',
        'dots',
      ],
    },
    ({
      rows,
      rowsEnd,
      queries,
      queriesEnd,
      size,
      floors,
      hits,
      row,
      query,
      queryEnd,
      floor,
      firstName,
      name,
      above,
      one,
      other,
      numbers,
      one0,
      one1,
      one2,
      one3,
      other0,
      other1,
      other2,
      other3,
      pair,
      dots,
    }) => {
      const oneSums = [one0, one1, one2, one3] as const;
      const otherSums = [other0, other1, other2, other3] as const;
      const advance = (variable: Variable, by: number): Code => variable.set(add(variable.get, constant(by)));
      const addProducts = (sum: Variable, factor: Variable): Code =>
        sum.set(addLanes(sum.get, dotPairs(factor.get, numbers.get)));
      /** Lanes of two vectors added crosswise: two sums of each. */
      const fold = (a: Variable, b: Variable): Code =>
        addLanes(pick(a.get, b.get, [0, 4, 1, 5]), pick(a.get, b.get, [2, 6, 3, 7]));
      /** A hit is written in any case, and kept by moving the address on. */
      const write = (i: number): Code[] => [
        store(hits.get, 0, add(name.get, constant(i))),
        store(hits.get, 4, lane(dots.get, i)),
        hits.set(add(hits.get, shiftLeft(and(shiftRight(above.get, constant(i)), constant(1)), constant(3)))),
      ];
      const compare = ([sum0, sum1, sum2, sum3]: typeof oneSums | typeof otherSums): Code[] => [
        pair.set(fold(sum0, sum1)),
        dots.set(fold(sum2, sum3)),
        dots.set(addLanes(pick(pair.get, dots.get, [0, 1, 4, 5]), pick(pair.get, dots.get, [2, 3, 6, 7]))),
        above.set(signs(greaterLanes(dots.get, loadSplat(floor.get)))),
        when(above.get, ...[0, 1, 2, 3].flatMap(write)),
        advance(floor, 4),
        advance(name, callRows),
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
            queryEnd.set(add(query.get, shiftLeft(size.get, constant(1)))),
            ...[...oneSums, ...otherSums].map((sum) => sum.set(zeros)),
            repeatWhile(
              below(query.get, queryEnd.get),
              one.set(loadVector(query.get, 0)),
              other.set(loadVector(query.get, 16)),
              ...oneSums.flatMap((sum, i) => [
                numbers.set(loadVector(row.get, 16 * i)),
                addProducts(sum, one),
                addProducts(otherSums[i]!, other),
              ]),
              advance(row, 64),
              advance(query, 32),
            ),
            ...compare(oneSums),
            ...compare(otherSums),
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
  Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { exports: Record<string, unknown> };
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
