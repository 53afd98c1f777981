import { anyOf } from '../kit/db.ts'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import type { Context } from '../kit/handler.ts'

/** An action as it is stored, applied or refused; the payload holds no PIN. */
export interface StoredAction {
  action_id: string
  username: string
  type: ActionType
  shipment_id: number | null
  occurred_at: Date
  payload: object
  result: 'applied' | 'conflict'
  answer: ActionResult
}

/** What was answered to this user's action before; `null` when it is new. */
export async function findAction(ctx: Context, action_id: string): Promise<ActionResult | null> {
  const row = await ctx.db
    .selectFrom('driver_action')
    .select('answer')
    .where('username', '=', ctx.actor.username)
    .where('action_id', '=', action_id)
    .executeTakeFirst()
  return (row?.answer as ActionResult | undefined) ?? null
}

/** When drivers last reported something, by user name; absent when never. */
export async function readLastReports(
  ctx: Context,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.db
    .selectFrom('driver_action')
    .select(({ fn }) => ['username', fn.max('time_received').as('at')])
    .where('username', '=', anyOf(usernames))
    .groupBy('username')
    .execute()
  return new Map(rows.map(({ username, at }) => [username, at]))
}

/** Stores an action with its answer; `false` when its user has sent one with this id before. */
export async function insertAction(ctx: Context, action: StoredAction): Promise<boolean> {
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
