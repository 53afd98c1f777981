import type { driversApi } from '@waybill/domain/drivers/api'
import type { Driver, Leg } from '@waybill/domain/drivers/model'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { mayAssign, mayChangeHands, statusOnAssignment } from '@waybill/domain/shipments/statuses/assignment'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context, Handler } from '../kit/handler.ts'
import {
  enterStatus,
  insertEvents,
  lockShipment,
  readParcels,
  requireSuitable,
  updateShipment,
  workOf,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { findDriver } from './find-driver.ts'

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
    const { rejection } = await assignShipment(
      ctx,
      { shipment_id: shipmentId, leg },
      driver,
      input.assign_anyway,
    )
    results.push({ shipment_id: shipmentId, assigned: rejection === null, message: rejection ?? '' })
  }
  return { results }
}

/** What giving a leg to a driver, or to nobody, changed beside the driver. */
export interface AssignmentEffect {
  /** Who had the leg before, also who rejected it; `''` for nobody. */
  username: string
  before: ShipmentStatus
  after: ShipmentStatus
  /** The parcels whose status changed, with their status before. */
  parcels: readonly { id: number; status: ShipmentStatus }[]
}

/** The result of assigning a leg: the reason when it was rejected, otherwise `null`, and what it changed of the status. */
interface Assigned {
  rejection: string | null
  effect: AssignmentEffect | null
}

/** Assigns a leg of one shipment. All rules are checked before anything is written. */
export async function assignShipment(
  ctx: Context,
  { shipment_id: id, leg }: { shipment_id: number; leg: Leg },
  driver: Driver | null,
  assignAnyway: boolean | undefined,
): Promise<Assigned> {
  try {
    const [row, parcels] = await Promise.all([lockShipment(ctx, id), readParcels(ctx, [id])])
    const name = row.custom_tracking_reference ?? row.short_tracking_reference
    ensure(mayAssign(leg, row, name))
    const keeps = row[`${leg}_agent_id`] === (driver?.username ?? null)
    const statuses = parcels.map(({ status }) => status)
    if (!keeps) ensure(mayChangeHands(leg, statuses, driver !== null, name))
    if (driver) await requireSuitable(ctx, driver, workOf(ctx, row, leg), keeps || assignAnyway)
    return { rejection: null, effect: await assign(ctx, row, parcels, leg, driver) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { rejection: error.message, effect: null }
  }
}

/**
 * Returns what was changed of the status. Parcels that do not wait for this leg, such as those that a driver has collected
 * already, stay where they are.
 */
async function assign(
  ctx: Context,
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  leg: Leg,
  driver: Driver | null,
): Promise<AssignmentEffect | null> {
  const username = driver?.username ?? null
  const to = statusOnAssignment(leg, row, driver !== null)
  if (row[`${leg}_agent_id`] === username && row.status === to) return null
  const changes = {
    [`${leg}_agent_id`]: username,
    [`original_${leg}_agent_id`]: row[`original_${leg}_agent_id`] ?? username,
    ...(row.status === 'outsourced' && to !== row.status ? { outsourced_to: null } : {}),
  }
  const data = driver ? { driver: driver.username } : null
  if (row.status !== to) {
    const moving = parcels.filter(
      ({ status }) => statusOnAssignment(leg, { ...row, status }, driver !== null) === to,
    )
    const parcelIds = moving.map(({ id }) => id)
    const entered = await enterStatus(ctx, row, {
      to,
      changes,
      data,
      ...(moving.length > 0 ? { parcel_ids: parcelIds } : {}),
    })
    return {
      username: row[`${leg}_agent_id`] ?? '',
      before: entered.from,
      after: entered.to,
      parcels: moving.map(({ id, status }) => ({ id, status })),
    }
  }
  await updateShipment(ctx, row.id, changes)
  if (!driver) return null
  const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
    { date: ctx.now, status: `${leg}-assigned`, data, source: ctx.actor.username, is_public: false },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: trackingEventId,
    status: `${leg}-assigned`,
    is_public: false,
  })
  return null
}
