import { checkTop, createTopK, type Hit } from '../retrieval/topK';
import type { Cosine } from '../units';
import { createInt16Filter, type Int16Filter } from './int16Filter';
import { checkDimensions, isMatrix, type VectorMatrix, type VectorRows } from './matrix';
import {
  createBlock,
  place,
  readerOf,
  scanAll,
  scanSome,
  type Best,
  type Block,
  type RowReader,
} from './scan';

/** Below so many rows a scan is over before a filter would have begun. */
const filterRows = 1024;
/** Above this share of the rows, most of them are among the best and a filter has nothing to leave out. */
const filterShare = 1 / 8;
/** Queries whose scans cost what making a filter costs. */
const filterQueries = 12;

/** Of each matrix: the queries that it was searched for before it had a filter, or the filter; `null` where there can be none. */
const filters = new WeakMap<VectorMatrix, { asked: number; filter?: Int16Filter | null }>();

/**
 * A filter of the rows where it pays. A matrix keeps its own from the day on which its queries
 * have cost as much as that: one that is searched once and thrown away never gets one.
 */
function filterFor(rows: VectorRows, reader: RowReader, queries: number, k: number): Int16Filter | null {
  if (k === 0 || reader.total < filterRows || k > reader.total * filterShare) return null;
  if (!isMatrix(rows)) return queries < filterQueries ? null : createInt16Filter(reader);
  const known = filters.get(rows) ?? { asked: 0 };
  filters.set(rows, known);
  if (known.filter === undefined) {
    known.asked += queries;
    if (known.asked >= filterQueries) known.filter = createInt16Filter(reader);
  }
  return known.filter ?? null;
}

/** Queries side by side in float64. */
function queryBlock(queries: readonly ArrayLike<number>[], dimensions: number): Block {
  const block = createBlock(queries.length, dimensions);
  queries.forEach((query, index) => {
    checkDimensions(`query vector ${index}`, query, dimensions);
    place(block, index, query, () => `query vector ${index}`);
  });
  return block;
}

/**
 * For each query its own best `k` rows with a cosine of at least `threshold`, best
 * first, ties by stored order. Scores are float64 cosines of the vectors as they
 * were passed, the same to the last bit whether every row is scored or, in large
 * collections, a filter leaves out rows that cannot be among the best. A vector of zeros
 * has cosine 0 with everything. Unlike dimensions and numbers that are not finite are
 * errors that name the vector. A matrix must not change once it has been searched.
 */
export function searchRows(
  queries: readonly ArrayLike<number>[],
  rows: VectorRows,
  k: number,
  threshold: Cosine = -Infinity,
): Hit[][] {
  return search(queries, rows, k, threshold, filterFor);
}

/** The same result by scoring every row: what `searchRows` is checked and measured against. */
export function searchRowsPlain(
  queries: readonly ArrayLike<number>[],
  rows: VectorRows,
  k: number,
  threshold: Cosine = -Infinity,
): Hit[][] {
  return search(queries, rows, k, threshold, () => null);
}

function search(
  queries: readonly ArrayLike<number>[],
  rows: VectorRows,
  k: number,
  threshold: Cosine,
  choose: typeof filterFor,
): Hit[][] {
  checkTop(k);
  const reader = readerOf(rows, queries[0]?.length ?? 0);
  const { dimensions, total } = reader;
  const asked = queryBlock(queries, dimensions);
  const best = Array.from(asked.norms, (norm, query): Best => ({
    norm,
    vector: asked.values.subarray(query * dimensions, (query + 1) * dimensions),
    top: createTopK(k, total),
  }));
  const candidates = choose(rows, reader, queries.length, k)?.candidates(asked, k, threshold);
  if (candidates) scanSome(reader, best, candidates, threshold);
  scanAll(
    reader,
    best.filter((_, query) => !candidates?.[query]),
    threshold,
  );
  return best.map(({ top }) => top.drain());
}

/** The `k` rows nearest to a query by exact cosine; all rows when there are fewer. See `searchRows`. */
export function topKCosine(query: ArrayLike<number>, rows: VectorRows, k: number): Hit[] {
  return searchRows([query], rows, k)[0]!;
}
