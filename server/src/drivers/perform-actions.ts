import type { DriverAction, driversApi } from '@waybill/domain/drivers/api'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { isDriver, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid, isTransient, Problem } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { answeredText } from '@waybill/domain/kit/answers/text-part'
import { lockRequest, readRequestRows, wasRequestGivenTo } from '../collections/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import {
  attachFiles,
  findByReference,
  lockShipment,
  presentStatus,
  type AddedFiles,
  type FoundPlace,
} from '../shipments/index.ts'
import { findAction, insertAction, type StoredAction } from './action-store.ts'
import { addShipment, deliveryOf, spotOf } from './add-on-spot.ts'
import { photosOf } from './add-photos.ts'
import { applyAction } from './apply-action.ts'
import { applyRequestAction, storeRequestEvidence } from './apply-request-action.ts'
import { driveManifest, isManifestAction } from './drive-manifest.ts'
import { followProgress } from './plan/recompute.ts'
import { applyDuty, isDutyAction } from './duty/apply-duty.ts'
import { markSeen } from './duty/mark-seen.ts'
import { raiseAlarm } from './duty/raise-alarm.ts'
import { withEvidence } from './evidence/check-evidence.ts'
import { markRead, receiveFromDriver } from './messages/messages.ts'
import { storeEvidence } from './store-rejected.ts'
import { PinRejectedProblem } from './prove-delivery.ts'
import { unrestricted } from '../kit/unrestricted.ts'

/** Thrown when another request with the same action id was faster; its result applies. */
class AlreadyDone extends Error {}

/**
 * Applies driver actions in the order in which they occurred, alarms first, each in a separate transaction. A rejected action has
 * its proof stored and does not affect the others; a repeated action returns its first result
 * (docs/domain/reliability.md#field-events, docs/domain/routing-and-drivers.md#what-drivers-report). A transient
 * error stops the list; the results before it are stored, and the phone sends the list again.
 */
export const performActions: ExternalHandler<typeof driversApi.actions> = async (
  ctx,
  { actions, seen = [], read_messages = [] },
) => {
  if (!isStaff(ctx.actor)) throw forbidden(codedText('only_staff'))
  const results = new Map<number, ActionResult>()
  for (const [position, action] of inOrder(actions)) results.set(position, await perform(ctx, action))
  return ctx.answer(async (inner) => {
    if (isDriver(ctx.actor)) await followProgress(inner)
    await markSeen(inner, seen)
    await markRead(inner, read_messages)
    return { results: actions.flatMap((_action, position) => results.get(position) ?? []) }
  })
}

function inOrder(actions: readonly DriverAction[]): [number, DriverAction][] {
  const rank = ({ type }: DriverAction): number => (type === 'panic' ? 0 : 1)
  return [...actions.entries()].sort(
    ([, one], [, other]) =>
      rank(one) - rank(other) || one.occurred_at.getTime() - other.occurred_at.getTime(),
  )
}

async function perform(ctx: ExternalContext, action: DriverAction): Promise<ActionResult> {
  try {
    const given = { delivery: await deliveryOf(ctx, action), photos: await photosOf(ctx, action) }
    return await ctx.inTransaction((inner) =>
      withEvidence(inner, action, () => performOnce(inner, action, given)),
    )
  } catch (error) {
    return onFault(ctx, action, error)
  }
}

async function onFault(ctx: ExternalContext, action: DriverAction, error: unknown): Promise<ActionResult> {
  if (error instanceof AlreadyDone) return ctx.inTransaction((inner) => firstAnswer(inner, action))
  if (!(error instanceof Problem) || isTransient(error)) throw error
  try {
    return await ctx.inTransaction((inner) =>
      withEvidence(inner, action, () => rejectAction(inner, action, error)),
    )
  } catch (twin) {
    if (!(twin instanceof AlreadyDone)) throw twin
    return ctx.inTransaction((inner) => firstAnswer(inner, action))
  }
}

async function performOnce(
  ctx: Context,
  action: DriverAction,
  { delivery, photos }: { delivery: FoundPlace | null; photos: AddedFiles | null },
): Promise<ActionResult> {
  const applied: ActionResult = {
    action_id: action.action_id,
    result: 'applied',
    message: '',
    shipment_status: null,
  }
  const withoutStop =
    action.type === 'panic' ? raiseAlarm : action.type === 'message' ? receiveFromDriver : null
  if (withoutStop) {
    const earlier = await findAction(ctx, action.action_id)
    if (earlier) return repeated(earlier)
    await withoutStop(ctx, action)
    saveAction(ctx, action, null, applied)
    return applied
  }
  if (isDutyAction(action.type)) {
    const earlier = await findAction(ctx, action.action_id)
    if (earlier) return repeated(earlier)
    const answer = { ...applied, ...(await applyDuty(ctx, action, action.type)) }
    saveAction(ctx, action, null, answer)
    return answer
  }
  if (delivery) return performAdding(ctx, action, delivery, applied)
  if (photos) {
    const earlier = await findAction(ctx, action.action_id)
    if (earlier) return repeated(earlier)
    await attachFiles(ctx, photos)
    saveAction(ctx, action, photos.shipment_id, applied)
    return applied
  }
  if (action.collection_request_id !== undefined)
    return performOnRequest(ctx, action, action.collection_request_id, applied)
  if (isManifestAction(action.type)) {
    const earlier = await findAction(ctx, action.action_id)
    if (earlier) return repeated(earlier)
    const answer = { ...applied, message: await driveManifest(ctx, action, action.type) }
    saveAction(ctx, action, null, answer)
    return answer
  }
  const id = await shipmentOf(ctx, action)
  if (id === null)
    throw invalid(codedText('which_shipment'), [{ field: 'shipment_id', message: 'is required' }])
  const [row, earlier] = await Promise.all([lockShipment(ctx, id), findAction(ctx, action.action_id)])
  if (earlier) return repeated(earlier)
  try {
    await applyAction(ctx, row, action)
  } catch (error) {
    // Only the PIN failure count has been written so far. It must be committed together with the rejection.
    if (error instanceof PinRejectedProblem) return rejectAction(ctx, action, error)
    throw error
  }
  const answer = { ...applied, shipment_status: presentStatus(ctx, await lockShipment(ctx, id)) }
  saveAction(ctx, action, id, answer)
  return answer
}

/** Adds a shipment at a stop, once; the result message contains its reference. */
async function performAdding(
  ctx: Context,
  action: DriverAction,
  delivery: FoundPlace,
  applied: ActionResult,
): Promise<ActionResult> {
  const spot = await spotOf(ctx, action)
  const earlier = await findAction(ctx, action.action_id)
  if (earlier) return repeated(earlier)
  const reference = await addShipment(ctx, spot, action, delivery)
  const answer = { ...applied, message: `${reference} added` }
  saveAction(ctx, action, action.shipment_id ?? null, answer)
  return answer
}

/**
 * Applies an action to a collection request. The result has no `shipment_status`, because the action concerns no
 * single shipment.
 */
async function performOnRequest(
  ctx: Context,
  action: DriverAction,
  id: number,
  applied: ActionResult,
): Promise<ActionResult> {
  const row = await lockRequest(ctx, id)
  const earlier = await findAction(ctx, action.action_id)
  if (earlier) return repeated(earlier)
  const notice = await applyRequestAction(ctx, row, action)
  const answer = { ...applied, ...(notice ? answeredText(notice) : {}) }
  saveAction(ctx, action, null, answer)
  return answer
}

/** Stores a rejected action and its proof, so that a repeat returns the same result. */
async function rejectAction(ctx: Context, action: DriverAction, problem: Problem): Promise<ActionResult> {
  const earlier = await findAction(ctx, action.action_id)
  if (earlier) return repeated(earlier)
  if (action.collection_request_id !== undefined)
    return rejectOnRequest(ctx, action, action.collection_request_id, problem)
  const { shipment_id, answer } = await storeEvidence(ctx, action, await shipmentOf(ctx, action), problem)
  saveAction(ctx, action, shipment_id, answer)
  return answer
}

/**
 * Rejects an action on a collection request. The proof is stored in the history of the request when the request is,
 * or once was, assigned to the driver; other requests stay hidden.
 */
async function rejectOnRequest(
  ctx: Context,
  action: DriverAction,
  id: number,
  problem: Problem,
): Promise<ActionResult> {
  const [own] = await readRequestRows(ctx, [id])
  const [former] = own ? [] : await readRequestRows(unrestricted(ctx), [id])
  const wasGiven = former !== undefined && (await wasRequestGivenTo(ctx, id, ctx.actor.username))
  const known = own ?? (wasGiven ? former : undefined)
  const reason = own || !wasGiven ? problem : codedText('collection_reassigned_kept')
  const answer: ActionResult = {
    action_id: action.action_id,
    result: 'conflict',
    ...answeredText(reason),
    shipment_status: null,
  }
  if (known) await storeRequestEvidence(ctx, known, action, problem.message)
  saveAction(ctx, action, null, answer)
  return answer
}

async function firstAnswer(ctx: Context, action: DriverAction): Promise<ActionResult> {
  const earlier = await findAction(ctx, action.action_id)
  if (!earlier) throw new Error(`Action ${action.action_id} was accepted but cannot be found.`)
  return repeated(earlier)
}

/** A conflict stays a conflict: the phone may have missed the first answer, and the driver must know. */
function repeated(earlier: ActionResult): ActionResult {
  return earlier.result === 'conflict' ? earlier : { ...earlier, result: 'duplicate' }
}

/**
 * Returns the id of the shipment that an action names, by id or by a parcel. Access to the shipment is checked when
 * it is locked.
 */
async function shipmentOf(ctx: Context, action: DriverAction): Promise<number | null> {
  if (action.shipment_id !== undefined) return action.shipment_id
  const [reference] = action.parcel_references ?? []
  if (reference === undefined) return null
  const [found] = await findByReference(ctx, cleanReference(reference), false)
  return found?.shipment_id ?? null
}

function saveAction(
  ctx: Context,
  action: DriverAction,
  shipmentId: number | null,
  answer: ActionResult,
): void {
  const { action_id, type, occurred_at, ...rest } = action
  const { pin, ...details } = action.payload ?? {}
  const stored: StoredAction = {
    action_id,
    type,
    occurred_at,
    username: ctx.actor.username,
    shipment_id: shipmentId,
    payload: { ...rest, payload: { ...details, pin_given: Boolean(pin) } },
    result: answer.result === 'conflict' ? 'conflict' : 'applied',
    answer,
  }
  insertAction(ctx, stored, () => new AlreadyDone())
}
