import type { CounterAction, counterApi } from '@waybill/domain/counter/api'
import type { CounterResult } from '@waybill/domain/counter/model'
import { compareCount } from '@waybill/domain/counter/stock'
import { conflict, isTransient, Problem } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { happenedAt, PinRejectedProblem } from '../drivers/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import type { PointRow } from '../pickup-points/index.ts'
import { applyAction } from './apply-action.ts'
import { requireWorkplace } from './counter-point.ts'
import { findAction, insertAction } from './counter-store.ts'
import { readStockParcels } from './read-stock.ts'

/**
 * Applies actions at a counter in the order in which they occurred, each in its own transaction. A refused action is
 * stored and does not affect the others; a repeated one returns its first result. A transient error stops the list;
 * the results before it are stored, and the device sends the list again (docs/domain/pickup-points.md#counter-screen).
 */
export const handOverAll: ExternalHandler<typeof counterApi.handOver> = async (
  ctx,
  { point_id, actions },
) => {
  const point = await ctx.inTransaction((tx) => requireWorkplace(tx, point_id))
  const results = new Map<string, CounterResult>()
  const inOrder = actions.toSorted((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime())
  for (const action of inOrder) results.set(action.action_id, await perform(ctx, point, action))
  return ctx.answer(async () => ({
    results: actions.flatMap(({ action_id }) => results.get(action_id) ?? []),
  }))
}

async function perform(ctx: ExternalContext, point: PointRow, action: CounterAction): Promise<CounterResult> {
  try {
    return await ctx.inTransaction((tx) => performOnce(tx, point, action))
  } catch (error) {
    if (!(error instanceof Problem) || isTransient(error)) throw error
    return ctx.inTransaction((tx) => storeRefused(tx, point, action, error))
  }
}

async function performOnce(ctx: Context, point: PointRow, action: CounterAction): Promise<CounterResult> {
  const earlier = await findAction(ctx, action.action_id)
  if (earlier) return earlier
  const { action_id } = action
  try {
    const applied: CounterResult =
      action.type === 'close-day'
        ? { action_id, result: 'applied', shipment_id: null, ...(await closeDay(ctx, point, action)) }
        : { action_id, result: 'applied', difference: null, ...(await applyAction(ctx, point, action)) }
    if (await saveAction(ctx, point, action, applied)) return applied
  } catch (error) {
    // Only the count of wrong PINs has been written so far, and it must be committed. The action is not stored: the
    // receiver may enter the PIN again, or show a document, under the same id.
    if (error instanceof PinRejectedProblem) return rejectionOf(action, error)
    throw error
  }
  // The same action was stored meanwhile; this transaction is rolled back, and the stored result applies.
  throw conflict('This action has already been recorded.')
}

/** Compares the parcels that must be at the point with those that were counted. */
async function closeDay(ctx: Context, point: PointRow, { counted = [] }: CounterAction) {
  const parcels = await readStockParcels(ctx, point.id)
  const difference = compareCount(
    parcels,
    counted.map((text) => cleanReference(text)),
  )
  const count = difference.missing.length + difference.unexpected.length
  const message =
    count === 0 ? 'The day is closed. Everything is here.' : `The day is closed with ${count} to clear up.`
  return { message, difference }
}

/** Stores a refused action, so that a repeat returns the same result; returns the stored one if there is one. */
async function storeRefused(
  ctx: Context,
  point: PointRow,
  action: CounterAction,
  problem: Problem,
): Promise<CounterResult> {
  const refused = rejectionOf(action, problem)
  if (await saveAction(ctx, point, action, refused)) return refused
  return (await findAction(ctx, action.action_id)) ?? refused
}

function rejectionOf({ action_id }: CounterAction, { message }: Problem): CounterResult {
  return { action_id, result: 'conflict', message, shipment_id: null, difference: null }
}

function saveAction(
  ctx: Context,
  point: PointRow,
  action: CounterAction,
  answer: CounterResult,
): Promise<boolean> {
  const { action_id, type, occurred_at: _occurredAt, pin, ...details } = action
  return insertAction(ctx, {
    action_id,
    type,
    point_id: point.id,
    shipment_id: answer.shipment_id,
    occurred_at: happenedAt(action, point.time_created, ctx.now),
    payload: { ...details, pin_given: Boolean(pin) },
    result: answer.result,
    answer,
  })
}
