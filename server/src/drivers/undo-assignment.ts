import type { Leg } from '@waybill/domain/drivers/model'
import { wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { mayChangeHands } from '@waybill/domain/shipments/statuses/assignment'
import type { Context } from '../kit/handler.ts'
import { enterStatus, lockShipment, readParcels, type ShipmentRow } from '../shipments/index.ts'
import { assignLeg, type AssignmentEffect } from './assign-leg.ts'

/**
 * Gives a leg of a locked shipment back to the driver from before, or to nobody, and restores the status if the assignment
 * changed it and nothing has since: a parcel that waited at the hub is not one that lost its driver, and a failed
 * collection did not succeed. `reason` is for the timeline of the company. Throws why that is not possible, before it
 * changes anything.
 */
export async function undoAssignment(
  ctx: Context,
  row: ShipmentRow,
  leg: Leg,
  effect: AssignmentEffect,
  reason: string,
): Promise<void> {
  const { username, before, after } = effect
  const isRestored = before !== after && row.status === after
  if (isRestored && before === 'outsourced')
    throw wrongState('It was taken back from another courier. Change it by itself.')
  if (isRestored && new Set(effect.parcels.map(({ status }) => status)).size > 1)
    throw wrongState('Its parcels had different statuses. Change it by itself.')
  const parcels = isRestored ? await readParcels(ctx, [row.id]) : []
  const changed = new Set(effect.parcels.map(({ id }) => id))
  const moving = parcels.filter(({ id, status }) => changed.has(id) && status === after)
  const restore = (locked: ShipmentRow) =>
    enterStatus(ctx, locked, {
      to: before,
      is_internal: true,
      internal_message: reason,
      is_release: true,
      ...(moving.length > 0 ? { parcel_ids: moving.map(({ id }) => id) } : {}),
      changes: { [`${leg}_agent_id`]: username || null },
    })
  // Without a driver, an assigned shipment would become an unassigned one, which is a problem.
  if (isRestored && username === '') {
    const statuses = parcels.map(({ status }) => status)
    ensure(
      mayChangeHands(leg, statuses, false, row.custom_tracking_reference ?? row.short_tracking_reference),
    )
    await restore(row)
    return
  }
  const { results } = await assignLeg(ctx, { shipment_ids: [row.id], leg, username, assign_anyway: true })
  const rejection = results.find(({ assigned }) => !assigned)
  if (rejection) throw wrongState(rejection.message)
  if (!isRestored) return
  // The driver comes first, because one who gets a waiting shipment makes it assigned.
  const assigned = await lockShipment(ctx, row.id)
  if (assigned.status !== before) await restore(assigned)
}
