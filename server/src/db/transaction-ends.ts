import type pg from 'pg'
import { send } from '../kit/db.ts'
import { isConnectionLost } from './database-errors.ts'

/**
 * Begins a transaction. The first statement travels in the same packet; when the opening fails, that statement fails
 * too.
 */
export function begin(client: pg.PoolClient, statements: string): Promise<unknown> {
  const opening = send(client, statements)
  opening.catch(() => undefined)
  return opening
}

/** Rolls back and releases the connection; closes a lost connection. */
export async function endFailed(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (cause instanceof Error && isConnectionLost(cause)) return client.release(cause)
  await send(client, 'ROLLBACK').then(
    () => client.release(),
    (failure: Error) => client.release(failure),
  )
}
