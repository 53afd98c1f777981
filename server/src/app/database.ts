import pg from 'pg'
import { openEmbedded, type Embedded } from '../kit/embedded/open.ts'
import type { Logger } from '../kit/log.ts'
import { migrate } from '../kit/migrate.ts'
import { EmbeddedUpkeep } from './embedded-upkeep.ts'

export interface Database {
  pool: pg.Pool
  embedded: boolean
  close(): Promise<void>
}

/**
 * Opens the database: the server `url` names, else the embedded one under `data_dir`; migrates it. Throws one clear
 * sentence when it cannot be reached, is too old, too new, or in use.
 */
export async function openDatabase(about: {
  url: string | undefined
  data_dir: string
  /** The one under `data_dir`, where it has been opened already. */
  embedded?: Promise<Embedded> | undefined
  log: Logger
  tell?: (step: string) => void
  /** Leaves the tables of another release alone; for looking only. */
  as_it_is?: boolean
}): Promise<Database> {
  const database = about.url
    ? await openServer(about.url)
    : openOwn(await (about.embedded ?? openEmbedded(about.data_dir)), about.log)
  if (about.as_it_is) return database
  const client = await database.pool.connect()
  try {
    await migrate(client, (name) => about.tell?.(`Preparing the database: ${name}`))
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
  client.release()
  return database
}

async function openServer(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: Number(process.env.DATABASE_CONNECTIONS ?? 12),
    connectionTimeoutMillis: 10_000,
    pipeline: true,
    options:
      '-c timezone=UTC -c lock_timeout=2000 -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
    application_name: 'waybill',
  })
  pool.on('error', () => undefined)
  try {
    const { rows } = await pool.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    )
    const version = rows[0]?.version ?? 0
    if (version < 150_000)
      throw new Error(
        `PostgreSQL ${Math.floor(version / 10_000)} is too old. Waybill needs PostgreSQL 15 or later.`,
      )
  } catch (error) {
    await pool.end()
    const host = new URL(url).host || 'the local socket'
    if (error instanceof Error && error.message.includes('too old')) throw error
    throw new Error(
      `The database at ${host} could not be reached: ${error instanceof Error ? error.message || error.name : 'no reason given'}. Check DATABASE_URL and that the server is running.`,
      { cause: error },
    )
  }
  return { pool, embedded: false, close: () => pool.end() }
}

function openOwn(embedded: Embedded, log: Logger): Database {
  const pool = new pg.Pool(embedded.config)
  pool.on('error', (error) => log.error({ error: error.message }, 'embedded database connection'))
  const upkeep = new EmbeddedUpkeep(pool, log)
  upkeep.start()
  return {
    pool,
    embedded: true,
    async close() {
      await upkeep.stop()
      await pool.end()
      await embedded.close()
    },
  }
}
