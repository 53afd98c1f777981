import { workloads, type Workload } from '@waybill/domain/kit/calls/workload'
import pg from 'pg'
import { config } from '../kit/config.ts'
import {
  pooledConnections,
  shareConnections,
  singleConnection,
  type Connections,
} from '../kit/connections.ts'
import { openEmbedded, type Embedded } from '../kit/embedded/open.ts'
import type { Logger } from '../kit/log.ts'
import { migrate } from '../kit/migrate.ts'
import { requireDurable } from './durability.ts'
import { EmbeddedMaintenance } from './embedded-maintenance.ts'

export interface Database {
  /** The `interactive` connections, also for single statements outside transactions. */
  pool: pg.Pool
  connections: Connections
  embedded: boolean
  close(): Promise<void>
}

/**
 * Opens and migrates the database: the server at `url`, or else the embedded database under `data_dir`. Throws with
 * one clear sentence when the database cannot be reached, is too old or too new, or is in use.
 */
export async function openDatabase(about: {
  url: string | undefined
  data_dir: string
  /** The embedded database under `data_dir`, if it is already open. */
  embedded?: Promise<Embedded> | undefined
  log: Logger
  onStep?: (step: string) => void
  /** Leaves the tables of another release unchanged; for inspection only. */
  as_it_is?: boolean
}): Promise<Database> {
  const database = about.url
    ? await openServer(about.url, about.log)
    : openEmbeddedDatabase(await (about.embedded ?? openEmbedded(about.data_dir)), about.log)
  if (about.as_it_is) return database
  const client = await database.pool.connect()
  try {
    if (about.url) await requireDurable(client, about.log, config)
    await migrate(client, (name) => about.onStep?.(`Preparing the database: ${name}`))
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
  client.release()
  return database
}

/** Maximum duration of a statement by workload, in ms. */
const statement_timeouts_ms: Readonly<Record<Workload, number>> = {
  field: 10_000,
  interactive: 30_000,
  heavy: 120_000,
}

async function openServer(url: string, log: Logger): Promise<Database> {
  const shares = shareConnections(config.DATABASE_CONNECTIONS)
  const open = (workload: Workload) => openPool(url, workload, shares[workload], log)
  const pools = { field: open('field'), interactive: open('interactive'), heavy: open('heavy') }
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
  }
  try {
    const { rows } = await pools.interactive.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    )
    const version = rows[0]?.version ?? 0
    if (version < 150_000)
      throw new Error(
        `PostgreSQL ${Math.floor(version / 10_000)} is too old. Waybill needs PostgreSQL 15 or later.`,
      )
  } catch (error) {
    await close()
    const host = new URL(url).host || 'the local socket'
    if (error instanceof Error && error.message.includes('too old')) throw error
    throw new Error(
      `The database at ${host} could not be reached: ${error instanceof Error ? error.message || error.name : 'no reason given'}. Check DATABASE_URL and that the server is running.`,
      { cause: error },
    )
  }
  return { pool: pools.interactive, connections: pooledConnections(pools), embedded: false, close }
}

function openPool(url: string, workload: Workload, max: number, log: Logger): pg.Pool {
  const statementTimeout = statement_timeouts_ms[workload]
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // If the server no longer responds, give up the connection shortly after the statement timeout should have ended
    // the statement.
    query_timeout: statementTimeout + 5_000,
    pipeline: true,
    options: `-c timezone=UTC -c lock_timeout=2000 -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=60000`,
    application_name: `waybill ${workload}`,
  })
  handleConnectionErrors(pool, log)
  return pool
}

/**
 * Handles the errors of every connection during its lifetime. A pool only listens to idle connections; without this
 * listener, losing a connection during a request would end the process. The request itself fails through its rejected
 * statements.
 */
export function handleConnectionErrors(pool: pg.Pool, log: Logger): void {
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => log.warn({ error: error.message }, 'database connection lost'))
  })
  // Already logged above; the pool repeats the errors of idle connections.
  pool.on('error', () => undefined)
}

function openEmbeddedDatabase(embedded: Embedded, log: Logger): Database {
  const pool = new pg.Pool(embedded.config)
  handleConnectionErrors(pool, log)
  const connections = singleConnection(pool)
  const maintenance = new EmbeddedMaintenance(
    {
      query: (...given: Parameters<typeof pool.query>) => pool.query(...given),
      get waitingCount() {
        return workloads.reduce((sum, workload) => sum + connections.waiting(workload), pool.waitingCount)
      },
    } as Pick<pg.Pool, 'query' | 'waitingCount'>,
    log,
  )
  maintenance.start()
  return {
    pool,
    connections,
    embedded: true,
    async close() {
      await maintenance.stop()
      await pool.end()
      await embedded.close()
    },
  }
}
