import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { sql, type RawBuilder } from 'kysely'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

/** How long what has served its purpose is stored; milliseconds. */
export const retention = {
  /** Answers to calls with an idempotency key. */
  repeats: 48 * hour_ms,
  /** The same for what drivers and scanners record, whose devices may be without network for days. */
  field_repeats: 14 * day_ms,
  /** Sessions after they ran out or were ended: they are the record of sign-ins. */
  sessions: 365 * day_ms,
  /** How often somebody tried to sign in, once the last try is long over. */
  guards: day_ms,
  /** Registrations that were never confirmed. */
  registrations: 7 * day_ms,
  /** Messages of the inbox, with who has read them. */
  inbox: 180 * day_ms,
  /** What gateways told of payments, word for word. */
  payment_notices: 365 * day_ms,
  /** The same when it was refused. */
  refused_notices: 30 * day_ms,
  /** Calls to and from third parties, and messages to them that have ended. */
  integration_log: 90 * day_ms,
  /** Outbox lines that were given up. */
  dead_letters: 90 * day_ms,
} as const

/** What devices in the field send later. */
const field_calls: readonly Endpoint[] = [
  ...Object.values(hubApi),
  ...Object.values(driversApi),
  shipmentsApi.addPod,
].filter((one) => one.method !== 'GET')
const field_paths = [...new Set(field_calls.map((one) => one.path))]

const batch = 1_000
/** A run that finds more leaves the rest to the next one, so that it ends well within its lease. */
const max_batches = 200

/** Removes what is older than it is stored, a batch per transaction so that nobody waits for it. */
export async function purge(ctx: ExternalContext): Promise<void> {
  const before = (age: number): Date => new Date(ctx.now.getTime() - age)
  await remove(
    ctx,
    'idempotency_key',
    sql`time_created < ${before(retention.repeats)}
      AND (time_created < ${before(retention.field_repeats)} OR NOT split_part(scope, ' ', 4) = ANY(${field_paths}))`,
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
  await remove(ctx, 'outbox', sql`dead_at < ${before(retention.dead_letters)}`)
}

async function remove(ctx: ExternalContext, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const removeSome = async ({ db }: Context): Promise<bigint> => {
    const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${batch} FOR UPDATE SKIP LOCKED))`.execute(
      db,
    )
    return numAffectedRows
  }
  for (let count = 0; count < max_batches; count += 1)
    if ((await ctx.inTransaction(removeSome)) < BigInt(batch)) return
}
