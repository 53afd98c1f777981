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

/** What was answered to an action before; `null` when it is new. */
export async function findAction(ctx: Ctx, action_id: string): Promise<ActionResult | null> {
  const row = await ctx.db
    .selectFrom('driver_action')
    .select('answer')
    .where('action_id', '=', action_id)
    .executeTakeFirst()
  return (row?.answer as ActionResult | undefined) ?? null
}

/** Keeps an action with its answer; `false` when its id is taken. */
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
    .onConflict((conflict) => conflict.columns(['provider_id', 'action_id']).doNothing())
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
