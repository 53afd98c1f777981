import type pg from 'pg'
import type { Config } from '../kit/config.ts'
import type { Logger } from '../kit/log.ts'

/** PostgreSQL parameters that must not be off, because the server could then lose acknowledged changes. */
const required_on = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * Throws with a sentence when the PostgreSQL server may lose or damage acknowledged changes in a crash.
 * `DATABASE_UNSAFE=allow` accepts such a server, for development and tests.
 */
export async function requireDurable(
  client: Pick<pg.ClientBase, 'query'>,
  log: Logger,
  { DATABASE_UNSAFE }: Pick<Config, 'DATABASE_UNSAFE'>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name",
    [required_on],
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  if (DATABASE_UNSAFE === 'allow') {
    log.warn({ off: names }, 'the database may lose acknowledged changes')
    return
  }
  throw new Error(
    `The database server may lose acknowledged changes: ${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} off. Switch ${names.length > 1 ? 'them' : 'it'} on in postgresql.conf, or set DATABASE_UNSAFE=allow for a database whose data may be lost.`,
  )
}
