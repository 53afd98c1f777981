import { isRecordable } from '@waybill/domain/cash/collecting'
import type { CashTaken } from '@waybill/domain/cash/cash-taken'
import type { DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { isDriver } from '@waybill/domain/kit/actor'
import { isTransient, Problem } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { answeredText } from '@waybill/domain/kit/answers/text-part'
import { recordCollection } from '../cash/index.ts'
import type { Context } from '../kit/handler.ts'
import { lockShipment, presentStatus, wasGivenTo, type ShipmentRow } from '../shipments/index.ts'
import { evidenceOf } from './action-rules.ts'
import { addEvidence } from './add-evidence.ts'
import { happenedAt } from './happened-at.ts'
import { PinRejectedProblem } from './prove-delivery.ts'
import { unrestricted } from '../kit/unrestricted.ts'

/** The result of a rejected action, with only what the driver may see of its shipment. */
export interface RejectedAction {
  shipment_id: number | null
  answer: ActionResult
}

/**
 * Stores the proof of a rejected action for staff, as an event that changes no status. A wrong PIN adds no event,
 * because it has been counted; attempts at a locked PIN add one event together. Shipments that were never assigned to
 * this driver stay hidden (docs/domain/reliability.md#field-events,
 * docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export async function storeEvidence(
  ctx: Context,
  action: DriverAction,
  shipmentId: number | null,
  problem: Problem,
): Promise<RejectedAction> {
  const known = shipmentId === null ? null : await reachedOrFormer(ctx, shipmentId)
  const reason = known?.is_former ? codedText('shipment_reassigned_kept') : problem
  const conflicting: ActionResult = {
    action_id: action.action_id,
    result: 'conflict',
    ...answeredText(reason),
    shipment_status: known && !known.is_former ? presentStatus(ctx, known.row) : null,
  }
  if (!known) return { shipment_id: null, answer: conflicting }
  const { cash } = action.payload ?? {}
  if (action.type === 'deliver' && cash) await keepMoney(ctx, known.row, action, cash, problem)
  if (isStoredForOffice(action, problem))
    await addEvidence(
      ctx,
      known.row,
      action,
      `The driver's action '${action.type}' was refused: ${problem.message}`,
    )
  return { shipment_id: known.row.id, answer: conflicting }
}

/**
 * Records money that a driver took although the delivery is rejected, because the driver has it. A number that cannot be
 * used leaves the report of the action as the only trace.
 */
async function keepMoney(
  ctx: Context,
  row: ShipmentRow,
  action: DriverAction,
  cash: CashTaken,
  problem: Problem,
): Promise<void> {
  if (!isDriver(ctx.actor) || !isRecordable(cash)) return
  const at = happenedAt(action, row.time_created, ctx.now)
  try {
    await recordCollection(ctx, row, cash, { at, refusal: problem.message })
  } catch (error) {
    if (!(error instanceof Problem) || isTransient(error)) throw error
  }
}

/**
 * Whether a rejected action is stored for staff. Of the attempts at a locked PIN, only the first one and those with
 * files are stored.
 */
function isStoredForOffice(action: DriverAction, problem: Problem): boolean {
  // Its photos are files of the shipment and not of an event.
  if (action.type === 'add-photos') return false
  if (!(problem instanceof PinRejectedProblem)) return true
  const { photos, signature } = evidenceOf(action)
  const bringsFiles = photos.length > 0 || signature !== ''
  return problem.verdict === 'locked' || (problem.verdict === 'still-locked' && bringsFiles)
}

/**
 * Returns the locked shipment when the caller can access it, or when it was once assigned to this driver; otherwise
 * `null`.
 */
async function reachedOrFormer(
  ctx: Context,
  id: number,
): Promise<{ row: ShipmentRow; is_former: boolean } | null> {
  const row = await lockedOrNull(ctx, id)
  if (row) return { row, is_former: false }
  if (!isDriver(ctx.actor) || !(await wasGivenTo(ctx, id, ctx.actor.username))) return null
  const former = await lockedOrNull(unrestricted(ctx), id)
  return former && { row: former, is_former: true }
}

async function lockedOrNull(ctx: Context, id: number): Promise<ShipmentRow | null> {
  try {
    return await lockShipment(ctx, id)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not_found') return null
    throw error
  }
}
