import pg from 'pg'
import { pino } from 'pino'
import { PubSub } from '../../server/src/kit/pubsub.ts'
import { PgNotifications } from '../../server/src/realtime/notifications.ts'
import { startThrowAwayCluster } from '../postgres.ts'

/**
 * `node scripts/bench/notifications.ts`: commits per second of 16 connections on a database whose commits take 2 ms,
 * without messages, with `pg_notify` in each transaction, and with messages sent after the commit. Each is measured
 * three times in turn; the middle counts.
 */
const connections = 16
const seconds = 3

const cluster = startThrowAwayCluster(['fsync=on', 'commit_delay=2000', 'commit_siblings=0'])
if (!cluster) {
  console.error('PostgreSQL’s programs are not installed. The measurement needs them.')
  process.exit(2)
}
try {
  const pool = new pg.Pool({ connectionString: cluster.url, max: connections })
  await pool.query('CREATE TABLE line (id bigserial PRIMARY KEY, text text)')
  const log = pino({ level: 'silent' })
  const sender = await PgNotifications.open(cluster.url, new PubSub(), log)
  const receiver = await PgNotifications.open(cluster.url, new PubSub(), log)
  let sent = 0
  const next = () => ({ topic: 'live', provider_id: 1, subject: String((sent += 1)) })
  const variants = {
    'no messages': (client: pg.PoolClient) => client.query('COMMIT'),
    'pg_notify in the transaction': async (client: pg.PoolClient) => {
      await client.query("SELECT pg_notify('waybill', $1)", [JSON.stringify(next())])
      await client.query('COMMIT')
    },
    'sent after the commit': async (client: pg.PoolClient) => {
      await client.query('COMMIT')
      sender.send([next()])
    },
  }
  const rates = new Map<string, number[]>()
  for (let round = 0; round < 3; round += 1)
    for (const [name, commit] of Object.entries(variants))
      rates.set(name, [...(rates.get(name) ?? []), await commitsPerSecond(pool, commit)])
  const [none = 1] = [...rates.values()].map(middle)
  for (const [name, measured] of rates)
    console.log(
      `${name.padEnd(30)} ${middle(measured).toFixed(0).padStart(6)}/s  ${(middle(measured) / none).toFixed(2)}`,
    )
  await sender.close()
  await receiver.close()
  await pool.end()
} finally {
  cluster.stop()
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function commitsPerSecond(
  pool: pg.Pool,
  commit: (client: pg.PoolClient) => Promise<unknown>,
): Promise<number> {
  let commits = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect()
      while (performance.now() < end) {
        await client.query('BEGIN')
        await client.query("INSERT INTO line (text) VALUES ('x')")
        await commit(client)
        commits += 1
      }
      client.release()
    }),
  )
  return commits / seconds
}
