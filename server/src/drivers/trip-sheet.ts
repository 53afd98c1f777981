import type { driversApi } from '@waybill/domain/drivers/api'
import type { Leg, PlanMark, Stop, StopShipment } from '@waybill/domain/drivers/model'
import { driver_can_see_prices } from '@waybill/domain/drivers/settings'
import { withPerson } from '@waybill/domain/shipments/receiver/authorised-person'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import { tripsheet_unique_stops_alert_limit } from '@waybill/domain/shipments/settings'
import { branchLimit, isDriver, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { readAccounts, readAddresses } from '../accounts/index.ts'
import { readDriverPlaces, type DriverPlace } from '../lockers/index.ts'
import { listPeople } from '../identity/index.ts'
import { readDue } from '../cash/index.ts'
import type { BaseContext, Context, Handler } from '../kit/handler.ts'
import { unrestricted } from '../kit/unrestricted.ts'
import {
  readParcels,
  readShipmentRows,
  presentStatus,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { readOdometer } from './action-store.ts'
import { readOwnDay } from './duty/read-own-day.ts'
import { shownNumber } from './calls/callable-contact.ts'
import { findDriver } from './find-driver.ts'
import { readOwnMessages } from './messages/messages.ts'
import { countStates, planStops, type PlannedStop } from './group-stops.ts'
import { branchPoint, receiverWindowOf } from './plan/driver-day.ts'
import { readPlans, type StoredPlan } from './plan/plan-store.ts'
import { presentRouting } from './plan/present-plan.ts'
import { readStopRequests } from './request-stops.ts'
import { listTripVisits, listVisitLoads, totalLoad, type TripVisit } from './trip-sheet-store.ts'

/** Maximum number of stops per response for all drivers; the sheet of one driver is always complete. */
const max_stops = 500

/**
 * Returns the stops of a day. A driver gets their own stops. Staff get the stops of the given driver, or of all
 * drivers in pages with totals over all stops (docs/domain/routing-and-drivers.md#trip-sheets). Branch-limited staff
 * see the stops of their branch (PERM-050).
 */
export const readTripSheet: Handler<typeof driversApi.tripSheet> = async (ctx, input) => {
  const { actor } = ctx
  if (!isStaff(actor)) throw forbidden(codedText('only_staff'))
  if (isDriver(actor) && input.driver && input.driver !== actor.username)
    throw notFound(codedText('no_driver'))
  const username = isDriver(actor) ? actor.username : input.driver
  const driver = username ? await findDriver(ctx, username, [username]) : null
  if (username && !driver) throw notFound(codedText('no_driver'))
  const date = input.date ?? dayOf(ctx.now)
  const today = dayOf(ctx.now)
  const branchId = isDriver(actor) ? input.branch_id : (branchLimit(actor) ?? input.branch_id)
  const about = { driver: driver?.username ?? null, date, is_over: date < today }
  const [visits, loads] = await Promise.all([
    listTripVisits(ctx, { ...about, branch_id: undefined }),
    listVisitLoads(ctx, { ...about, branch_id: branchId }),
  ])
  const plans = await readPlans(ctx, date, driver && [driver.username])
  const days = planStops(visits, {
    branch: await branchPoint(ctx, driver?.branch_id ?? branchId ?? null),
    clock: date === today ? clockOf(ctx.now) : null,
    plans,
  })
  const planned = ofBranch(withStopsBefore(days), branchId)
  const plan = plans.get(driver?.username ?? '')
  const total = totalLoad(loads)
  const open = totalLoad(loads.filter(({ state }) => state === 'to-do'))
  const { limit, offset } = driver
    ? { limit: planned.length, offset: 0 }
    : pageOf({ ...input, limit: input.limit ?? max_stops }, max_stops)
  const shown = planned.slice(offset, offset + limit)
  const stops = await presentStops(ctx, shown, date)
  return {
    driver,
    date,
    stops: isDriver(actor)
      ? stops.map((stop, index) => withoutFinished(withShownNumbers(ctx, stop), shown[index]?.visits ?? []))
      : stops,
    count: planned.length,
    totals: {
      stops: planned.flatMap((stop) => stop.visits).length,
      unique_stops: planned.length,
      ...total,
      ...countStates(planned),
    },
    is_over_stop_limit: planned.length > ctx.setting(tripsheet_unique_stops_alert_limit),
    plan: plan && plan.version > 0 ? presentPlan(plan, await readNames(ctx)) : null,
    load: driver && {
      kg: open.kg,
      max_kg: driver.vehicle_max_weight,
      m3: open.m3,
      max_m3: driver.vehicle_max_volume,
    },
    ...(driver && isDriver(actor) && date === today
      ? { day: await readOwnDay(ctx, driver), messages: await readOwnMessages(ctx) }
      : {}),
    ...(driver && !isDriver(actor) ? { odometer: await readOdometer(ctx, driver.username, date) } : {}),
  }
}

/** Returns the names of staff by username, for `presentPlan`. */
export async function readNames(ctx: Context): Promise<ReadonlyMap<string, string>> {
  return new Map((await listPeople(ctx)).map(({ username, name }) => [username, name]))
}

/** Returns who planned a day. */
export function presentPlan(plan: StoredPlan, names: ReadonlyMap<string, string>): PlanMark {
  const nameOf = (username: string | null) => (username ? names.get(username) || username : '')
  const { version, source, time_modified, time_locked } = plan
  return {
    version,
    source,
    ...presentRouting(plan.routing),
    modified_by_name: nameOf(plan.modified_by),
    time_modified,
    locked_by_name: nameOf(plan.locked_by),
    time_locked,
  }
}

/** A stop of a trip sheet. */
interface SheetStop extends PlannedStop {
  /** The number of stops still to do that the same driver makes first. */
  stops_before: number
}

function withStopsBefore(planned: readonly PlannedStop[]): SheetStop[] {
  const open = new Map<string, number>()
  return planned.map((stop) => {
    const before = open.get(stop.first.username) ?? 0
    if (stop.state === 'to-do') open.set(stop.first.username, before + 1)
    return { ...stop, stops_before: before }
  })
}

/**
 * Returns the stops with visits of a branch, without their other visits; all with `undefined`. Each has its place in the
 * whole day of its driver, as on the phone and the dispatch board.
 */
function ofBranch(stops: readonly SheetStop[], branchId: number | undefined): SheetStop[] {
  if (branchId === undefined) return [...stops]
  return stops
    .flatMap((stop) => {
      const visits = stop.visits.filter(({ branch_id }) => branch_id === branchId)
      const [first] = visits
      return first ? [{ ...stop, visits, first }] : []
    })
    .map((stop, index) => ({ ...stop, sequence: index + 1 }))
}

/**
 * Returns planned stops as they appear in the response. The caller may see all of these visits, also one that is another
 * driver's by now.
 */
async function presentStops(ctx: Context, planned: readonly SheetStop[], date: string): Promise<Stop[]> {
  const visits = planned.flatMap((stop) => stop.visits)
  const addresses = await readAddresses(ctx, [...new Set(planned.map(({ first }) => first.address.id))])
  const requests = await readStopRequests(
    unrestricted(ctx),
    visits.flatMap(({ request_id }) => request_id ?? []),
  )
  const places = await readDriverPlaces(
    ctx,
    visits.flatMap(({ shipment_id }) => shipment_id ?? []),
  )
  const points = new Map(places.map((place) => [place.address_id, place]))
  const shipmentOf = await readStopShipments(ctx, visits, places)
  return planned.map((stop): Stop => {
    const { first, sequence, state, window_from, window_to, is_late_risk } = stop
    const address = addresses.get(first.address.id)
    if (!address) throw new Error(`Stop ${sequence} has no address ${first.address.id}.`)
    const point = points.get(first.address.id)
    return {
      stop_id:
        first.request_id === null
          ? `${first.leg}-${Math.min(...stop.visits.map((visit) => visit.address.id))}-${date}`
          : `request-${first.request_id}-${date}`,
      sequence,
      driver_username: first.username,
      leg: first.leg,
      address: point ? { ...address, type: point.point_type, company: point.point_name } : address,
      window_from,
      window_to,
      driver_sequence: stop.driver_sequence,
      eta: stop.eta,
      km: stop.km,
      minutes: stop.minutes,
      receiver_window: receiverWindowOf(date, stop, stop.stops_before),
      is_locked: stop.is_locked,
      state,
      is_late_risk,
      shipments: stop.visits
        .toSorted((one, other) => other.priority_level - one.priority_level)
        .flatMap((visit) => shipmentOf(visit) ?? []),
      request: first.request_id === null ? null : (requests.get(first.request_id) ?? null),
    }
  })
}

/**
 * Reads the shipments of all visits at once; returns a function that gives the shipment of a visit, `null` for a
 * collection request.
 */
async function readStopShipments(
  ctx: Context,
  visits: readonly TripVisit[],
  places: readonly DriverPlace[],
): Promise<(visit: TripVisit) => StopShipment | null> {
  const ids = [...new Set(visits.flatMap(({ shipment_id }) => shipment_id ?? []))]
  if (ids.length === 0) return () => null
  const rows = new Map((await readShipmentRows(unrestricted(ctx), ids)).map((row) => [row.id, row]))
  const addresses = await readAddresses(ctx, [
    ...new Set([...rows.values()].flatMap((row) => [row.collection_address_id, row.delivery_address_id])),
  ])
  const parcels = Map.groupBy(
    (await readParcels(ctx, ids)).filter(({ status }) => status !== 'cancelled'),
    ({ shipment_id }) => shipment_id,
  )
  const accounts = await readAccounts(ctx, [...new Set([...rows.values()].map((row) => row.account_id))])
  const due = await readDue(ctx, [...rows.values()])
  const showsPrices = isDriver(ctx.actor) && ctx.setting(driver_can_see_prices)
  const names = new Map(accounts.map((account) => [account.id, account.name]))
  return ({ shipment_id, leg }) => {
    const row = rows.get(shipment_id ?? 0)
    if (!row) return null
    const place = places.find((one) => one.shipment_id === row.id && one.leg === leg)
    const company = addresses.get(row[`${leg}_address_id`])?.company ?? ''
    return {
      ...stopShipment(ctx, leg, row, parcels.get(row.id) ?? [], names.get(row.account_id) ?? '', company),
      cod_due: leg === 'delivery' ? (due.get(row.id) ?? 0) : 0,
      ...(showsPrices ? { price: row.rate } : {}),
      pickup_door: place?.door ?? '',
      courier_code: place?.courier_code ?? '',
    }
  }
}

function stopShipment(
  ctx: Context,
  leg: Leg,
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  accountName: string,
  company: string,
): Omit<StopShipment, 'cod_due' | 'price' | 'pickup_door' | 'courier_code'> {
  const contact = row[`${leg}_contact`] as { name?: string; mobile_number?: string } | null
  const attempts = leg === 'collection' ? row.failed_collection_attempts : row.failed_delivery_attempts
  const point = row[`${leg}_pickup_point_id`]
  return {
    shipment_id: row.id,
    tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    status: presentStatus(ctx, row),
    account_name: accountName,
    service_level_code: row.service_level_code,
    pod_method: row.pod_method,
    // At a pickup point there is no PIN yet: it is sent once the parcel is there.
    has_pin:
      leg === 'delivery' &&
      point === null &&
      row.pod_method !== 'grv' &&
      row.proof_of_delivery_pin_hashed !== null,
    is_return: row.is_return,
    special_instructions:
      leg === 'delivery'
        ? withPerson(
            row.special_instructions_delivery,
            isFor('active', row.status) ? row.authorised_person : null,
          )
        : row.special_instructions_collection,
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

/**
 * Says at each number that is hidden from the driver whether a call can be connected (decision 0146). The numbers
 * themselves are removed from every answer to the driver (`answerFor`).
 */
function withShownNumbers(reader: BaseContext, stop: Stop): Stop {
  const shown = (number: string) => shownNumber(reader, number)
  const { request } = stop
  return {
    ...stop,
    request: request && { ...request, ...shown(request.contact_number) },
    shipments: stop.shipments.map((shipment) => ({ ...shipment, ...shown(shipment.contact_number) })),
  }
}

/**
 * Removes what the driver does not need any more, so that the phone does not store it
 * (docs/domain/reliability.md#field-events): contact names and numbers, and codes of doors, of finished stops and of visits
 * that the driver no longer has; and such visits from stops that are still to do. What another driver has by now, or
 * what goes out on a later day, has no parcels: the phone would list them as to be loaded or handed back by their status.
 */
function withoutFinished(stop: Stop, visits: readonly TripVisit[]): Stop {
  const past = visits.filter(({ is_past }) => is_past)
  const isPast = (id: number): boolean => past.some(({ shipment_id }) => shipment_id === id)
  const isGivenAway = (id: number): boolean =>
    past.some(({ shipment_id, is_given_away }) => is_given_away && shipment_id === id)
  const isDone = stop.state === 'done'
  const withoutContact = { contact_name: '', contact_number: '', masked_call: undefined }
  const { request } = stop
  return {
    ...stop,
    request: request && (isDone || past.length > 0) ? { ...request, ...withoutContact } : request,
    shipments: stop.shipments
      .filter(({ shipment_id }) => stop.state !== 'to-do' || !isPast(shipment_id))
      .map((shipment) =>
        isDone || isPast(shipment.shipment_id)
          ? {
              ...shipment,
              ...withoutContact,
              courier_code: '',
              parcels: isGivenAway(shipment.shipment_id) ? [] : shipment.parcels,
            }
          : shipment,
      ),
  }
}
