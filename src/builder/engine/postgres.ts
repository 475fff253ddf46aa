import { createHash } from 'node:crypto';
import { checkTop, type Hit } from '../../core/retrieval/topK';
import type { VectorMatrix } from '../../core/vectors/matrix';
import type { EngineChunk, VectorEngine } from '../../experiments/chunking/measure/engine';
import type { SqlClient } from './client';

/** Chunks of one statement: a batch is there whole or not at all. */
const batchRows = 500;

const table = 'chunkscope_chunks';

/** pgvector's way to write a vector; float32 numbers come back as they were. */
export const vectorText = (vector: ArrayLike<number>): string => `[${Array.from(vector).join(',')}]`;

/** PostgreSQL keeps no NUL in a text. */
const storedText = (text: string): string => text.replaceAll('\u0000', '\uFFFD');

/** What a collection is called: the same chunks with the same vectors have the same name, whoever writes them. */
function nameOf(chunks: readonly EngineChunk[], { values, dimensions }: VectorMatrix): string {
  const hash = createHash('sha256').update(JSON.stringify([dimensions, chunks]));
  return hash
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex')
    .slice(0, 32);
}

/**
 * PostgreSQL with pgvector. The table has no index over vectors, so every search is exact. A vector of
 * zeros has cosine 0, as in the kernel; equal cosines stand in stored order.
 */
export async function createPostgresEngine(client: SqlClient, name: string): Promise<VectorEngine> {
  const { query } = client;
  const [known] = await query('SELECT to_regclass($1) IS NOT NULL AS known', [table]);
  // Who may only add rows need not be able to create a table.
  if (known?.['known'] !== true) {
    await query('CREATE EXTENSION IF NOT EXISTS vector');
    await query(`CREATE TABLE IF NOT EXISTS ${table} (
      collection text NOT NULL, ordinal integer NOT NULL, document text NOT NULL,
      start_offset integer NOT NULL, end_offset integer NOT NULL, words text NOT NULL,
      vector vector NOT NULL, PRIMARY KEY (collection, ordinal))`);
  }
  return {
    name,
    write: async (chunks, vectors, progress) => {
      const id = nameOf(chunks, vectors);
      const written = new Set(
        (await query(`SELECT ordinal FROM ${table} WHERE collection = $1`, [id])).map(
          ({ ordinal }) => ordinal,
        ),
      );
      const missing = chunks.flatMap((_, ordinal) => (written.has(ordinal) ? [] : [ordinal]));
      for (let from = 0; from < missing.length; from += batchRows) {
        await progress?.(chunks.length - missing.length + from, chunks.length);
        const batch = missing.slice(from, from + batchRows);
        const own = batch.map((ordinal) => chunks[ordinal]!);
        await query(
          `INSERT INTO ${table} (collection, ordinal, document, start_offset, end_offset, words, vector)
           SELECT $1, ordinal, document, start_offset, end_offset, words, vector::vector
           FROM unnest($2::integer[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::text[])
             AS batch (ordinal, document, start_offset, end_offset, words, vector)
           ON CONFLICT DO NOTHING`,
          [
            id,
            batch,
            own.map(({ document }) => storedText(document)),
            own.map(({ start }) => start),
            own.map(({ end }) => end),
            own.map(({ text }) => storedText(text)),
            batch.map((row) =>
              vectorText(vectors.values.subarray(row * vectors.dimensions, (row + 1) * vectors.dimensions)),
            ),
          ],
        );
      }
      await progress?.(chunks.length, chunks.length);
      return { id, rows: chunks.length };
    },
    search: async ({ id }, parts, limit, threshold = -Infinity) => {
      checkTop(limit);
      const groups: Hit[][] = [];
      for (const part of parts) {
        const rows = await query(
          `SELECT ordinal, score FROM (
             SELECT ordinal, CASE WHEN distance = 'NaN' THEN 0 ELSE 1 - distance END AS score
             FROM (SELECT ordinal, vector <=> $2::vector AS distance FROM ${table} WHERE collection = $1 OFFSET 0) AS compared
           ) AS scored
           WHERE score >= $3::float8 ORDER BY score DESC, ordinal LIMIT $4::bigint`,
          [id, vectorText(part), threshold, limit === Infinity ? null : limit],
        );
        groups.push(rows.map(({ ordinal, score }) => ({ index: Number(ordinal), score: Number(score) })));
      }
      return groups;
    },
    close: () => client.close(),
  };
}
