/**
 * A WebAssembly module of one function, byte by byte: as much of the format as the
 * search kernel needs. Instructions are functions that give their bytes, operands first, so
 * that nested calls read like the expression they compute.
 *
 * Names and numbers are those of the WebAssembly 2.0 binary format; vectors are 128
 * bits wide. Written here because a compiled file beside the source could not be
 * read, and a strict content policy allows compiling bytes but not fetching scripts.
 */
export type Code = readonly number[];

const i32 = 0x7f;
const v128 = 0x7b;
const emptyBlock = 0x40;

/** LEB128, least significant seven bits first. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (; value < -0x40 || value > 0x3f; value >>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value & 0x7f];
}

const list = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content];
const simd = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];
const binary =
  (opcode: Code) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];

export const constant = (value: number): Code => [0x41, ...signed(value)];
export const add = binary([0x6a]);
export const and = binary([0x71]);
export const shiftLeft = binary([0x74]);
export const shiftRight = binary([0x76]);
export const below = binary([0x49]);
export const store = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  0x36,
  2,
  ...unsigned(offset),
];

export const zeros: Code = [...simd(12), ...new Array<number>(16).fill(0)];
export const loadVector = (address: Code, offset: number): Code => [
  ...address,
  ...simd(0),
  4,
  ...unsigned(offset),
];
/** One 32-bit number in all four lanes. */
export const loadSplat = (address: Code): Code => [...address, ...simd(9), 2, 0];
/** Four sums of two products each, of eight signed 16-bit numbers. */
export const dotPairs = binary(simd(0xba));
export const addLanes = binary(simd(0xae));
export const greaterLanes = binary(simd(0x39 + 2));
/** The sign bits of four lanes as a number. */
export const signs = (vector: Code): Code => [...vector, ...simd(0xa4)];
export const lane = (vector: Code, index: number): Code => [...vector, ...simd(0x1b), index];
/** Four 32-bit lanes out of the eight of two vectors. */
export const pick = (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
  ...a,
  ...b,
  ...simd(13),
  ...lanes.flatMap((i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]),
];

/** Repeats `body` while `again`, which is looked at after each round, is not 0. */
export const repeatWhile = (again: Code, ...body: Code[]): Code => [
  0x03,
  emptyBlock,
  ...body.flat(),
  ...again,
  0x0d,
  0,
  0x0b,
];
export const when = (condition: Code, ...body: Code[]): Code => [
  ...condition,
  0x04,
  emptyBlock,
  ...body.flat(),
  0x0b,
];

/** A parameter or local variable: how it is read, and how it is set. */
export interface Variable {
  readonly get: Code;
  set(value: Code): Code;
}

/** Variables of a function by name, in the order in which the format wants them. */
export interface Variables<P extends string, I extends string, V extends string> {
  /** 32-bit parameters. */
  parameters: readonly P[];
  /** 32-bit locals, 0 at first. */
  numbers: readonly I[];
  /** Vector locals. */
  vectors: readonly V[];
}

/**
 * The module that imports a memory as `memory` of `env` and exports one function as
 * `run`; the last value that `body` leaves is its result, a 32-bit number.
 */
export function assemble<P extends string, I extends string, V extends string>(
  variables: Variables<P, I, V>,
  body: (variable: Record<P | I | V, Variable>) => readonly Code[],
): Uint8Array<ArrayBuffer> {
  const { parameters, numbers, vectors } = variables;
  const named = Object.fromEntries(
    [...parameters, ...numbers, ...vectors].map((name, index): [string, Variable] => [
      name,
      { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] },
    ]),
  ) as Record<P | I | V, Variable>;
  const locals = list([
    [...unsigned(numbers.length), i32],
    [...unsigned(vectors.length), v128],
  ]);
  const code = [...locals, ...body(named).flat(), 0x0b];
  const name = (text: string): Code => list(Array.from(text, (letter) => [letter.charCodeAt(0)]));
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...section(1, list([[0x60, ...list(parameters.map(() => [i32])), ...list([[i32]])]])),
    ...section(2, list([[...name('env'), ...name('memory'), 2, 0, 0]])),
    ...section(3, list([[0]])),
    ...section(7, list([[...name('run'), 0, 0]])),
    ...section(10, list([[...unsigned(code.length), ...code]])),
  ]);
}
