import type { ActionResult } from '@waybill/domain/drivers/model'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** An action as it is kept, applied or refused; the payload holds no PIN. */
export interface KeptAction {
  action_id: string
  username: string
  type: string
  shipment_id: number | null
  occurred_at: Date
  payload: object
  result: 'applied' | 'conflict'
  answer: ActionResult
}

/** What was answered to this user's action before; `null` when it is new. */
export async function findAction(ctx: Ctx, action_id: string): Promise<ActionResult | null> {
  const row = await ctx.db
    .selectFrom('driver_action')
    .select('answer')
    .where('username', '=', ctx.actor.username)
    .where('action_id', '=', action_id)
    .executeTakeFirst()
  return (row?.answer as ActionResult | undefined) ?? null
}

/** Keeps an action with its answer; `false` when its user has sent one with this id before. */
export async function keepAction(ctx: Ctx, action: KeptAction): Promise<boolean> {
  const row = await ctx.db
    .insertInto('driver_action')
    .values({
      provider_id: ctx.provider_id,
      ...action,
      payload: JSON.stringify(action.payload),
      answer: JSON.stringify(action.answer),
      time_received: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'username', 'action_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a shipment was ever in this driver's hands: named by an assignment, or by an event of the driver's own. */
export async function wasGivenTo(ctx: Ctx, shipment_id: number, username: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    SELECT EXISTS (SELECT 1 FROM shipment WHERE id = ${shipment_id}
        AND ${username} IN (original_collection_agent_id, original_delivery_agent_id))
      OR EXISTS (SELECT 1 FROM tracking_event WHERE shipment_id = ${shipment_id}
        AND (source = ${username} OR data ->> 'driver' = ${username})) AS was`.execute(ctx.db)
  return rows[0]?.was ?? false
}

/** Whether a collection request was ever in this driver's hands, by its history. */
export async function wasRequestGivenTo(ctx: Ctx, request_id: number, username: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    SELECT EXISTS (SELECT 1 FROM collection_request_event WHERE request_id = ${request_id}
      AND (source = ${username} OR data ->> 'driver' = ${username})) AS was`.execute(ctx.db)
  return rows[0]?.was ?? false
}

/** What came of a PIN; `tries_left` before entry is locked. */
export interface PinVerdict {
  verdict: 'right' | 'wrong' | 'locked'
  tries_left: number
}

/**
 * Judges a delivery PIN and counts it when it is wrong, in one statement, so that of any number at the same moment only
 * `most` are judged. Wrong ones in a row, each within `lock_minutes` of the one before, lock entry for that long.
 */
export async function judgePin(
  ctx: Ctx,
  {
    shipment_id,
    digest,
    most,
    lock_minutes,
  }: {
    shipment_id: number
    digest: string
    most: number
    lock_minutes: number
  },
): Promise<PinVerdict> {
  const { rows } = await sql<PinVerdict>`
    WITH known AS (
      SELECT id, proof_of_delivery_pin_hashed = ${digest} AS is_right,
        CASE WHEN pod_pin_locked_until > ${ctx.now} THEN pod_pin_failures ELSE 0 END AS failures
      FROM shipment WHERE id = ${shipment_id} FOR UPDATE),
    counted AS (
      UPDATE shipment s SET pod_pin_failures = known.failures + 1,
        pod_pin_locked_until = ${ctx.now}::timestamptz + make_interval(mins => ${lock_minutes}),
        version = s.version + 1, modified_by = ${ctx.actor.username}, time_modified = ${ctx.now}
      FROM known WHERE s.id = known.id AND known.failures < ${most} AND known.is_right IS NOT TRUE
      RETURNING s.pod_pin_failures)
    SELECT CASE WHEN failures >= ${most} THEN 'locked' WHEN is_right THEN 'right' ELSE 'wrong' END AS verdict,
      ${most} - coalesce((SELECT pod_pin_failures FROM counted), failures) AS tries_left
    FROM known`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error(`Shipment ${shipment_id} vanished while its PIN was judged.`)
  return row
}
