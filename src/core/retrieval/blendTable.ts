import type { Cosine, Fraction } from '../units';
import { blendedScore, type BlendDots } from '../vectors/scoreTerms';
import { checkFinite, checkFocusWeight, norm, unit } from '../vectors/vectors';
import { mergeParts, type GlobalHit, type GroupOptions, groupDefaults } from './groups';
import { checkTop, createTopK, type Hit } from './topK';

/** The vectors that a message and the stored pieces are blended from. */
export interface BlendVectors {
  /** One vector per part of the message. */
  parts: readonly ArrayLike<number>[];
  /** The vector of the whole message. */
  message: ArrayLike<number>;
  pieces: readonly ArrayLike<number>[];
  /** The vector of each context that pieces stand in; all zeros where a mean cancelled. */
  contexts: readonly ArrayLike<number>[];
  /** Context of each piece. */
  contextOf: ArrayLike<number>;
}

/**
 * Every score of a message against stored pieces, at every focus weight: the dot
 * products that a blended cosine is made of. A change of weight, limit or threshold
 * needs these numbers and no vectors, a few hundred times fewer than blending again.
 */
export interface BlendTable {
  parts: number;
  pieces: number;
  contexts: number;
  contextOf: Int32Array;
  /** `[part][piece]` */
  pieceToPiece: Float64Array;
  /** `[part][context]` */
  pieceToContext: Float64Array;
  /** `[piece]`: the message with each piece. */
  contextToPiece: Float64Array;
  /** `[context]` */
  contextToContext: Float64Array;
  /** `[part]`: the part with the message. */
  queryInner: Float64Array;
  /** `[piece]`: the piece with its context. */
  storedInner: Float64Array;
  /** `[context]`: 1 where the context is all zeros and its pieces stand alone. */
  contextIsZero: Uint8Array;
  messageIsZero: boolean;
}

function place(
  block: Float64Array,
  row: number,
  vector: ArrayLike<number>,
  dimensions: number,
  name: string,
): void {
  if (vector.length !== dimensions)
    throw new RangeError(`${name} has ${vector.length} dimensions, expected ${dimensions}`);
  checkFinite(vector, name);
  block.set(unit(vector), row * dimensions);
}

/**
 * The dot products of all pairs, in float64, of vectors made unit vectors first. A part
 * or a piece of zeros, unlike dimensions and numbers that are not finite are errors
 * that name the vector. No parts or no pieces make an empty table.
 */
export function blendTable({ parts, message, pieces, contexts, contextOf }: BlendVectors): BlendTable {
  const dimensions = message.length;
  if (contextOf.length !== pieces.length)
    throw new RangeError(
      `contextOf names the context of ${contextOf.length} pieces, expected ${pieces.length}`,
    );
  // Parts and the message stand together: each stored vector is then read once.
  const asked = new Float64Array((parts.length + 1) * dimensions);
  parts.forEach((part, row) => {
    place(asked, row, part, dimensions, `part vector ${row}`);
    if (norm(part) === 0) throw new RangeError(`part vector ${row} must not be all zeros`);
  });
  place(asked, parts.length, message, dimensions, 'message vector');
  const frames = new Float64Array(contexts.length * dimensions);
  contexts.forEach((context, row) => place(frames, row, context, dimensions, `context vector ${row}`));
  const product = (a: Float64Array, rowA: number, b: Float64Array, rowB: number): number => {
    const [from, other] = [rowA * dimensions, rowB * dimensions];
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1) sum += a[from + i]! * b[other + i]!;
    return sum;
  };

  const table: BlendTable = {
    parts: parts.length,
    pieces: pieces.length,
    contexts: contexts.length,
    contextOf: Int32Array.from(contextOf),
    pieceToPiece: new Float64Array(parts.length * pieces.length),
    pieceToContext: new Float64Array(parts.length * contexts.length),
    contextToPiece: new Float64Array(pieces.length),
    contextToContext: new Float64Array(contexts.length),
    queryInner: new Float64Array(parts.length),
    storedInner: new Float64Array(pieces.length),
    contextIsZero: Uint8Array.from(contexts, (context) => (norm(context) === 0 ? 1 : 0)),
    messageIsZero: norm(message) === 0,
  };
  for (let part = 0; part < parts.length; part += 1) {
    table.queryInner[part] = product(asked, part, asked, parts.length);
    for (let context = 0; context < contexts.length; context += 1)
      table.pieceToContext[part * contexts.length + context] = product(asked, part, frames, context);
  }
  for (let context = 0; context < contexts.length; context += 1)
    table.contextToContext[context] = product(asked, parts.length, frames, context);
  const current = new Float64Array(dimensions);
  pieces.forEach((piece, index) => {
    const context = contextOf[index]!;
    if (!(context >= 0 && context < contexts.length))
      throw new RangeError(`piece ${index} stands in context ${context}, expected one of ${contexts.length}`);
    place(current, 0, piece, dimensions, `piece vector ${index}`);
    if (norm(piece) === 0) throw new RangeError(`piece vector ${index} must not be all zeros`);
    for (let part = 0; part < parts.length; part += 1)
      table.pieceToPiece[part * pieces.length + index] = product(asked, part, current, 0);
    table.contextToPiece[index] = product(asked, parts.length, current, 0);
    table.storedInner[index] = product(current, 0, frames, context);
  });
  return table;
}

/** The dot products of one part and one piece: what its score is explained with. */
export function blendDotsAt(table: BlendTable, part: number, piece: number): BlendDots {
  const context = table.contextOf[piece]!;
  return {
    pieceToPiece: table.pieceToPiece[part * table.pieces + piece]!,
    pieceToContext: table.pieceToContext[part * table.contexts + context]!,
    contextToPiece: table.contextToPiece[piece]!,
    contextToContext: table.contextToContext[context]!,
    queryInner: table.queryInner[part]!,
    storedInner: table.storedInner[piece]!,
    ...(table.messageIsZero && { queryContextIsZero: true }),
    ...(table.contextIsZero[context] === 1 && { storedContextIsZero: true }),
  };
}

/** Blended cosine of one part and one piece. */
export function blendScoreAt(table: BlendTable, part: number, piece: number, focusWeight: Fraction): Cosine {
  return blendedScore(blendDotsAt(table, part, piece), focusWeight, focusWeight).score;
}

function blendNorm(inner: Cosine, weight: Fraction): number {
  const other = 1 - weight;
  return Math.sqrt(Math.max(0, weight * weight + 2 * weight * other * inner + other * other));
}

/** Length of each stored blend, at one weight. */
function storedNorms(table: BlendTable, focusWeight: Fraction): Float64Array {
  const norms = new Float64Array(table.pieces);
  for (let piece = 0; piece < table.pieces; piece += 1) {
    norms[piece] =
      table.contextIsZero[table.contextOf[piece]!] === 1
        ? 1
        : blendNorm(table.storedInner[piece]!, focusWeight);
  }
  return norms;
}

function bestOf(table: BlendTable, k: number, threshold: Cosine, scoreOf: (piece: number) => Cosine): Hit[] {
  const top = createTopK(checkTop(k), table.pieces);
  let floor = top.floor;
  for (let piece = 0; piece < table.pieces; piece += 1) {
    const score = scoreOf(piece);
    if (score > floor && score >= threshold) {
      top.offer(piece, score);
      floor = top.floor;
    }
  }
  return top.drain();
}

/** The best `k` pieces of each part at or over the threshold. */
function bestPerPart(table: BlendTable, focusWeight: Fraction, k: number, threshold: Cosine): Hit[][] {
  checkFocusWeight(focusWeight);
  const norms = storedNorms(table, focusWeight);
  const { pieces, contexts, contextOf } = table;
  return Array.from({ length: table.parts }, (_, part) => {
    const weight = table.messageIsZero ? 1 : focusWeight;
    const queryNorm = blendNorm(table.queryInner[part]!, weight);
    return bestOf(table, k, threshold, (piece) => {
      const length = queryNorm * norms[piece]!;
      if (length === 0) return 0;
      const context = contextOf[piece]!;
      const stored = table.contextIsZero[context] === 1 ? 1 : focusWeight;
      // The same order of sums as the anatomy of a score, so that both show the same digits.
      return (
        (weight * stored * table.pieceToPiece[part * pieces + piece]!) / length +
        (weight * (1 - stored) * table.pieceToContext[part * contexts + context]!) / length +
        ((1 - weight) * stored * table.contextToPiece[piece]!) / length +
        ((1 - weight) * (1 - stored) * table.contextToContext[context]!) / length
      );
    });
  });
}

function checkedOptions({
  limit = groupDefaults.limit,
  threshold = groupDefaults.threshold,
}: GroupOptions): Required<GroupOptions> {
  if (!Number.isFinite(threshold)) throw new RangeError(`threshold must be a cosine, found ${threshold}`);
  return { limit, threshold };
}

/** `searchGroups` over blended vectors, from the table alone. */
export function blendedGroups(table: BlendTable, focusWeight: Fraction, options: GroupOptions = {}): Hit[][] {
  const { limit, threshold } = checkedOptions(options);
  return bestPerPart(table, focusWeight, limit, threshold);
}

/** `searchGlobal` over blended vectors, from the table alone: all parts in one list, cut at parts × limit. */
export function blendedGlobal(
  table: BlendTable,
  focusWeight: Fraction,
  options: GroupOptions = {},
): GlobalHit[] {
  const { limit, threshold } = checkedOptions(options);
  const places = table.parts * limit;
  return mergeParts(bestPerPart(table, focusWeight, places, threshold), places);
}

/** `searchWhole` over blended stored vectors, from the table alone: the message as one vector, with parts × limit places. */
export function blendedWhole(table: BlendTable, focusWeight: Fraction, options: GroupOptions = {}): Hit[] {
  const { limit, threshold } = checkedOptions(options);
  checkFocusWeight(focusWeight);
  const norms = storedNorms(table, focusWeight);
  return bestOf(table, table.parts * limit, threshold, (piece) => {
    const context = table.contextOf[piece]!;
    const stored = table.contextIsZero[context] === 1 ? 1 : focusWeight;
    const length = norms[piece]!;
    if (length === 0 || table.messageIsZero) return 0;
    return (stored * table.contextToPiece[piece]! + (1 - stored) * table.contextToContext[context]!) / length;
  });
}
