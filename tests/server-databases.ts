import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startThrowAwayCluster } from '../scripts/postgres.ts'

/** Settings without durability, because no data has to survive a test run. */
const without_durability = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts a temporary PostgreSQL cluster unless `TEST_DATABASE_URL` names a server, and sets the prefix of this run’s
 * databases. Returns a function that stops it; this function throws when there was a deadlock. Without PostgreSQL’s
 * programs the server tests run on the embedded database.
 */
export default function preparePostgres(): () => Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  const cluster = given ? null : startThrowAwayCluster(without_durability)
  const url = given || cluster?.url
  if (!url) return async () => undefined
  process.env.TEST_DATABASE_URL = url
  const prefix = `waybill_test_${randomBytes(4).toString('hex')}_`
  process.env.TEST_DATABASE_PREFIX = prefix
  return async () => {
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const { rows } = await admin.query<{ datname: string; deadlocks: number }>(
      'SELECT datname, deadlocks::int FROM pg_stat_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    const deadlocks = rows.reduce((sum, row) => sum + row.deadlocks, 0)
    if (!cluster)
      for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
    await admin.end()
    const details = deadlocks > 0 && cluster ? cluster.deadlocks() : []
    cluster?.stop()
    process.env.TEST_DATABASE_URL = given
    if (deadlocks === 0) return
    process.exitCode = 1
    throw new Error(
      [
        `PostgreSQL ended ${deadlocks} deadlocks: transactions lock rows in different orders.`,
        ...details,
      ].join('\n'),
    )
  }
}
