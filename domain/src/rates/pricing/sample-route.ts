import type { PriceRequest, RouteEnd } from './price-request.ts'

/**
 * Overrides for the plain route of the tests: Johannesburg to Cape Town, booked on Wednesday 14 January 2026 at
 * 02:42.
 */
export interface RouteOverrides extends Partial<Omit<PriceRequest, 'collection' | 'delivery' | 'account'>> {
  from?: string
  to?: string
  rate_group_id?: number
  blocked_reason?: string
}

const end = (tag: string): RouteEnd => ({
  tag,
  kind: 'street-address',
  address_type: 'business',
  pickup_point_provider: null,
  free_sizes: null,
  surcharge_zone_ids: [],
  exceptions: [],
  service_days: null,
})

const weekday_hours = { from: '08:00', to: '17:00' }

export function routeFor(over: RouteOverrides): PriceRequest {
  const { from = 'JHB Main', to = 'CPT Main', rate_group_id = 1, blocked_reason = null, ...rest } = over
  return {
    collection: end(from),
    delivery: end(to),
    km: 1400,
    kmc: 10,
    kmd: 10,
    parcels: [],
    declared_value: 0,
    locker_allow_declared_value: false,
    opt_in_rates: [],
    opt_in_time_based_rates: [],
    pod_method: '',
    tags: [],
    account: { id: 1, rate_group_id, tags: [], blocked_reason },
    requester: { is_staff: false, is_guest: false },
    now: new Date('2026-01-14T00:42:00Z'),
    priced_on: '2026-01-14',
    collection_min_date: null,
    delivery_min_date: null,
    collection_after: null,
    collection_before: null,
    delivery_after: null,
    delivery_before: null,
    calendar: {
      working_hours: [
        null,
        ...Array.from({ length: 5 }, () => weekday_hours),
        { from: '08:00', to: '12:00' },
      ],
      holiday_hours: Array.from({ length: 7 }, () => null),
      holidays: new Set(['2025-12-16', '2025-12-25', '2025-12-26', '2026-01-01']),
      full_days: new Map(),
      ignore_cut_off: false,
    },
    only: null,
    ...rest,
  }
}
