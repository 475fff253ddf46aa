import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export interface PgliteServer {
  database: PGlite;
  /** With a user and a password that no output may hold. */
  address: string;
  password: string;
  stop(): Promise<void>;
}

/** A PostgreSQL with pgvector in this process that answers the wire protocol on loopback. */
export async function startPglite(): Promise<PgliteServer> {
  const database = await PGlite.create({ extensions: { vector } });
  await database.exec('CREATE EXTENSION vector');
  const server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 4 });
  await server.start();
  const password = 'salt@and/rye';
  return {
    database,
    password,
    address: `postgres://postgres:${encodeURIComponent(password)}@${server.getServerConn()}/postgres`,
    stop: async () => {
      await server.stop();
      await database.close();
    },
  };
}
