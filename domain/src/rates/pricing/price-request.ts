import type { Cents } from '../../kit/money.ts'
import type { RatedParcel } from '../model.ts'
import type { place_kinds } from '../price-books/price-book.ts'

/** The hours of one weekday, `HH:mm`; `null` is closed. */
export type WorkingHours = { from: string; to: string } | null

/** One end of a route, with everything the map knows of it. */
export interface RouteEnd {
  /** The zone tag of the point, else the provider's fallback tag (docs/domain/rating.md#zones-and-lanes). */
  tag: string
  kind: (typeof place_kinds)[number]
  /** residential, business … */
  address_type: string
  pickup_point_provider: string | null
  /** Compartment sizes that hold the parcels and are free; `null` when the end is no locker. */
  free_sizes: readonly string[] | null
  /** Polygons of kind surcharges that hold the point. */
  surcharge_zone_ids: readonly number[]
  /** Exception polygons that block service levels here; `null` blocks all. */
  exceptions: readonly { service_level_ids: readonly number[] | null; message: string }[]
  /** Weekdays on which the area is served, Sunday 0; `null` is every working day. */
  service_days: readonly number[] | null
}

/** Everything that decides a price, gathered by the server: the engine itself looks nothing up. */
export interface PriceRequest {
  collection: RouteEnd
  delivery: RouteEnd
  /** Whole road km: collection → delivery, collection branch → collection, delivery branch → delivery. */
  km: number
  kmc: number
  kmd: number
  parcels: readonly RatedParcel[]
  declared_value: Cents
  /** Whether a locker or counter may take a declared value (`locker_allow_declared_value`). */
  locker_allow_declared_value: boolean
  opt_in_rates: readonly number[]
  opt_in_time_based_rates: readonly number[]
  /** Proof-of-delivery method asked for; empty when none. */
  pod_method: string
  tags: readonly string[]
  account: {
    id: number
    rate_group_id: number
    tags: readonly string[]
    /** Why the account may not ship (on hold, closed); `null` when it may. */
    refusal: string | null
  }
  requester: { is_staff: boolean; is_guest: boolean }
  now: Date
  /** The day whose dated values (fuel) count, `YYYY-MM-DD`: today, or the booking day when re-rating. */
  priced_on: string
  /** `YYYY-MM-DD`; days gone by count as today. */
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
    /** The hours of public holidays by the weekday they fall on, Sunday first; `null` where the usual hours count. */
    holiday_hours: readonly WorkingHours[]
    holidays: ReadonlySet<string>
    /**
     * Days on which a service level has no collection place left, by service level id (docs/domain/rating.md#capacity).
     */
    full_days: ReadonlyMap<number, ReadonlySet<string>>
    ignore_cut_off: boolean
  }
  /** Keeps only this service level. */
  only: { service_level_id?: number | undefined; service_level_code?: string | undefined } | null
}

/** What a price was asked for in days and hours; each is `null` where nobody asked. */
export const requested_times = [
  'collection_min_date',
  'collection_after',
  'collection_before',
  'delivery_min_date',
  'delivery_after',
  'delivery_before',
] as const
export type RequestedTimes = Pick<PriceRequest, (typeof requested_times)[number]>

/** The days and hours a price was asked for, as they are stored with its base row. */
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
 * A service level code as it is compared: any case, no spaces around `-`, cut at a slash
 * (docs/domain/public-api.md#service-levels).
 */
export function comparableCode(code: string): string {
  const [plain = ''] = code.split('/')
  return plain
    .trim()
    .replace(/\s*-\s*/g, '-')
    .toUpperCase()
}
