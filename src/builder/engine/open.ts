import type { VectorEngine } from '../../experiments/chunking/measure/engine';
import { UsageError } from '../commandLine';
import { shownArgument } from './address';
import { connect } from './client';
import { createPostgresEngine } from './postgres';

/** The engine that `--engine` names; null for the kernel in the process. */
export async function openEngine(named: string | undefined): Promise<VectorEngine | null> {
  if (named === undefined || named === 'kernel') return null;
  const client = await connect(named);
  if (!client)
    throw new UsageError(
      `--engine is "${shownArgument(named)}", expected kernel, pglite, pglite:DIR or postgres://…`,
    );
  try {
    return await createPostgresEngine(client, shownArgument(named));
  } catch (error) {
    await client.close();
    throw error;
  }
}
