import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { startThrowAwayCluster } from '../../postgres.ts'
import type { Place } from './peer.ts'

const host = '127.0.0.1'
const user = 'waybill'
/** Asks for counts; its own statements are not counted. */
const meter_user = 'meter'

/** Starts a cluster that counts the statements it receives, for products with so many orders. */
export async function startPlace(orders: number): Promise<Place> {
  const port = await freePort()
  const cluster = startThrowAwayCluster([
    // Not every product can be reached over a socket.
    `listen_addresses=${host}`,
    `port=${port}`,
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.max=20000',
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    'checkpoint_timeout=1h',
    'work_mem=16MB',
    'random_page_cost=1.1',
  ])
  if (!cluster) throw new Error('The bench needs PostgreSQL programs on this machine.')
  const place: Place = {
    cluster,
    host,
    port,
    user,
    orders,
    async createDatabase(name) {
      await query(addressOf(place, 'postgres'), `CREATE DATABASE ${name}`)
      return addressOf(place, name)
    },
  }
  await query(addressOf(place, 'postgres'), `CREATE ROLE ${meter_user} SUPERUSER LOGIN`)
  await query(addressOf(place, 'postgres'), 'CREATE EXTENSION pg_stat_statements')
  return place
}

function addressOf({ port }: Place, database: string, as = user): string {
  return `postgresql://${as}@${host}:${port}/${database}`
}

/** Returns the address of a database for questions that are no work of the product. */
export function meterAddress(place: Place, database: string): string {
  return addressOf(place, database, meter_user)
}

/** Returns how many statements the product of a database has sent up to now. */
export async function statementsOf(place: Place, database: string): Promise<number> {
  const [row] = await query<{ calls: string | null }>(
    meterAddress(place, 'postgres'),
    `SELECT sum(calls) AS calls FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = $1) AND userid <> $2::regrole`,
    [database, meter_user],
  )
  return Number(row?.calls ?? 0)
}

/** Runs one query on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Returns a TCP port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
