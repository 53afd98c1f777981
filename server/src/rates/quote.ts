import type { AddressParts } from '@waybill/domain/accounts/address'
import { isStaff } from '@waybill/domain/kit/actor'
import type { WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { freeCompartments } from '@waybill/domain/pickup-points/fit'
import type { Compartment } from '@waybill/domain/pickup-points/model'
import { locker_allow_declared_value } from '@waybill/domain/pickup-points/settings'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import type { OptInInput, RatesInput } from '@waybill/domain/rates/model'
import type { PriceRequest, RouteEnd, WorkingHours } from '@waybill/domain/rates/pricing/price-request'
import { holiday_working_hours, working_hours } from '@waybill/domain/rates/settings'
import type { BaseContext } from '../kit/handler.ts'
import { kmBetween, place, providerMap, publicHolidays, type Point, type ProviderMap } from '../maps/index.ts'
import type { AccountFacts } from './account-facts.ts'

/** One side of a route after it was located on the map. */
export interface LocatedSide {
  address: AddressParts
  pickup_point: {
    provider: string
    type: 'locker' | 'counter'
    /** Why nothing can be booked from or to it, when that was checked; `null` when something can. */
    closed_reason?: string | null
    /** Set for a locker whose free space still matters; not set after a parcel has been booked to it. */
    compartments?: readonly Compartment[]
  } | null
}

/** Inputs of a price other than the route; all are optional. */
export type QuoteTerms = Partial<Omit<RatesInput, keyof OptInInput | 'explain'>> & {
  /** Days without collection capacity, by service level id; not set for shipments that are already booked. */
  full_days?: PriceRequest['calendar']['full_days']
}

/** Collects everything the engine needs from map, calendar and account. Runs no query while the caches are valid. */
export async function priceRequest(
  reader: BaseContext,
  book: CompiledPriceBook,
  account: AccountFacts,
  sides: { collection: LocatedSide; delivery: LocatedSide },
  terms: QuoteTerms,
): Promise<PriceRequest> {
  const map = await providerMap(reader)
  const holidays = await publicHolidays(reader)
  const [from, to] = [pointOf(sides.collection.address), pointOf(sides.delivery.address)]
  const branchPoint = (point: Point | null, leg: 'collection' | 'delivery') => {
    const branch = place(map, point, leg).branch
    return branch && branch.lat !== null && branch.lng !== null ? { lat: branch.lat, lng: branch.lng } : null
  }
  return {
    collection: routeEnd(
      map,
      'collection',
      sides.collection,
      terms,
      from,
      book.book.settings.fallback_zone_tag,
    ),
    delivery: routeEnd(map, 'delivery', sides.delivery, terms, to, book.book.settings.fallback_zone_tag),
    km: kmBetween(from, to),
    kmc: kmBetween(branchPoint(from, 'collection'), from),
    kmd: kmBetween(branchPoint(to, 'delivery'), to),
    parcels: terms.parcels ?? [],
    declared_value: terms.declared_value ?? 0,
    locker_allow_declared_value: reader.setting(locker_allow_declared_value),
    opt_in_rates: terms.opt_in_rates ?? [],
    opt_in_time_based_rates: terms.opt_in_time_based_rates ?? [],
    pod_method: terms.pod_method ?? '',
    tags: terms.tags ?? [],
    account: {
      id: account.id,
      rate_group_id: account.priceListOn(dayOf(reader.now)),
      tags: account.tags,
      blocked_reason: account.blocked_reason,
    },
    requester: { is_staff: isStaff(reader.actor), is_guest: reader.actor.kind === 'guest' },
    now: reader.now,
    priced_on: dayOf(reader.now),
    collection_min_date: terms.collection_min_date ?? null,
    delivery_min_date: terms.delivery_min_date ?? null,
    collection_after: terms.collection_after ?? null,
    collection_before: terms.collection_before ?? null,
    delivery_after: terms.delivery_after ?? null,
    delivery_before: terms.delivery_before ?? null,
    calendar: {
      working_hours: hoursOfWeek(reader.setting(working_hours)),
      holiday_hours: hoursOfWeek(reader.setting(holiday_working_hours)),
      holidays,
      full_days: terms.full_days ?? new Map(),
      ignore_cut_off: false,
    },
    only: wantedLevel(terms),
  }
}

/** Returns the requested service level; its id takes precedence over its code (docs/domain/public-api.md#booking). */
export function wantedLevel(
  terms: Pick<QuoteTerms, 'service_level_id' | 'service_level_code'>,
): PriceRequest['only'] {
  if (terms.service_level_id)
    return { service_level_id: terms.service_level_id, service_level_code: undefined }
  return terms.service_level_code
    ? { service_level_id: undefined, service_level_code: terms.service_level_code }
    : null
}

/** Returns the coordinates of an address; `null` when they are unknown. */
export function pointOf(address: Pick<AddressParts, 'lat' | 'lng'>): Point | null {
  return address.lat === null || address.lng === null ? null : { lat: address.lat, lng: address.lng }
}

function routeEnd(
  map: ProviderMap,
  leg: 'collection' | 'delivery',
  side: LocatedSide,
  { parcels = [] }: QuoteTerms,
  point: Point | null,
  fallbackTag: string,
): RouteEnd {
  const zone = point && map.zones.find(point.lat, point.lng, 'rates')
  const surcharges = point ? map.zones.findAll(point.lat, point.lng, 'surcharges') : []
  const exceptions = point ? map.zones.findAll(point.lat, point.lng, 'exceptions') : []
  return {
    tag: zone?.tags[0] ?? fallbackTag,
    kind: side.pickup_point?.type ?? 'street-address',
    address_type: side.address.type,
    pickup_point_provider: side.pickup_point?.provider ?? null,
    free_sizes:
      side.pickup_point?.type === 'locker'
        ? freeCompartments(parcels, side.pickup_point.compartments ?? [])
        : null,
    surcharge_zone_ids: surcharges.map((one) => one.id),
    exceptions: exceptions
      .filter(({ legs }) => legs === 'both' || legs === leg)
      .map(({ service_level_ids, message }) => ({ service_level_ids, message })),
    service_days: daysOf(map, leg, point),
  }
}

const monday_to_friday = '1,2,3,4,5'

/**
 * Returns the service days of a place. `null` means every working day; this is also the result when the default area
 * says Monday to Friday.
 */
function daysOf(
  map: ProviderMap,
  leg: 'collection' | 'delivery',
  point: Point | null,
): readonly number[] | null {
  const area = (point && map.zones.find(point.lat, point.lng, 'service_days')) ?? map.default_area
  const days = area?.service_days[leg] ?? null
  return area?.is_default && days?.join(',') === monday_to_friday ? null : days
}

const week = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

function hoursOfWeek(hours: WeekHours): WorkingHours[] {
  return week.map((day) => {
    const open = hours[day]
    return open && { from: open.open, to: open.close }
  })
}
