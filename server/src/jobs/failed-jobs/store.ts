import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'

/** Returns one page of the company's failed jobs, most recently failed first, and their number. */
export function listFailedJobs(ctx: Context, listener: string | undefined, page: PageRequest) {
  let query = ctx.db.selectFrom('outbox').where('dead_at', 'is not', null)
  if (listener !== undefined) query = query.where('listener', '=', listener)
  return readPage(
    ctx,
    query
      .select(['id', 'listener', 'attempts', 'last_error', 'time_created', 'dead_at'])
      .select(
        sql<number | null>`CASE WHEN jsonb_typeof(payload -> 'shipment_id') = 'number'
          THEN (payload ->> 'shipment_id')::bigint END`.as('shipment_id'),
      )
      .orderBy('dead_at', 'desc')
      .orderBy('id', 'desc'),
    query.select('id'),
    page,
  )
}

/** The failed jobs to change: one, or all of a listener. */
export type FailedJobs = { id: number } | { listener: string }

function chosen(which: FailedJobs) {
  return 'id' in which ? sql`id = ${which.id}` : sql`listener = ${which.listener}`
}

/** Makes failed jobs due again as if they were new, and records the decision; returns their number. */
export async function retryFailedJobs(ctx: Context, which: FailedJobs): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH job AS (
      SELECT provider_id, id, listener, attempts FROM outbox WHERE dead_at IS NOT NULL AND ${chosen(which)} ORDER BY id FOR UPDATE),
    retried AS (
      UPDATE outbox o SET dead_at = NULL, attempts = 0, next_attempt_at = ${ctx.now}, leased_until = NULL, lease_token = NULL
      FROM job WHERE o.provider_id = job.provider_id AND o.id = job.id)
    INSERT INTO failed_job_decision (provider_id, job_id, listener, decision, attempts, time_created)
    SELECT provider_id, id, listener, 'retry', attempts, ${ctx.now} FROM job`.execute(ctx.db)
  return Number(numAffectedRows)
}

/** Removes a failed job and records the decision; returns `false` when there is none. */
export async function discardFailedJob(ctx: Context, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    WITH job AS (
      DELETE FROM outbox WHERE dead_at IS NOT NULL AND id = ${id} RETURNING provider_id, id, listener, attempts)
    INSERT INTO failed_job_decision (provider_id, job_id, listener, decision, attempts, time_created)
    SELECT provider_id, id, listener, 'discard', attempts, ${ctx.now} FROM job`.execute(ctx.db)
  return numAffectedRows === 1n
}
