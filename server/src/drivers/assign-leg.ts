import type { driversApi } from '@waybill/domain/drivers/api'
import type { Driver, Leg } from '@waybill/domain/drivers/model'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound, Problem, wrongState } from '@waybill/domain/kit/problem'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { isFor, statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context, Handler } from '../kit/handler.ts'
import {
  enterStatus,
  insertEvents,
  lockShipment,
  requireSuitable,
  updateShipment,
  workOf,
  type ShipmentRow,
} from '../shipments/index.ts'
import { findDriver } from './find-driver.ts'

/**
 * For each leg, the statuses that an assignment may change, the status it sets, and the status set when the driver is
 * unassigned.
 */
const rules = {
  collection: {
    assigned: 'collection-assigned',
    unassigned: 'collection-unassigned',
    from: [
      'submitted',
      'collection-assigned',
      'collection-unassigned',
      'collection-rejected',
      'collection-exception',
      'collection-failed-attempt',
    ],
  },
  delivery: {
    assigned: 'delivery-assigned',
    unassigned: 'delivery-unassigned',
    from: [
      'at-destination-hub',
      'returned-to-hub',
      'delivery-assigned',
      'delivery-unassigned',
      'delivery-rejected',
    ],
  },
} as const satisfies Record<
  Leg,
  { assigned: ShipmentStatus; unassigned: ShipmentStatus; from: readonly ShipmentStatus[] }
>

/**
 * Assigns a leg of several shipments to a driver, or unassigns the driver. Returns one result per shipment, so that
 * one rejected shipment does not affect the others (docs/domain/routing-and-drivers.md#drivers-by-area).
 */
export const assignLeg: Handler<typeof driversApi.assign> = async (ctx, input) => {
  const { shipment_ids, leg, username } = input
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may assign drivers.')
  const driver = username === '' ? null : await findDriver(ctx, username)
  if (username !== '' && (!driver || driver.deleted_date)) throw notFound('Could not find this driver.')
  const results = []
  for (const shipmentId of [...new Set(shipment_ids)].sort((one, other) => one - other)) {
    const rejection = await assignOne(ctx, shipmentId, leg, driver, input.assign_anyway)
    results.push({ shipment_id: shipmentId, assigned: rejection === null, message: rejection ?? '' })
  }
  return { results }
}

/**
 * Assigns one shipment; returns the reason when that is rejected, otherwise `null`. All rules are checked before
 * anything is written.
 */
async function assignOne(
  ctx: Context,
  id: number,
  leg: Leg,
  driver: Driver | null,
  assignAnyway: boolean | undefined,
): Promise<string | null> {
  try {
    const row = await lockShipment(ctx, id)
    rejectFinished(row, leg)
    const keeps = row[`${leg}_agent_id`] === driver?.username
    if (driver) await requireSuitable(ctx, driver, workOf(ctx, row, leg), keeps || assignAnyway)
    await assign(ctx, row, leg, driver)
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.message
  }
}

function rejectFinished(row: ShipmentRow, leg: Leg): void {
  const status = row.status
  const isOpen = isFor('active', status)
  const isOver = leg === 'collection' && !(rules.collection.from as readonly string[]).includes(status)
  if (isOpen && !isOver) return
  const reference = row.custom_tracking_reference ?? row.short_tracking_reference
  throw wrongState(`${reference} is ${statusLabel(status).toLowerCase()}: its ${leg} cannot be assigned.`)
}

async function assign(ctx: Context, row: ShipmentRow, leg: Leg, driver: Driver | null): Promise<void> {
  const { assigned, unassigned, from } = rules[leg]
  const username = driver?.username ?? null
  if (row[`${leg}_agent_id`] === username && row.status === (driver ? assigned : unassigned)) return
  const changes = {
    [`${leg}_agent_id`]: username,
    [`original_${leg}_agent_id`]: row[`original_${leg}_agent_id`] ?? username,
  }
  const waits = (from as readonly string[]).includes(row.status)
  const to = driver ? assigned : unassigned
  const moves = driver ? waits && row.status !== to : row.status === assigned
  const data = driver ? { driver: driver.username } : null
  if (moves) {
    await enterStatus(ctx, row, { to, changes, data })
    return
  }
  await updateShipment(ctx, row.id, changes)
  if (!driver) return
  const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
    { date: ctx.now, status: assigned, data, source: ctx.actor.username, is_public: false },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: trackingEventId,
    status: assigned,
    is_public: false,
  })
}
