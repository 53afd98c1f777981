import type { Driver } from '@waybill/domain/drivers/model'
import { Problem } from '@waybill/domain/kit/problem'
import { assignRequest, enterRequest, lockRequest } from '../../collections/index.ts'
import type { Context } from '../../kit/handler.ts'
import { lockShipment } from '../../shipments/index.ts'
import { assignShipment } from '../assign-leg.ts'
import { undoAssignment } from '../undo-assignment.ts'
import type { BeforeChange } from './plan-store.ts'
import { requireSeenDriver } from './require-seen-driver.ts'

type Move = BeforeChange['moves'][number]

/** A move that was made or rejected, with what it changed of the status. */
interface MovedVisit {
  /** `null` unless it was rejected. */
  rejection: string | null
  move: Move
}

/**
 * Moves a visit that is still with the driver from whom it is moved. A move with the effect of an earlier one undoes it:
 * the status from before comes back too, if nothing has changed it since.
 */
export async function moveVisit(
  ctx: Context,
  move: Move,
  driver: Driver | null,
  assignAnyway: boolean | undefined,
): Promise<MovedVisit> {
  const { leg, shipment_id, effect } = move
  try {
    await requireSeenDriver(ctx, move)
    if (shipment_id === null) return await moveRequest(ctx, move, driver, assignAnyway)
    if (effect) {
      await undoAssignment(ctx, await lockShipment(ctx, shipment_id), leg, effect, undone)
      return { rejection: null, move }
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { rejection: error.message, move }
  }
  const assigned = await assignShipment(ctx, { shipment_id, leg }, driver, assignAnyway)
  return { rejection: assigned.rejection, move: { ...move, effect: assigned.effect } }
}

const undone = 'The change of the dispatch board was undone.'

async function moveRequest(
  ctx: Context,
  move: Move,
  driver: Driver | null,
  assignAnyway: boolean | undefined,
): Promise<MovedVisit> {
  const { request_effect: former } = move
  const id = move.request_id ?? 0
  const { status: before, agent_id, failed_collection_attempts } = await lockRequest(ctx, id)
  const after = driver ? 'collection-assigned' : 'collection-unassigned'
  const rejection = await assignRequest(ctx, id, driver, assignAnyway)
  if (rejection === null && former && before === former.after && after !== former.before)
    await enterRequest(ctx, await lockRequest(ctx, id), {
      to: former.before,
      message: undone,
      is_public: false,
      changes: { agent_id: former.username || null, failed_collection_attempts },
    })
  return { rejection, move: { ...move, request_effect: { username: agent_id ?? '', before, after } } }
}
