import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { problem_kinds } from '@waybill/domain/kit/problem'
import { sql, type RawBuilder } from 'kysely'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { limitStatements, long_statement_ms } from '../kit/load/statement-limits.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

/** How long data that is no longer needed is retained, in ms. */
export const retention = {
  /** Responses to requests with an idempotency key. */
  repeats: 48 * hour_ms,
  /**
   * The same for records of drivers and scanners, whose devices may be offline for days, and for calls that wait for
   * approval (`approval_life_ms`).
   */
  long_repeats: 14 * day_ms,
  /** Sessions after they expired or were ended; they are the record of sign-ins. */
  sessions: 365 * day_ms,
  /** Sign-in attempt counters, after the last attempt. */
  guards: day_ms,
  /** Registrations that were never confirmed. */
  registrations: 7 * day_ms,
  /** Inbox messages with their read status. */
  inbox: 180 * day_ms,
  /** Payment notices of gateways, stored verbatim. */
  payment_notices: 365 * day_ms,
  /** Payment notices that were refused. */
  refused_notices: 30 * day_ms,
  /** Requests to and from third parties, finished messages to them, and reports of locker networks. */
  integration_log: 90 * day_ms,
  /** Outbox entries that were given up. */
  dead_letters: 90 * day_ms,
} as const

/** Requests that field devices may send later. */
const field_calls: readonly Endpoint[] = [
  ...Object.values(hubApi),
  ...Object.values(driversApi),
  shipmentsApi.addPod,
  shipmentsApi.addFiles,
].filter((one) => one.method !== 'GET')
const field_paths = [...new Set(field_calls.map((one) => one.path))]

const batch = 1_000
/**
 * Maximum number of batches per run and table. The next run removes the rest, so that a run ends well within its
 * lease.
 */
const max_batches = 200

/**
 * Removes data beyond its retention period, in one transaction per batch, so that other transactions do not wait for
 * it.
 */
export async function purge(ctx: ExternalContext): Promise<void> {
  const before = (age: number): Date => new Date(ctx.now.getTime() - age)
  await remove(
    ctx,
    'idempotency_key',
    sql`time_created < ${before(retention.repeats)}
      AND (time_created < ${before(retention.long_repeats)}
        OR (NOT split_part(scope, ' ', 4) = ANY(${field_paths}) AND status IS DISTINCT FROM ${problem_kinds.approval_needed.status}))`,
  )
  await remove(ctx, 'session', sql`least(time_expires, time_revoked) < ${before(retention.sessions)}`)
  await remove(ctx, 'sign_in_guard', sql`time_last < ${before(retention.guards)}`)
  await remove(ctx, 'registration', sql`time_created < ${before(retention.registrations)}`)
  await remove(ctx, 'passkey_challenge', sql`time_expires < ${ctx.now}`)
  await remove(ctx, 'short_url', sql`time_expires < ${ctx.now}`)
  await remove(ctx, 'inbox_message', sql`time_created < ${before(retention.inbox)}`)
  await remove(
    ctx,
    'payment_notice',
    sql`time_created < ${before(retention.refused_notices)}
      AND (time_created < ${before(retention.payment_notices)} OR starts_with(result, 'refused'))`,
  )
  await remove(ctx, 'integration_request', sql`time_created < ${before(retention.integration_log)}`)
  await remove(ctx, 'integration_task', sql`time_ended < ${before(retention.integration_log)}`)
  await remove(ctx, 'locker_event', sql`time_received < ${before(retention.integration_log)}`)
  await remove(ctx, 'outbox', sql`dead_at < ${before(retention.dead_letters)}`)
}

async function remove(ctx: ExternalContext, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const removeSome = async ({ db }: Context): Promise<bigint> => {
    await limitStatements(db, long_statement_ms.purge)
    const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${batch} FOR UPDATE SKIP LOCKED))`.execute(
      db,
    )
    return numAffectedRows
  }
  for (let count = 0; count < max_batches; count += 1)
    if ((await ctx.inTransaction(removeSome)) < BigInt(batch)) return
}
