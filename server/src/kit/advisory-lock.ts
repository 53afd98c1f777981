import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const poll_interval_ms = 200

/** Lock numbers of the tasks that only one process at a time may run on a database. */
export const advisory_locks = { migrate: 814_201, first_start: 814_203, exchange_secret: 814_204 } as const

/**
 * Runs `fn` while this connection holds an advisory lock. Polls for the lock without a time limit, because the
 * timeouts of the connection would end a blocking wait. Calls `tell` once if it has to wait.
 */
export async function withAdvisoryLock<Result>(
  client: Pick<pg.ClientBase, 'query'>,
  lock: number,
  onWait: () => void,
  fn: () => Promise<Result>,
): Promise<Result> {
  for (let isInformed = false; !(await tryLock(client, lock)); isInformed = true) {
    if (!isInformed) onWait()
    await wait(poll_interval_ms)
  }
  try {
    return await fn()
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock])
  }
}

async function tryLock(client: Pick<pg.ClientBase, 'query'>, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('SELECT pg_try_advisory_lock($1) AS has', [lock])
  return rows[0]?.has ?? false
}
