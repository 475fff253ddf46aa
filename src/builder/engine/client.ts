import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { safeMessage, shownArgument } from './address';

/** A connection to a PostgreSQL; values are always parameters. */
export interface SqlClient {
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Why a database did not do what was asked, in words that hold no password. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  constructor(
    message: string,
    /** PostgreSQL's code, or that of the system's error; empty where there is none. */
    readonly code: string = '',
  ) {
    super(message);
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

/** What an error of a server or its driver means for the reader. */
function databaseError(error: unknown, address: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const code = codeOf(error);
  const told = safeMessage(error instanceof Error ? error.message : String(error), address);
  const shown = shownArgument(address);
  const reason =
    code === '28P01' || code === '28000'
      ? 'refused the user or the password'
      : code === '42501'
        ? `does not permit this to its user: ${told}`
        : code === '25006'
          ? `is read-only: ${told}`
          : code === '3D000'
            ? 'has no such database'
            : ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].includes(code)
              ? `cannot be reached (${code})`
              : code.startsWith('08') ||
                  ['ECONNRESET', 'EPIPE', '57P01', '57P02'].includes(code) ||
                  /connection (terminated|ended|closed)|not queryable|client was closed/i.test(told)
                ? 'closed the connection; a run that is started again goes on where it stopped'
                : `answered: ${told}`;
  return new DatabaseError(`${shown} ${reason}`, code);
}

/** Any server, through `pg`. */
async function connectServer(address: string): Promise<SqlClient> {
  const { default: pg } = await import('pg').catch(() => {
    throw new DatabaseError('a PostgreSQL server needs the package pg: npm install pg');
  });
  const fail = (error: unknown): never => {
    throw databaseError(error, address);
  };
  try {
    const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 30_000 });
    // A connection that is lost between two statements is told by the next one.
    client.on('error', () => undefined);
    await client.connect();
    return {
      query: async (text, values = []) => {
        const { rows } = await client
          .query<Record<string, unknown>>(text, values.length > 0 ? [...values] : undefined)
          .catch(fail);
        return rows;
      },
      close: () => client.end().catch(() => undefined),
    };
  } catch (error) {
    return fail(error);
  }
}

/** PostgreSQL with pgvector in this process, kept in a folder. */
async function openPglite(folder: string): Promise<SqlClient> {
  const [{ PGlite }, { vector }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
  ]).catch(() => {
    throw new DatabaseError(
      'pglite needs its packages: npm install @electric-sql/pglite @electric-sql/pglite-pgvector',
    );
  });
  const path = resolve(folder);
  await mkdir(dirname(path), { recursive: true });
  const address = `pglite in ${folder}`;
  const fail = (error: unknown): never => {
    throw databaseError(error, address);
  };
  const database = await PGlite.create({ dataDir: path, extensions: { vector } }).catch(fail);
  return {
    query: async (text, values = []) =>
      (await database.query<Record<string, unknown>>(text, [...values]).catch(fail)).rows,
    close: () => database.close(),
  };
}

const serverAddress = /^postgres(ql)?:\/\//i;
export const isServerAddress = (text: string): boolean => serverAddress.test(text);

/** Where PGlite keeps what it was given, unless a folder is named. */
const usualFolder = '.cache/engine';

/** A connection to what an option names: `pglite`, `pglite:DIR` or a server's address; null for anything else. */
export async function connect(named: string): Promise<SqlClient | null> {
  if (isServerAddress(named)) return connectServer(named);
  const folder = /^pglite(?::(.+))?$/.exec(named);
  return folder ? openPglite(folder[1] ?? usualFolder) : null;
}
