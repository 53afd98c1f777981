import type { dutyChanged } from '@waybill/domain/identity/users-and-roles/users-events'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { areasChanged } from '@waybill/domain/maps/events'
import { assignRequest, lockRequest } from '../../collections/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { place, providerMap } from '../../maps/index.ts'
import { lockShipment, updateShipment } from '../../shipments/index.ts'
import { assignShipment } from '../assign-leg.ts'
import { findDriver } from '../find-driver.ts'
import {
  listAreaWork,
  open_collection,
  open_delivery,
  open_request,
  readNightlyDay,
  saveNightlyDay,
  type AreaWork,
} from './area-work-store.ts'

/** Visits assigned per transaction, so that their locks are short. */
const portion = 25
/** The time from which the work of the day is assigned, South African time. */
const nightly_from = '04:00'

/** Work with the driver and area that it should get. */
interface Target {
  work: AreaWork
  username: string
  zone: { name: string; routing_number: string }
}

/**
 * Has the work of a driver's areas assigned again when the driver goes on duty, which gets work that nobody has, or off
 * duty, which passes on work of today.
 */
export async function followDuty(
  ctx: Context,
  { username, on_duty }: PayloadOf<typeof dutyChanged>,
): Promise<void> {
  await ctx.emit(areasChanged, { zones: null, day: dayOf(ctx.now), former: on_duty ? [] : [username] })
}

/**
 * Assigns the work of today that nobody has, once a day: at 04:00, or at the first run after it when no process ran then
 * or the run failed (docs/domain/routing-and-drivers.md#areas-by-day). A new company starts with its second day.
 */
export async function assignNightly(ctx: ExternalContext): Promise<void> {
  if (clockOf(ctx.now) < nightly_from) return
  const day = dayOf(ctx.now)
  const last = await ctx.inTransaction(readNightlyDay)
  if (last === day) return
  if (last !== null) await assignAreas(ctx, { zones: null, day, former: [] })
  await ctx.inTransaction((inner) => saveNightlyDay(inner, day))
}

/**
 * Gives work that has not been dispatched to the drivers of its areas: work that nobody has, and work of the drivers who
 * had the areas until now. Work that someone gave to other drivers stays.
 */
export async function assignAreas(
  ctx: ExternalContext,
  { zones, day, former }: PayloadOf<typeof areasChanged>,
): Promise<void> {
  const targets = await ctx.inTransaction(async (inner) => {
    const map = await providerMap(inner)
    const work = await listAreaWork(inner, { day, today: dayOf(inner.now), agents: former })
    return work.flatMap((one): Target[] => {
      const { agent, driver_zone: zone } = place(map, one, one.leg, one)
      const isNamed = zones === null || zones.includes(one.zone ?? '') || zones.includes(zone?.name ?? '')
      const isFree = one.agent === null || isNamed
      return zone && agent !== null && agent !== one.agent && isFree
        ? [{ work: one, username: agent, zone }]
        : []
    })
  })
  for (let at = 0; at < targets.length; at += portion)
    await ctx.inTransaction(async (inner) => {
      for (const target of targets.slice(at, at + portion)) await assignWork(inner, target)
    })
}

/** Assigns work unless someone else has changed it since it was read. */
async function assignWork(ctx: Context, { work, username, zone }: Target): Promise<void> {
  const { leg, shipment_id, request_id } = work
  const driver = await findDriver(ctx, username)
  if (!driver || driver.deleted_date) return
  if (shipment_id === null) {
    const row = await lockRequest(ctx, request_id ?? 0)
    if (row.agent_id === work.agent && open_request.includes(row.status))
      await assignRequest(ctx, row.id, driver, true)
    return
  }
  const row = await lockShipment(ctx, shipment_id)
  const statuses = leg === 'collection' ? open_collection : open_delivery
  if (row[`${leg}_agent_id`] !== work.agent || !statuses.includes(row.status)) return
  const { rejection } = await assignShipment(ctx, { shipment_id, leg }, driver, true)
  if (rejection === null && row[`${leg}_agent_zone`] !== zone.name)
    await updateShipment(ctx, shipment_id, {
      [`${leg}_agent_zone`]: zone.name,
      [`${leg}_agent_routing_number`]: zone.routing_number,
    })
}
