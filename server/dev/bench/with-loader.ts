import pg from 'pg'
import type { Runtime } from '../../src/kit/runtime.ts'

/**
 * Runs a load on a connection without time limits: to `databaseUrl`, or to the embedded database, whose statements have
 * no limit, when there is none.
 */
export async function withLoader(
  { pool }: Pick<Runtime, 'pool'>,
  databaseUrl: string | undefined,
  load: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  if (!databaseUrl) {
    const client = await pool.connect()
    return load(client).finally(() => client.release())
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return load(client).finally(() => client.end())
}
