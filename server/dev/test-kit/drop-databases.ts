import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Names the databases that this run makes on a server; answers how to drop them when it is over. */
export default function nameDatabases(): () => Promise<void> {
  const prefix = `waybill_test_${randomBytes(4).toString('hex')}_`
  process.env.TEST_DATABASE_PREFIX = prefix
  return async () => {
    const url = process.env.TEST_DATABASE_URL
    if (!url) return
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
    await admin.end()
  }
}
