import { workloads, type Workload } from '@waybill/domain/kit/calls/workload'
import pg from 'pg'
import { config, sessionUrlOf } from '../kit/config.ts'
import {
  pool_wait_ms,
  pooledConnections,
  shareConnections,
  singleConnection,
  type Connections,
} from '../kit/connections.ts'
import { connections_without_names } from '../kit/db.ts'
import { openEmbedded, type Embedded } from '../kit/embedded/open.ts'
import type { Logger } from '../kit/log.ts'
import { migrate } from '../kit/migrate.ts'
import { max_statement_ms, statement_limits_ms } from '../kit/load/statement-limits.ts'
import { requireDurable } from './durability.ts'
import { EmbeddedMaintenance } from './embedded-maintenance.ts'
import { PgStandby } from './standby.ts'

export interface Database {
  /** The `interactive` connections, also for single statements outside transactions. */
  pool: pg.Pool
  connections: Connections
  /** Connections for what lasts longer than a transaction; the same as `pool` without a pooler. */
  sessions: pg.Pool
  /** The hot standby for reads; `null` when there is none. */
  standby: PgStandby | null
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
  const client = await database.sessions.connect()
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

/** Parameters of every connection or, behind a pooler, of every transaction. */
const parametersOf = (workload: Workload): readonly (readonly [name: string, value: string])[] => [
  ['timezone', 'UTC'],
  ['lock_timeout', '2000'],
  ['statement_timeout', String(statement_limits_ms[workload])],
  ['idle_in_transaction_session_timeout', '60000'],
  // Compiling a statement with many conditions takes seconds, and running it milliseconds.
  ['jit', 'off'],
]

/**
 * The statements that set the parameters for one transaction. A parameter that is set before the transaction's own
 * statements gives way to them.
 */
const openings: Readonly<Record<Workload, string>> = Object.fromEntries(
  workloads.map((workload) => [
    workload,
    parametersOf(workload)
      .map(([name, value]) => `; SET LOCAL ${name} = '${value}'`)
      .join(''),
  ]),
) as Record<Workload, string>

async function openServer(url: string, log: Logger): Promise<Database> {
  const isPooled = await probe(url)
  if (isPooled && !config.DATABASE_LISTEN_URL)
    throw new Error(
      'DATABASE_URL leads to a connection pooler. Set DATABASE_LISTEN_URL to the address of the database server itself, for messages between processes, locks and migrations.',
    )
  const pools = openPools(url, isPooled, log)
  const sessions = isPooled
    ? openPool(sessionUrlOf(url), { workload: 'interactive', max: 2, is_pooled: false }, log)
    : pools.interactive
  const standby = config.DATABASE_READ_URL ? openStandby(config.DATABASE_READ_URL, pools.field, log) : null
  return {
    pool: pools.interactive,
    connections: pooledConnections(pools, (workload) => (isPooled ? openings[workload] : '')),
    sessions,
    standby,
    embedded: false,
    close: async () => {
      await standby?.close()
      await Promise.all([...new Set([...Object.values(pools), sessions])].map((pool) => pool.end()))
    },
  }
}

/** Opens the connections to a standby. It may be away. */
function openStandby(url: string, primary: pg.Pool, log: Logger): PgStandby {
  const pools = openPools(url, false, log)
  const asked = openPool(url, { workload: 'field', max: 1, is_pooled: false }, log)
  return new PgStandby(
    { connections: pooledConnections(pools), pools: [...Object.values(pools), asked], asked },
    primary,
    log,
  )
}

function openPools(url: string, isPooled: boolean, log: Logger): Record<Workload, pg.Pool> {
  const shares = shareConnections(config.DATABASE_CONNECTIONS)
  const open = (workload: Workload) =>
    openPool(url, { workload, max: shares[workload], is_pooled: isPooled }, log)
  return { field: open('field'), interactive: open('interactive'), heavy: open('heavy') }
}

/**
 * Checks the release of a database server, and returns whether a pooler is in between: the process that answers is
 * then not the one that the connection was announced with. Throws with one clear sentence when the server cannot be
 * used.
 */
async function probe(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    application_name: 'waybill start',
  })
  // The statement that waits for an answer is rejected too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; pid: number }>(
      "SELECT current_setting('server_version_num')::int AS version, pg_backend_pid() AS pid",
    )
    const { version = 0, pid = 0 } = rows[0] ?? {}
    if (version < 150_000)
      throw new Error(
        `PostgreSQL ${Math.floor(version / 10_000)} is too old. Waybill needs PostgreSQL 15 or later.`,
      )
    // The type declarations of the driver leave the announced process out.
    return (client as pg.Client & { processID: number }).processID !== pid
  } catch (error) {
    const host = new URL(url).host || 'the local socket'
    if (error instanceof Error && error.message.includes('too old')) throw error
    throw new Error(
      `The database at ${host} could not be reached: ${error instanceof Error ? error.message || error.name : 'no reason given'}. Check DATABASE_URL and that the server is running.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

function openPool(
  url: string,
  { workload, max, is_pooled }: { workload: Workload; max: number; is_pooled: boolean },
  log: Logger,
): pg.Pool {
  const longest = workload === 'heavy' ? max_statement_ms : statement_limits_ms[workload]
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: pool_wait_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // If the server no longer responds, give up the connection shortly after the statement timeout should have ended
    // the statement.
    query_timeout: longest + 5_000,
    pipeline: true,
    // Poolers reject parameters at the start of a connection.
    ...(!is_pooled && {
      options: parametersOf(workload)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    application_name: `waybill ${workload}`,
  })
  const names = config.DATABASE_STATEMENT_NAMES ?? (is_pooled ? 'off' : 'on')
  if (names === 'off') pool.on('connect', (client) => connections_without_names.add(client))
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
    sessions: pool,
    standby: null,
    embedded: true,
    async close() {
      await maintenance.stop()
      await pool.end()
      await embedded.close()
    },
  }
}
