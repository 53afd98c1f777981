import { anyOf } from '../kit/db.ts'
import type { DeliveryState, Health } from '@waybill/domain/integrations/delivery'
import { order_timeout_ms } from '@waybill/domain/integrations/delivery'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

export type Target = 'webhook' | 'integration'

/** What a message is about. Its content is read when it is sent for the first time. */
export interface About {
  event_id?: number
  note_id?: number
  invoice_id?: number
  source?: string
  event_type?: string
  happened_at?: string
  tracking_status?: string
}

export interface NewTask {
  target: Target
  target_id: number
  topic: string
  rule_id?: number
  action?: string
  message_id: string
  object_key: string
  shipment_id: number | null
  about: About
  parts?: readonly string[]
  /** Merges the message into a waiting one with the same key. */
  merge_key?: string
  is_test?: boolean
  run_after: Date
  /** Latest time to send the message, however often others are merged into it. */
  at_latest?: Date
}

/** Stores a message in the transaction of the change that caused it, or merges it into a waiting one; returns its id. */
export async function insertTask(ctx: Context, task: NewTask): Promise<number> {
  const longestMs = (task.at_latest ?? task.run_after).getTime() - ctx.now.getTime()
  const { rows } = await sql<{ id: number }>`
    INSERT INTO integration_task AS t (provider_id, target, target_id, topic, rule_id, action, message_id, object_key,
      shipment_id, about, parts, merge_key, is_test, run_after, time_created)
    VALUES (${ctx.provider_id}, ${task.target}, ${task.target_id}, ${task.topic}, ${task.rule_id ?? null},
      ${task.action ?? ''}, ${task.message_id}, ${task.object_key}, ${task.shipment_id}, ${JSON.stringify(task.about)}::jsonb,
      ${task.parts ?? []}::text[], ${task.merge_key ?? null}, ${task.is_test ?? false}, ${task.run_after}, ${ctx.now})
    ON CONFLICT (provider_id, merge_key) WHERE merge_key IS NOT NULL DO UPDATE SET
      parts = ARRAY(SELECT DISTINCT unnest(t.parts || excluded.parts) ORDER BY 1),
      about = t.about || excluded.about,
      run_after = LEAST(GREATEST(t.run_after, excluded.run_after), t.time_created + ${longestMs}::float8 * interval '1 millisecond')
    RETURNING id`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

const columns = sql`t.id, t.target, t.target_id, t.topic, t.rule_id, t.action, t.message_id, t.object_key, t.shipment_id,
  t.about, t.parts, t.body, t.is_test, t.status, t.attempts, t.lease_token, t.time_created`

/** A message as claimed by the process that sends it. */
export interface ClaimedTask {
  id: number
  target: Target
  target_id: number
  topic: string
  rule_id: number | null
  action: string
  message_id: string
  object_key: string
  shipment_id: number | null
  about: About
  parts: string[]
  body: string | null
  is_test: boolean
  status: DeliveryState
  attempts: number
  lease_token: string
  time_created: Date
  /** When this attempt started. */
  claimed_at: Date
}

/**
 * Claims due messages for the time of the lease. Skips messages whose destination is paused, and messages that wait
 * behind an earlier one about the same object, unless they have waited long enough for it. Nothing can be merged into
 * a claimed message.
 */
export async function claimTasks(
  ctx: Context,
  claim: { token: string; until: Date; limit: number },
): Promise<ClaimedTask[]> {
  const waitedSince = new Date(ctx.now.getTime() - order_timeout_ms)
  const { rows } = await sql<ClaimedTask>`
    UPDATE integration_task t SET leased_until = ${claim.until}, lease_token = ${claim.token}, attempts = t.attempts + 1, merge_key = NULL
    WHERE (t.provider_id, t.id) IN (
      SELECT w.provider_id, w.id FROM integration_task w
      WHERE w.status = 'waiting' AND w.run_after <= ${ctx.now} AND (w.leased_until IS NULL OR w.leased_until < ${ctx.now})
        AND NOT EXISTS (
          SELECT FROM integration_health h WHERE h.provider_id = w.provider_id AND h.target = w.target
            AND h.target_id = w.target_id AND h.paused_until > ${ctx.now})
        AND (w.time_created <= ${waitedSince} OR NOT EXISTS (
          SELECT FROM integration_task e WHERE e.provider_id = w.provider_id AND e.target = w.target AND e.target_id = w.target_id
            AND e.object_key = w.object_key AND e.id < w.id AND e.status = 'waiting'))
      ORDER BY w.run_after, w.id LIMIT ${claim.limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}, ${ctx.now}::timestamptz AS claimed_at`.execute(ctx.db)
  return rows.sort((one, other) => one.id - other.id)
}

/** Claims one message, whatever waits before it. */
export async function claimTask(
  ctx: Context,
  id: number,
  claim: { token: string; until: Date },
): Promise<ClaimedTask | undefined> {
  const { rows } = await sql<ClaimedTask>`
    UPDATE integration_task t SET leased_until = ${claim.until}, lease_token = ${claim.token}, attempts = t.attempts + 1, merge_key = NULL
    WHERE t.id = ${id} AND t.status = 'waiting' RETURNING ${columns}, ${ctx.now}::timestamptz AS claimed_at`.execute(
    ctx.db,
  )
  return rows[0]
}

/**
 * Makes messages due that wait beyond `wait_until`, ends leases beyond `lease_until`, and ends pauses of destinations
 * beyond `wait_until`. Returns the number of messages changed.
 */
export async function releaseFarTasks(
  ctx: Context,
  { wait_until, lease_until }: { wait_until: Date; lease_until: Date },
): Promise<number> {
  await ctx.db
    .updateTable('integration_health')
    .set({ paused_until: null })
    .where('paused_until', '>', wait_until)
    .execute()
  const { numUpdatedRows } = await ctx.db
    .updateTable('integration_task')
    .set((eb) => ({ run_after: eb.fn<Date>('least', ['run_after', eb.val(ctx.now)]), leased_until: null }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('integration_task')
        .select('id')
        .where('status', '=', 'waiting')
        .where((or) => or.or([or('run_after', '>', wait_until), or('leased_until', '>', lease_until)]))
        .orderBy('id')
        .forUpdate(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists the companies that have due messages. */
export async function providersWithDueTasks(db: Db): Promise<number[]> {
  const { rows } = await sql<{ provider_id: number }>`
    SELECT DISTINCT provider_id FROM integration_task WHERE status = 'waiting' AND run_after <= now()`.execute(
    db,
  )
  return rows.map((row) => row.provider_id)
}

/** Stores the body before it is sent, so that attempts after a crash send the same one. */
export async function storeBody(ctx: Context, task: ClaimedTask, body: string): Promise<void> {
  await ctx.db
    .updateTable('integration_task')
    .set({ body })
    .where('id', '=', task.id)
    .where('lease_token', '=', task.lease_token)
    .execute()
}

/** The result of an attempt. */
export interface Outcome {
  status: DeliveryState
  status_code: number | null
  answer: string
  duration_ms: number
  /** When a message that is still waiting is tried again. */
  run_after?: Date
}

/**
 * Stores the result of an attempt. Returns `false` when another process has claimed the message; nothing is stored
 * then.
 */
export async function endTry(ctx: Context, task: ClaimedTask, outcome: Outcome): Promise<boolean> {
  const { status, status_code, answer, duration_ms, run_after } = outcome
  const { numUpdatedRows } = await ctx.db
    .updateTable('integration_task')
    .set({
      status,
      status_code,
      answer,
      duration_ms,
      leased_until: null,
      lease_token: null,
      ...(run_after ? { run_after } : {}),
      ...(status === 'waiting' ? {} : { time_ended: ctx.now }),
    })
    .where('id', '=', task.id)
    .where('lease_token', '=', task.lease_token)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Queues messages that have ended, or that wait for their next attempt, for sending now; returns how many. */
export async function requeue(
  ctx: Context,
  ids: readonly number[],
  of?: { target: Target; target_ids: readonly number[] },
): Promise<number> {
  await lockHealthOf(ctx, ids)
  let query = ctx.db
    .selectFrom('integration_task')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where((eb) => eb.or([eb('lease_token', 'is', null), eb('leased_until', '<', ctx.now)]))
  if (of) query = query.where('target', '=', of.target).where('target_id', '=', anyOf(of.target_ids))
  const rows = await query.orderBy('id').forUpdate().execute()
  if (rows.length === 0) return 0
  await ctx.db
    .updateTable('integration_task')
    .set({ status: 'waiting', attempts: 0, run_after: ctx.now, time_ended: null })
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await endPauses(ctx, ids)
  return rows.length
}

/** Locks the health of the destinations of messages, before the messages are locked. */
async function lockHealthOf(ctx: Context, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM integration_health h WHERE (h.target, h.target_id) IN (
      SELECT t.target, t.target_id FROM integration_task t WHERE t.id = ANY(${ids}))
    ORDER BY h.target, h.target_id FOR UPDATE`.execute(ctx.db)
}

/**
 * Ends the pauses that delay these messages, and makes earlier waiting messages due, because the user reports that
 * the destination works again.
 */
async function endPauses(ctx: Context, ids: readonly number[]): Promise<void> {
  await sql`UPDATE integration_health h SET paused_until = NULL
    WHERE h.paused_until > ${ctx.now} AND (h.target, h.target_id) IN (
      SELECT t.target, t.target_id FROM integration_task t WHERE t.id = ANY(${ids}))`.execute(ctx.db)
  await sql`UPDATE integration_task SET run_after = ${ctx.now} WHERE id IN (
    SELECT e.id FROM integration_task e
    WHERE e.status = 'waiting' AND e.run_after > ${ctx.now} AND EXISTS (
      SELECT FROM integration_task t WHERE t.id = ANY(${ids}) AND t.target = e.target AND t.target_id = e.target_id
        AND t.object_key = e.object_key AND e.id < t.id)
    ORDER BY e.id FOR UPDATE)`.execute(ctx.db)
}

/** Drops the messages that wait for a removed or deactivated destination; locks its health first. */
export async function dropWaiting(
  ctx: Context,
  target: Target,
  targetId: number,
  reason: string,
): Promise<void> {
  await lockHealth(ctx, target, targetId)
  await ctx.db
    .updateTable('integration_task')
    .set({ status: 'dropped', answer: reason, time_ended: ctx.now, merge_key: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('integration_task')
        .select('id')
        .where('target', '=', target)
        .where('target_id', '=', targetId)
        .where('status', '=', 'waiting')
        .orderBy('id')
        .forUpdate(),
    )
    .execute()
}

/** Lists the messages of a destination, newest first. */
export async function listTasks(
  ctx: Context,
  filter: { target: Target; target_id: number; id?: number; status?: readonly DeliveryState[] | undefined },
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('integration_task as t')
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 't.provider_id').onRef('s.id', '=', 't.shipment_id'),
    )
    .leftJoin('integration_health as h', (join) =>
      join
        .onRef('h.provider_id', '=', 't.provider_id')
        .onRef('h.target', '=', 't.target')
        .onRef('h.target_id', '=', 't.target_id'),
    )
    .where('t.target', '=', filter.target)
    .where('t.target_id', '=', filter.target_id)
  if (filter.id !== undefined) query = query.where('t.id', '=', filter.id)
  if (filter.status?.length) query = query.where('t.status', '=', anyOf(filter.status))
  const [rows, { total }] = await Promise.all([
    query
      .selectAll('t')
      .select('h.paused_until')
      .select(
        sql<string | null>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as('reference'),
      )
      .orderBy('t.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}
export type TaskRow = Awaited<ReturnType<typeof listTasks>>['rows'][number]

/** Returns the destinations that messages belong to. */
export async function targetsOfTasks(ctx: Context, ids: readonly number[]) {
  return ctx.db
    .selectFrom('integration_task')
    .select(['id', 'target', 'target_id'])
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Health of a destination, with the time of its last response. */
export type StoredHealth = Health & { last_time: Date | null }

const healthy: StoredHealth = {
  consecutive_failures: 0,
  failing_since: null,
  paused_until: null,
  last_time: null,
}

/**
 * Returns the health of a destination, locked until the transaction ends, so that two concurrent responses count as
 * two.
 */
export async function lockHealth(ctx: Context, target: Target, targetId: number): Promise<StoredHealth> {
  const { rows } = await sql<StoredHealth>`
    INSERT INTO integration_health (provider_id, target, target_id) VALUES (${ctx.provider_id}, ${target}, ${targetId})
    ON CONFLICT (provider_id, target, target_id) DO UPDATE SET target = excluded.target
    RETURNING consecutive_failures, failing_since, paused_until, last_time`.execute(ctx.db)
  return rows[0] ?? healthy
}

export async function saveHealth(
  ctx: Context,
  target: Target,
  targetId: number,
  health: Health & { last_status_code?: number | null },
): Promise<void> {
  await ctx.db
    .updateTable('integration_health')
    .set({ ...health, last_time: ctx.now })
    .where('target', '=', target)
    .where('target_id', '=', targetId)
    .execute()
}
