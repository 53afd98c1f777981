import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { DayArea, dayDriversApi, DayDriver } from '@waybill/domain/maps/day-drivers-api'
import { mayGiveArea } from '@waybill/domain/maps/day-drivers'
import { areasChanged } from '@waybill/domain/maps/events'
import { listDrivers, listPeople } from '../../identity/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { driverOf, providerMap, type MapZone } from '../provider-map.ts'
import { deleteDayDriver, listDayDrivers, saveDayDriver, type StoredDayDriver } from './day-driver-store.ts'
import { listZones, lockZone } from './zone-store.ts'

/** Returns who drives in the areas on a day. Branch-limited staff see those of their branch (PERM-050). */
export const readDayDrivers: Handler<typeof dayDriversApi.list> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the areas of drivers.')
  const branchId = branchLimit(ctx.actor) ?? input.branch_id
  const zones = (await listZones(ctx)).filter(
    (zone) =>
      zone.kind === 'drivers' &&
      zone.is_active &&
      (branchId === undefined || zone.branch_id === branchId) &&
      (input.zone_id === undefined || zone.id === input.zone_id),
  )
  const date = input.date ?? dayOf(ctx.now)
  const { areas, given } = await presentAreas(ctx, zones, date)
  const { branches } = await providerMap(ctx)
  const drivers = (await listDrivers(ctx)).filter(
    ({ deleted_date, disabled_date, branch_id }) =>
      deleted_date === null && disabled_date === null && (branchId === undefined || branch_id === branchId),
  )
  return {
    date,
    areas: areas.toSorted((one, other) => one.name.localeCompare(other.name)),
    given,
    drivers: drivers.map(({ username, name, branch_id, on_duty }) => ({
      username,
      name: name || username,
      branch_name: branches.get(branch_id ?? 0)?.public_name ?? '',
      on_duty,
    })),
  }
}

/**
 * Gives an area to another driver for a day, or back to its usual drivers. Work that has not been dispatched follows
 * after the commit (docs/domain/routing-and-drivers.md#areas-by-day).
 */
export const giveArea: Handler<typeof dayDriversApi.give> = async (ctx, { zone_id, day, username }) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may assign drivers.')
  const zone = await lockZone(ctx, zone_id)
  if (zone?.kind !== 'drivers') throw notFound('Could not find this area.')
  const driver = username === '' ? null : (await listDrivers(ctx)).find((one) => one.username === username)
  if (driver === undefined) throw notFound('Could not find this driver.')
  ensure(
    mayGiveArea(ctx.actor, {
      day,
      today: dayOf(ctx.now),
      area: zone,
      driver: driver && {
        name: driver.name || driver.username,
        branch_id: driver.branch_id,
        is_removed: driver.deleted_date !== null || driver.disabled_date !== null,
        licence_expiry: driver.licence_expiry,
      },
    }),
  )
  const given = (await listDayDrivers(ctx, day)).find((row) => row.zone_id === zone_id && row.day === day)
  const before = given ? [given.username] : driver ? zone.drivers : []
  if (driver) await saveDayDriver(ctx, { zone_id, day, username: driver.username, user_id: driver.id })
  else await deleteDayDriver(ctx, zone_id, day)
  await ctx.emit(areasChanged, { zones: [zone.name], day, former: before.filter((one) => one !== username) })
  const [area] = (await presentAreas(ctx, [zone], day)).areas
  if (!area) throw new Error(`Area ${zone_id} could not be read back.`)
  return area
}

/** Returns areas as they are on a day, and the days from today on for which they are given to other drivers. */
async function presentAreas(
  ctx: Context,
  zones: readonly MapZone[],
  date: string,
): Promise<{ areas: DayArea[]; given: DayDriver[] }> {
  const today = dayOf(ctx.now)
  const ids = new Set(zones.map(({ id }) => id))
  const stored = (await listDayDrivers(ctx, date < today ? date : today)).filter(({ zone_id }) =>
    ids.has(zone_id),
  )
  const names = new Map((await listPeople(ctx)).map(({ username, name }) => [username, name || username]))
  const person = (username: string) => ({ username, name: names.get(username) ?? username })
  const present = ({ given_by, username, ...row }: StoredDayDriver): DayDriver => ({
    ...row,
    ...person(username),
    given_by_name: names.get(given_by) ?? given_by,
  })
  const map = await providerMap(ctx)
  const areas = zones.map((zone): DayArea => {
    const given = stored.find(({ zone_id, day }) => zone_id === zone.id && day === date)
    const username = driverOf({ ...map, day_drivers: new Map() }, zone, date)
    const decided = given?.username ?? username
    return {
      zone_id: zone.id,
      name: zone.name,
      branch_name: map.branches.get(zone.branch_id ?? 0)?.public_name ?? '',
      routing_number: zone.routing_number,
      usual: zone.drivers.map(person),
      driver: decided === null ? null : person(decided),
      given: given ? present(given) : null,
    }
  })
  return { areas, given: stored.filter(({ day }) => day >= today).map(present) }
}
