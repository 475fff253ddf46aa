import type { Hit } from '../../core/retrieval/topK';
import type { HeldDocument } from '../../datasets/own/asked';
import type { ChunkSet } from '../../datasets/own/chunks';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { DatabaseError, type SqlClient } from './client';
import { vectorText } from './postgres';

/** The columns of a table that somebody searches; the last three where it has them. */
export interface IndexColumns {
  table: string;
  id: string;
  text: string;
  vector: string;
  document: string | undefined;
  start: string | undefined;
  end: string | undefined;
}

/** A table with vectors, as it stands: its rows as chunks, and searches of it. Nothing is ever written. */
export interface RunningIndex {
  documents: HeldDocument[];
  chunks: ChunkSet;
  /** null: no index that pgvector searches lies on the column, and every search is exact. */
  method: 'hnsw' | 'ivfflat' | null;
  notices: string[];
  /** Refuses a model whose vectors have another length than those of the table. */
  checkModel(dimensions: number): void;
  /** Every row, nearest first. */
  exact(vector: ArrayLike<number>): Promise<Hit[]>;
  /** What the index returns, at its setting or, undefined, as the server stands. */
  through(vector: ArrayLike<number>, setting?: number): Promise<Hit[]>;
  /** Recall of the index at several settings, over all questions. */
  recall(vectors: readonly ArrayLike<number>[]): Promise<ChunkingSummary['index']>;
}

/** A name as SQL takes it, whatever is in it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quotedTable = (table: string): string => table.split('.').map(quoted).join('.');

/** pgvector's operators by the class of an index, and what a row's score is then. */
const distances = {
  vector_cosine_ops: { name: 'cosine', operator: '<=>', score: (distance: number) => 1 - distance },
  vector_l2_ops: { name: 'Euclidean', operator: '<->', score: (distance: number) => -distance },
  vector_ip_ops: { name: 'inner product', operator: '<#>', score: (distance: number) => -distance },
} as const;
type OperatorClass = keyof typeof distances;

const settings = { hnsw: 'hnsw.ef_search', ivfflat: 'ivfflat.probes' } as const;
/** Settings of the curve; probes beyond the lists change nothing. */
const tried = { hnsw: [1, 5, 10, 20, 40, 100, 200, 400], ivfflat: [1, 2, 5, 10, 20, 50, 100] } as const;

/** Rows that are asked of an index: it returns at most what its setting lets it. */
const indexDepth = 100;
const recallDepth = 10;
/** Between two chunks of a document that do not touch. */
const gap = '\n\n';

/** Statements of one transaction that can write nothing, whatever they say. */
async function readOnly<T>({ query }: SqlClient, work: () => Promise<T>): Promise<T> {
  await query('BEGIN TRANSACTION READ ONLY');
  try {
    return await work();
  } finally {
    // Where the connection is lost, the error of the work is what is told.
    await query('ROLLBACK').catch(() => undefined);
  }
}

/** The columns of the table with their types; what is not there is named. */
async function columnsOf({ query }: SqlClient, columns: IndexColumns): Promise<Map<string, string>> {
  const { table } = columns;
  const [found] = await query('SELECT to_regclass($1)::oid::text AS oid', [quotedTable(table)]);
  const oid = found?.['oid'];
  if (typeof oid !== 'string') throw new DatabaseError(`there is no table ${table}`);
  const rows = await query(
    `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [oid],
  );
  const types = new Map(rows.map(({ name, type }) => [String(name), String(type)]));
  for (const option of ['id', 'text', 'vector', 'document', 'start', 'end'] as const) {
    const name = columns[option];
    if (name !== undefined && !types.has(name))
      throw new DatabaseError(
        `--${option}: table ${table} has no column "${name}"; it has ${[...types.keys()].join(', ')}`,
      );
  }
  const type = types.get(columns.vector)!;
  if (!/^(?:\w+\.)?vector(\(|$)/.test(type))
    throw new DatabaseError(`--vector: column "${columns.vector}" is of type ${type}, expected vector`);
  return types;
}

interface Row {
  id: string;
  text: string;
  document: string;
  start: number | null;
  end: number | null;
}

/** Documents put together of their chunks: at their offsets where the table has them, else one after the other. */
function assemble(
  rows: readonly Row[],
  table: string,
): Pick<RunningIndex, 'documents' | 'chunks'> & { order: number[] } {
  const byDocument = new Map<string, number[]>();
  rows.forEach(({ document }, at) => byDocument.set(document, [...(byDocument.get(document) ?? []), at]));
  const order: number[] = [];
  const documents: HeldDocument[] = [];
  const spansOf: ChunkSet['documents'][number][] = [];
  for (const [id, own] of byDocument) {
    const placed = own.every((at) => rows[at]!.start !== null);
    if (placed) own.sort((a, b) => rows[a]!.start! - rows[b]!.start! || rows[a]!.end! - rows[b]!.end!);
    let text = '';
    const spans: number[] = [];
    for (const at of own) {
      const row = rows[at]!;
      if (!placed && text !== '') text += gap;
      const start = placed ? row.start! : text.length;
      const end = start + row.text.length;
      if (placed && end !== row.end)
        throw new DatabaseError(
          `row ${row.id}: --start and --end say ${row.end! - start} characters and its text has ${row.text.length}, expected UTF-16 code units; without these options chunks are taken one after the other`,
        );
      text = text.padEnd(start, ' ');
      const shared = Math.min(text.length, end) - start;
      if (text.slice(start, start + shared) !== row.text.slice(0, shared))
        throw new DatabaseError(`row ${row.id}: its text is another than that of the chunk it overlaps`);
      text += row.text.slice(shared);
      spans.push(start, end);
      order.push(at);
    }
    documents.push({ id, text });
    spansOf.push({ document: id, spans });
  }
  return { documents, chunks: { id: 'table', label: table, file: table, documents: spansOf }, order };
}

/** Opens a table as it stands. */
export async function openRunningIndex(client: SqlClient, columns: IndexColumns): Promise<RunningIndex> {
  const { query } = client;
  const table = quotedTable(columns.table);
  const [id, text, vector] = [columns.id, columns.text, columns.vector].map(quoted) as [
    string,
    string,
    string,
  ];
  const { stored, found, length } = await readOnly(client, async () => {
    await columnsOf(client, columns);
    const optional = (name: string | undefined, type: string) =>
      name === undefined ? `NULL::${type}` : `${quoted(name)}::${type}`;
    const [measured] = await query(
      `SELECT vector_dims(${vector}) AS length FROM ${table} WHERE ${vector} IS NOT NULL LIMIT 1`,
    );
    const stored = await query(
      `SELECT ${id}::text AS id, ${text}::text AS words, ${optional(columns.document, 'text')} AS document,
         ${optional(columns.start, 'integer')} AS start, ${optional(columns.end, 'integer')} AS "end"
       FROM ${table} WHERE ${vector} IS NOT NULL AND ${text} IS NOT NULL ORDER BY ${id}`,
    );
    const [found] = await query(
      `SELECT am.amname::text AS method, opc.opcname::text AS class FROM pg_index i
         JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
         JOIN pg_opclass opc ON opc.oid = i.indclass[0]
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indrelid = to_regclass($1) AND a.attname = $2 AND am.amname IN ('hnsw', 'ivfflat')
       ORDER BY c.relname LIMIT 1`,
      [table, columns.vector],
    );
    return { stored, found, length: measured?.['length'] };
  });
  if (stored.length === 0)
    throw new DatabaseError(`table ${columns.table} has no row with a text and a vector`);
  const rows = stored.map((row): Row => ({
    id: String(row['id']),
    text: String(row['words']),
    document: row['document'] === null ? String(row['id']) : String(row['document']),
    start: row['start'] === null ? null : Number(row['start']),
    end: row['end'] === null ? null : Number(row['end']),
  }));
  const { documents, chunks, order } = assemble(rows, columns.table);
  const placeOf = new Map(order.map((at, place) => [rows[at]!.id, place]));
  if (placeOf.size < rows.length)
    throw new DatabaseError(`--id: column "${columns.id}" has a value twice, expected one that names a row`);
  const method = found ? (String(found['method']) as 'hnsw' | 'ivfflat') : null;
  const operatorClass = found ? String(found['class']) : 'vector_cosine_ops';
  if (!Object.hasOwn(distances, operatorClass))
    throw new DatabaseError(
      `the index compares by ${operatorClass}, expected ${Object.keys(distances).join(', ')}`,
    );
  const { name, operator, score } = distances[operatorClass as OperatorClass];

  const search = (asked: ArrayLike<number>, limit: number, own: Readonly<Record<string, string>>) =>
    readOnly(client, async () => {
      for (const [setting, value] of Object.entries(own))
        await query('SELECT set_config($1, $2, true)', [setting, value]);
      const nearest = await query(
        `SELECT ${id}::text AS id, ${vector} ${operator} $1::vector AS distance FROM ${table}
         WHERE ${vector} IS NOT NULL ORDER BY ${vector} ${operator} $1::vector LIMIT $2::bigint`,
        [vectorText(asked), limit],
      );
      return nearest
        .flatMap(({ id: row, distance }): Hit[] => {
          const index = placeOf.get(String(row));
          return index === undefined ? [] : [{ index, score: score(Number(distance)) }];
        })
        .sort((a, b) => b.score - a.score || a.index - b.index);
    });
  const exact = (asked: ArrayLike<number>) =>
    search(asked, rows.length, { enable_indexscan: 'off', enable_bitmapscan: 'off' });
  const through = (asked: ArrayLike<number>, setting?: number, limit = indexDepth) =>
    search(asked, limit, {
      enable_seqscan: 'off',
      ...(method && setting !== undefined && { [settings[method]]: String(setting) }),
    });
  return {
    documents,
    chunks,
    method,
    notices: [
      `${columns.table}: ${rows.length} rows in ${documents.length} documents, ${method ? `an ${method} index by ${name} distance` : 'no index on the vectors, so that every search is exact'}.`,
    ],
    checkModel: (dimensions) => {
      if (length !== dimensions)
        throw new DatabaseError(
          `--vector: column "${columns.vector}" holds vectors of ${String(length)} numbers and the model makes ${dimensions}; expected the model that the table was filled with`,
        );
    },
    exact,
    through: (asked, setting) => through(asked, setting),
    recall: async (vectors) => {
      if (!method || vectors.length === 0) return undefined;
      const least: number[] = [];
      for (const asked of vectors)
        least.push((await exact(asked))[Math.min(recallDepth, rows.length) - 1]!.score);
      const most = Math.min(recallDepth, rows.length);
      const recall: { value: number; recall: number }[] = [];
      for (const value of tried[method]) {
        let sum = 0;
        for (const [at, asked] of vectors.entries()) {
          const hits = await through(asked, value, recallDepth);
          sum += hits.filter((hit) => hit.score >= least[at]! - 1e-9).length / most;
        }
        recall.push({ value, recall: Math.round((sum / vectors.length) * 1e6) / 1e6 });
      }
      const [set] = await query('SELECT current_setting($1, true) AS value', [settings[method]]);
      return {
        table: columns.table,
        method: method === 'hnsw' ? 'HNSW' : 'IVFFlat',
        distance: name,
        setting: settings[method],
        value: Number(set?.['value'] ?? (method === 'hnsw' ? 40 : 1)),
        rows: rows.length,
        k: recallDepth,
        recall,
      };
    },
  };
}
