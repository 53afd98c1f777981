import pg from 'pg'
import { dbOn, send, type Db } from '../kit/db.ts'
import { problemOf } from './database-errors.ts'
import type { Runtime } from '../kit/runtime.ts'
import { begin, endFailed } from './transaction-ends.ts'

/**
 * Runs a transaction with access to every provider. Only authentication, provider lookup, the outbox, schedules and
 * installation may use it; the architecture test lists its callers.
 */
export async function inPlatformTransaction<Result>(
  runtime: Pick<Runtime, 'connections'>,
  fn: (db: Db) => Promise<Result>,
  who: Readonly<Record<string, string | null>> = { username: 'system', channel: 'job' },
): Promise<Result> {
  let open = true
  const client = await platformConnection(runtime)
  try {
    const opening = begin(client, platformOpening(who))
    const result = await fn(dbOn(client, () => open))
    await opening
    open = false
    await send(client, 'COMMIT')
    client.release()
    return result
  } catch (error) {
    open = false
    await endFailed(client, error)
    throw problemOf(error)
  }
}

/**
 * Uses the `field` connections, because every request waits for these look-ups (authentication, settings), which must
 * not wait for pages or documents.
 */
async function platformConnection(runtime: Pick<Runtime, 'connections'>): Promise<pg.PoolClient> {
  try {
    return await runtime.connections.connect('field')
  } catch (error) {
    throw problemOf(error)
  }
}

function platformOpening(who: Readonly<Record<string, string | null>>): string {
  return `BEGIN; SET LOCAL ROLE courier_platform; SET LOCAL app.who = ${pg.escapeLiteral(JSON.stringify(who))}`
}
const platform_opening = platformOpening({ username: 'system', channel: 'job' })

/**
 * Runs one statement with access to every provider, with its transaction in one round trip. For the same callers as
 * `inPlatformTransaction`. Its changes may be lost when the database crashes, because it does not wait for the disk.
 */
export async function platformStatement<Row extends pg.QueryResultRow>(
  runtime: Pick<Runtime, 'connections'>,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const client = await platformConnection(runtime)
  try {
    const [, result] = await Promise.all([
      send(client, `${platform_opening}; SET LOCAL synchronous_commit = off`),
      send(client, statement),
      send(client, 'COMMIT'),
    ])
    client.release()
    return result.rows as Row[]
  } catch (error) {
    await endFailed(client, error)
    throw problemOf(error)
  }
}
