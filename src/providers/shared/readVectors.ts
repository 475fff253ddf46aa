import { ProviderError } from './providerError';

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
 * Rows are placed by their `index`, whatever order they came in; where one or all have
 * none, by their position. Vectors may stand in `data`, in `embeddings` or in a bare list,
 * and each may be wrapped in one list more. Count, dimension, finiteness and norm are
 * checked, each failure with its own kind; the norm is always brought to one, because many
 * endpoints shorten vectors without doing so.
 */
export function readVectors(answer: unknown, expected: ExpectedVectors): Float32Array[] {
  const found = rowsOf(answer);
  if (found === null) {
    throw new ProviderError(
      'bad-response',
      'The endpoint answered, but not with embeddings: a list of vectors under "data" was expected. Check that the base URL leads to an OpenAI-compatible API (it usually ends in /v1).',
    );
  }
  const rows = placeRows(found, expected.count);
  let dimensions = expected.dimensions;
  return rows.map((wrapped, input) => {
    const row = unwrapped(wrapped, input);
    if (!Array.isArray(row)) {
      throw new ProviderError(
        'bad-response',
        typeof row === 'string'
          ? 'A list of numbers was asked for and text (base64?) came back: the endpoint ignores encoding_format "float".'
          : `No vector came back for text ${input + 1}, only ${row === null || row === undefined ? 'nothing' : `a ${typeof row}`}. The endpoint is at fault.`,
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

interface Row {
  /** null: the row has none. */
  index: number | null;
  embedding: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of an answer, wherever they stand; null where there are none to be seen. */
function rowsOf(answer: unknown): Row[] | null {
  const list = isObject(answer) ? (answer.data ?? answer.embeddings ?? answer.embedding) : answer;
  if (!Array.isArray(list)) return null;
  // One text may be answered by its bare vector.
  if (list.length > 0 && typeof list[0] === 'number') return [{ index: null, embedding: list }];
  const rows = list.map((row: unknown): Row | null => {
    if (Array.isArray(row)) return { index: null, embedding: row };
    if (!isObject(row) || !('embedding' in row)) return null;
    return { index: readIndex(row.index), embedding: row.embedding };
  });
  return rows.every((row) => row !== null) ? rows : null;
}

function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null;
}

/** The embeddings by input. A row without an index takes the one place that is left, or that of its position. */
function placeRows(found: readonly Row[], count: number): unknown[] {
  const known = found.filter(({ index }) => index !== null);
  if (found.length !== count && known.length < found.length) throw miscounted(count, found.length, null);
  const byPosition =
    known.length < found.length - 1 && found.every(({ index }, at) => index === null || index === at);
  if (known.length < found.length - 1 && !byPosition) {
    throw new ProviderError(
      'count-mismatch',
      'Some rows of the answer say which text they belong to and others do not, and the order does not agree: vectors cannot be matched to texts, so none is used. The endpoint is at fault.',
      { expected: count },
    );
  }
  const placed: (Row | undefined)[] = new Array<undefined>(count);
  for (const [at, row] of found.entries()) {
    const index = row.index ?? (byPosition ? at : null);
    if (index === null) continue;
    if (index >= count || placed[index] !== undefined) {
      throw new ProviderError(
        'count-mismatch',
        `The endpoint answered with a vector for input ${index}, ${index >= count ? 'which was not sent' : 'which it had answered already'}: vectors cannot be matched to texts, so none is used.`,
        { input: index, expected: count },
      );
    }
    placed[index] = row;
  }
  const single = found.find(({ index }) => index === null);
  if (single && !byPosition) placed[placed.findIndex((row) => row === undefined)] = single;
  const missing = placed.findIndex((row) => row === undefined);
  if (missing >= 0) throw miscounted(count, found.length, missing);
  return placed.map((row) => row!.embedding);
}

function miscounted(sent: number, came: number, input: number | null): ProviderError {
  return new ProviderError(
    'count-mismatch',
    `${sent} ${sent === 1 ? 'text was' : 'texts were'} sent and ${came} ${came === 1 ? 'vector' : 'vectors'} came back${input === null ? '' : ` (none for text ${input + 1})`}: vectors cannot be matched to texts safely, so none is used. The endpoint is at fault; try smaller requests or another model.`,
    { expected: sent, found: came, ...(input !== null && { input }) },
  );
}

/** The vector itself where it stands alone in a list. Several are those of single tokens, which no rule of ours may merge. */
function unwrapped(row: unknown, input: number): unknown {
  let inner = row;
  while (Array.isArray(inner) && inner.length === 1 && Array.isArray(inner[0])) inner = inner[0] as unknown;
  if (Array.isArray(inner) && Array.isArray(inner[0])) {
    throw new ProviderError(
      'bad-response',
      `${inner.length} vectors came back for text ${input + 1}, probably one for each token. Start the server so that it pools them into one (llama.cpp: --pooling mean, vLLM: an embedding model).`,
      { input },
    );
  }
  return inner;
}

function unitVector(row: readonly unknown[], input: number): Float32Array {
  let squares = 0;
  for (const value of row) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new ProviderError(
        'not-finite',
        `The vector of text ${input + 1} holds ${value === null ? 'null (NaN)' : typeof value === 'number' ? 'Infinity' : `a ${typeof value}`} where a number belongs. The endpoint is at fault: some models do this on very long or odd texts.`,
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
