import { z } from 'zod';
import { ProviderError } from './providerError';

// Numbers are checked below in one pass: a schema over two million of them is slow.
const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.unknown() })),
});

export interface ExpectedVectors {
  /** Inputs that were sent. */
  count: number;
  /** Length that every vector must have; `null` when this answer decides it. */
  dimensions: number | null;
  /** Whether that length was asked for with the `dimensions` parameter. */
  asked: boolean;
  /** Whether longer vectors are cut to that length here. */
  truncate: boolean;
}

/**
 * Unit vectors of an answer, in the order of the inputs.
 *
 * Rows are placed by their `index`, whatever order they came in. Count,
 * dimension, finiteness and norm are checked, each failure with its own kind;
 * the norm is always brought to one, because many endpoints shorten vectors
 * without doing so.
 */
export function readVectors(answer: unknown, expected: ExpectedVectors): Float32Array[] {
  const decoded = answerSchema.safeParse(answer);
  if (!decoded.success) {
    const [issue] = decoded.error.issues;
    throw new ProviderError(
      'bad-response',
      `The endpoint answered, but not with embeddings: at "${issue?.path.join('.') ?? ''}" ${issue?.message ?? 'unknown'}. Check that the base URL leads to an OpenAI-compatible API (it usually ends in /v1).`,
    );
  }
  const rows: (unknown | undefined)[] = new Array(expected.count);
  let placed = 0;
  for (const { index, embedding } of decoded.data.data) {
    if (index >= expected.count || rows[index] !== undefined) {
      throw new ProviderError(
        'count-mismatch',
        `The endpoint answered with a vector for input ${index}, ${index >= expected.count ? 'which was not sent' : 'which it had answered already'}: vectors cannot be matched to texts, so none is used.`,
        { input: index, expected: expected.count },
      );
    }
    rows[index] = embedding;
    placed += 1;
  }
  if (placed !== expected.count) {
    const input = rows.findIndex((row) => row === undefined);
    throw new ProviderError(
      'count-mismatch',
      `${expected.count} texts were sent and ${placed} vectors came back (none for text ${input + 1}): vectors cannot be matched to texts safely, so none is used. The endpoint is at fault; try smaller requests or another model.`,
      { expected: expected.count, found: placed, input },
    );
  }
  let dimensions = expected.dimensions;
  return rows.map((row, input) => {
    if (!Array.isArray(row)) {
      throw new ProviderError(
        'bad-response',
        `A list of numbers was asked for and ${typeof row === 'string' ? 'text (base64?)' : typeof row} came back: the endpoint ignores encoding_format "float".`,
        { input },
      );
    }
    dimensions ??= row.length;
    const cut = expected.truncate && row.length > dimensions;
    if (row.length !== dimensions && !cut) {
      const advice =
        expected.asked && row.length > dimensions
          ? ` It ignores "dimensions". Switch on "shorten here" to cut its vectors to ${dimensions} on this machine, if the model was trained for that; or ask for ${row.length}.`
          : ' Vectors of different lengths cannot be compared.';
      throw new ProviderError(
        'dimension-mismatch',
        `Vectors of ${dimensions} numbers were expected and one of ${row.length} came back.${advice}`,
        { expected: dimensions, found: row.length, input },
      );
    }
    return unitVector(cut ? row.slice(0, dimensions) : row, input);
  });
}

function unitVector(row: readonly unknown[], input: number): Float32Array {
  let squares = 0;
  for (const value of row) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new ProviderError(
        'not-finite',
        `The vector of text ${input + 1} holds ${value === null ? 'null (NaN)' : String(value).slice(0, 20)} where a number belongs. The endpoint is at fault: some models do this on very long or odd texts.`,
        { input },
      );
    }
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (length === 0) {
    throw new ProviderError(
      'zero-vector',
      `The vector of text ${input + 1} is all zeros, which points nowhere and cannot be compared. The endpoint is at fault.`,
      { input },
    );
  }
  if (!Number.isFinite(length))
    throw new ProviderError('not-finite', `The vector of text ${input + 1} is too long to measure.`, {
      input,
    });
  return Float32Array.from(row as number[], (value) => value / length);
}
