import type { Cents } from '../../kit/money.ts'
import type { RatedParcel } from '../model.ts'
import type { place_kinds } from '../price-books/price-book.ts'

/** The working hours of one weekday, `HH:mm`; `null` means closed. */
export type WorkingHours = { from: string; to: string } | null

/** One end of a route with all data that the map provides for it. */
export interface RouteEnd {
  /** The zone tag of the point, else the provider's fallback tag (docs/domain/rating.md#zones-and-lanes). */
  tag: string
  kind: (typeof place_kinds)[number]
  /** For example residential or business. */
  address_type: string
  pickup_point_provider: string | null
  /** Compartment sizes that are free and can hold the parcels; `null` when the end is not a locker. */
  free_sizes: readonly string[] | null
  /** Polygons of kind `surcharges` that contain the point. */
  surcharge_zone_ids: readonly number[]
  /** Exception polygons that block service levels at this point; `service_level_ids` `null` blocks all. */
  exceptions: readonly { service_level_ids: readonly number[] | null; message: string }[]
  /** Weekdays on which the area is served, Sunday is 0; `null` means every working day. */
  service_days: readonly number[] | null
}

/** All inputs of a price. The server collects them; the engine itself reads nothing else. */
export interface PriceRequest {
  collection: RouteEnd
  delivery: RouteEnd
  /**
   * Road distances in whole km: `km` from collection to delivery, `kmc` from collection branch to collection, `kmd`
   * from delivery branch to delivery.
   */
  km: number
  kmc: number
  kmd: number
  parcels: readonly RatedParcel[]
  declared_value: Cents
  /** Whether a shipment to or from a locker or counter may have a declared value (`locker_allow_declared_value`). */
  locker_allow_declared_value: boolean
  opt_in_rates: readonly number[]
  opt_in_time_based_rates: readonly number[]
  /** The requested proof-of-delivery method; empty when none. */
  pod_method: string
  tags: readonly string[]
  account: {
    id: number
    rate_group_id: number
    tags: readonly string[]
    /** Why the account may not ship (on hold, closed); `null` when it may. */
    blocked_reason: string | null
  }
  requester: { is_staff: boolean; is_guest: boolean }
  now: Date
  /**
   * The day (`YYYY-MM-DD`) whose dated values, such as fuel, apply: today, or the booking day when a shipment is
   * re-rated.
   */
  priced_on: string
  /** `YYYY-MM-DD`; past days count as today. */
  collection_min_date: string | null
  delivery_min_date: string | null
  /** Requested windows, `HH:mm`. */
  collection_after: string | null
  collection_before: string | null
  delivery_after: string | null
  delivery_before: string | null
  calendar: {
    /** Sunday first. */
    working_hours: readonly WorkingHours[]
    /** Working hours on public holidays by weekday, Sunday first; `null` uses the usual hours. */
    holiday_hours: readonly WorkingHours[]
    holidays: ReadonlySet<string>
    /** Days without remaining collection capacity, by service level id (docs/domain/rating.md#capacity). */
    full_days: ReadonlyMap<number, ReadonlySet<string>>
    ignore_cut_off: boolean
  }
  /** Limits the offers to this service level. */
  only: { service_level_id?: number | undefined; service_level_code?: string | undefined } | null
}

/** The requested days and hours of a price; each is `null` when not requested. */
export const requested_times = [
  'collection_min_date',
  'collection_after',
  'collection_before',
  'delivery_min_date',
  'delivery_after',
  'delivery_before',
] as const
export type RequestedTimes = Pick<PriceRequest, (typeof requested_times)[number]>

/** Returns the requested days and hours in the form that is stored with the base row. */
export function requestedTimes(request: RequestedTimes): RequestedTimes {
  const { collection_min_date, collection_after, collection_before } = request
  const { delivery_min_date, delivery_after, delivery_before } = request
  return {
    collection_min_date,
    collection_after,
    collection_before,
    delivery_min_date,
    delivery_after,
    delivery_before,
  }
}

/**
 * Normalises a service level code for comparison: ignores case and spaces around `-`, and cuts it at the first slash
 * (docs/domain/public-api.md#service-levels).
 */
export function comparableCode(code: string): string {
  const [plain = ''] = code.split('/')
  return plain
    .trim()
    .replace(/\s*-\s*/g, '-')
    .toUpperCase()
}
