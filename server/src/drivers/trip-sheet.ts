import type { driversApi } from '@waybill/domain/drivers/api'
import type { Driver, Stop, StopShipment, TripSheet } from '@waybill/domain/drivers/model'
import { tripsheet_unique_stops_alert_limit } from '@waybill/domain/drivers/settings'
import { branchLimit, isDriver, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { clockOf, dayOf } from '@waybill/domain/kit/wire'
import { listAccounts, readAddresses } from '../accounts/index.ts'
import { providerMap } from '../maps/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import {
  readParcels,
  readShipmentRows,
  presentStatus,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { readOdometer } from './action-store.ts'
import { findDriver } from './find-driver.ts'
import { groupStops, type Visit } from './group-stops.ts'
import { requestVisits } from './request-stops.ts'
import { listTripLegs, type TripLeg } from './trip-sheet-store.ts'

/**
 * The stops of a day: a driver gets the own ones whatever was asked, the office those of the driver it names or of
 * everybody (docs/domain/routing-and-drivers.md#trip-sheets). Staff limited to a branch see the stops of that branch
 * (PERM-050).
 */
export const readTripSheet: Handler<typeof driversApi.tripSheet> = async (ctx, input) => {
  const { actor } = ctx
  if (!isStaff(actor)) throw forbidden('Only drivers and our office may see trip sheets.')
  if (isDriver(actor) && input.driver && input.driver !== actor.username)
    throw notFound('Could not find this driver.')
  const username = isDriver(actor) ? actor.username : input.driver
  const driver = username ? await findDriver(ctx, username) : null
  if (username && !driver) throw notFound('Could not find this driver.')
  const date = input.date ?? dayOf(ctx.now)
  const today = dayOf(ctx.now)
  const about = {
    driver: driver?.username ?? null,
    date,
    is_over: date < today,
    branch_id: isDriver(actor) ? input.branch_id : (branchLimit(actor) ?? input.branch_id),
  }
  const legs = await listTripLegs(ctx, about)
  const map = await providerMap(ctx)
  const branch = map.branches.get(about.branch_id ?? driver?.branch_id ?? 0)
  const visits = [...(await visitsOf(ctx, legs)), ...(await requestVisits(ctx, about))]
  const stops = groupStops(visits, {
    date,
    branch:
      branch && branch.lat !== null && branch.lng !== null ? { lat: branch.lat, lng: branch.lng } : null,
    clock: date === today ? clockOf(ctx.now) : null,
  })
  if (isDriver(actor)) return sheetOf(ctx, driver, date, stops.map(withoutFinishedContacts))
  const sheet = sheetOf(ctx, driver, date, stops)
  return driver ? { ...sheet, odometer: await readOdometer(ctx, driver.username, date) } : sheet
}

function sheetOf(ctx: Context, driver: Driver | null, date: string, stops: readonly Stop[]): TripSheet {
  const shipments = stops.flatMap((stop) => stop.shipments)
  const parcels = shipments.flatMap((shipment) => shipment.parcels)
  const requests = stops.flatMap((stop) => stop.request ?? [])
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const kg = sum(parcels.map((parcel) => parcel.weight_kg)) + sum(requests.map((one) => one.expected_kg ?? 0))
  const inState = (state: Stop['state']) => stops.filter((stop) => stop.state === state).length
  return {
    driver,
    date,
    stops: [...stops],
    totals: {
      stops: shipments.length + requests.length,
      unique_stops: stops.length,
      parcels:
        parcels.length + sum(requests.map((one) => one.collected_parcels ?? one.expected_parcels ?? 0)),
      kg: Math.round(kg * 100) / 100,
      done: inState('done'),
      failed: inState('failed'),
      remaining: inState('to-do'),
    },
    is_over_stop_limit: stops.length > ctx.setting(tripsheet_unique_stops_alert_limit),
  }
}

async function visitsOf(ctx: Context, legs: readonly TripLeg[]): Promise<Visit[]> {
  const ids = [...new Set(legs.map((leg) => leg.shipment_id))]
  if (ids.length === 0) return []
  const rows = new Map((await readShipmentRows(ctx, ids)).map((row) => [row.id, row]))
  const addresses = await readAddresses(ctx, [
    ...new Set([...rows.values()].flatMap((row) => [row.collection_address_id, row.delivery_address_id])),
  ])
  const parcels = await readParcels(ctx, ids)
  const account_ids = [...new Set([...rows.values()].map((row) => row.account_id))]
  const accounts = await listAccounts(ctx, { id: account_ids }, { limit: account_ids.length, offset: 0 })
  const names = new Map(accounts.rows.map((account) => [account.id, account.name]))
  return legs.flatMap((leg): Visit[] => {
    const row = rows.get(leg.shipment_id)
    const address = row && addresses.get(row[`${leg.leg}_address_id`])
    if (!row || !address) return []
    const own = parcels.filter((parcel) => parcel.shipment_id === row.id && parcel.status !== 'cancelled')
    return [
      {
        username: leg.username,
        leg: leg.leg,
        state: leg.state,
        address,
        window_from: row[`${leg.leg}_after`],
        window_to: row[`${leg.leg}_before`],
        priority_level: row.priority_level,
        shipment: stopShipment(ctx, leg, row, own, names.get(row.account_id) ?? '', address.company),
        request: null,
      },
    ]
  })
}

function stopShipment(
  ctx: Context,
  { leg }: TripLeg,
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  account_name: string,
  company: string,
): StopShipment {
  const contact = row[`${leg}_contact`] as { name?: string; mobile_number?: string } | null
  const attempts = leg === 'collection' ? row.failed_collection_attempts : row.failed_delivery_attempts
  const point = row[`${leg}_pickup_point_id`]
  return {
    shipment_id: row.id,
    tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    status: presentStatus(ctx, row),
    account_name,
    service_level_code: row.service_level_code,
    pod_method: row.pod_method as StopShipment['pod_method'],
    has_pin: leg === 'delivery' && row.pod_method !== 'grv' && row.proof_of_delivery_pin_hashed !== null,
    is_return: row.is_return,
    special_instructions: row[`special_instructions_${leg}`],
    contact_name: contact?.name ?? '',
    contact_number: contact?.mobile_number ?? '',
    attempt_number: attempts + 1,
    pickup_point_id: point ?? '',
    pickup_point_name: point === null ? '' : company,
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      tracking_reference: parcel.tracking_reference,
      alternative_tracking_reference: parcel.alternative_tracking_reference ?? '',
      status: presentStatus(ctx, { ...row, status: parcel.status }),
      parcel_description: parcel.parcel_description,
      weight_kg: parcel.actual_weight_kg ?? parcel.submitted_weight_kg,
    })),
  }
}

/** A phone keeps no names and numbers of stops that are done (docs/domain/reliability.md#field-events). */
function withoutFinishedContacts(stop: Stop): Stop {
  if (stop.state !== 'done') return stop
  return {
    ...stop,
    request: stop.request && { ...stop.request, contact_name: '', contact_number: '' },
    shipments: stop.shipments.map((shipment) => ({ ...shipment, contact_name: '', contact_number: '' })),
  }
}
