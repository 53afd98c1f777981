import pg from 'pg'
import { dbOn, send, type Db } from '../kit/db.ts'
import { problemOf } from './database-errors.ts'
import type { Runtime } from '../kit/runtime.ts'
import { begin, endFailed } from './transaction-ends.ts'

/**
 * Every request waits for these look-ups (authentication, settings), which must not wait for pages or documents.
 */
const workload = 'field'
const job = { username: 'system', channel: 'job' }

/**
 * Runs a transaction with access to every provider. Only authentication, provider lookup, the outbox, schedules and
 * installation may use it; the architecture test lists its callers.
 */
export async function inPlatformTransaction<Result>(
  runtime: Pick<Runtime, 'connections'>,
  fn: (db: Db) => Promise<Result>,
  who: Readonly<Record<string, string | null>> = job,
): Promise<Result> {
  let open = true
  const client = await platformConnection(runtime)
  try {
    const opening = begin(client, platformOpening(runtime, who))
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

async function platformConnection(runtime: Pick<Runtime, 'connections'>): Promise<pg.PoolClient> {
  try {
    return await runtime.connections.connect(workload, 0)
  } catch (error) {
    throw problemOf(error)
  }
}

function platformOpening(
  { connections }: Pick<Runtime, 'connections'>,
  who: Readonly<Record<string, string | null>>,
): string {
  return `BEGIN; SET LOCAL ROLE courier_platform; SET LOCAL app.who = ${pg.escapeLiteral(JSON.stringify(who))}${connections.opening(workload)}`
}

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
      send(client, `${platformOpening(runtime, job)}; SET LOCAL synchronous_commit = off`),
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
