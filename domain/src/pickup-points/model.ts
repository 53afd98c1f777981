import { z } from 'zod'
import { Address } from '../accounts/address.ts'
import { omitted } from '../kit/calls/optional-fields.ts'

/** Networks of lockers and counters of other companies (PP-001). */
export const network_names = ['bob-box', 'tcg-locker', 'ram-counter'] as const
export type NetworkName = (typeof network_names)[number]

/** All networks; `own` is the provider's own network behind the same interface. */
export const pickup_point_providers = [...network_names, 'own'] as const
export type PickupPointProvider = (typeof pickup_point_providers)[number]

/** Display names of the networks. */
export const network_labels: Readonly<Record<PickupPointProvider, string>> = {
  'bob-box': 'Bob Box',
  'tcg-locker': 'The Courier Guy lockers',
  'ram-counter': 'RAM counters',
  own: 'Our own',
}

export const pickup_point_types = ['locker', 'counter'] as const
export type PickupPointType = (typeof pickup_point_types)[number]

/** Whether a point takes parcels; an own point is offline while it is out of order. */
export const pickup_point_statuses = ['online', 'offline'] as const
export type PickupPointStatus = (typeof pickup_point_statuses)[number]

/** A compartment of a locker: sizes in cm, weight in kg (PP-007). */
export const Compartment = z.object({
  name: z.string(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  available: z.boolean(),
})
export type Compartment = z.output<typeof Compartment>

/** A place where senders drop off or receivers collect parcels (docs/domain/public-api.md#pickup-points). */
export const PickupPoint = z.object({
  pickup_point_id: z.string(),
  pickup_point_provider: z.enum(pickup_point_providers),
  name: z.string(),
  type: z.enum(pickup_point_types),
  description: z.string(),
  address: Address,
  lat: z.number(),
  lng: z.number(),
  distance_km: z.number().nullable(),
  /** Readable text such as `Mon-Fri 08:00-17:00`. */
  trading_hours: z.string(),
  /** Today is a public holiday: `closed`, or the hours of today instead of the trading hours, `09:00-13:00`. */
  holiday_hours_today: omitted(z.string()),
  status: z.enum(pickup_point_statuses),
  is_hidden: z.boolean(),
  phone: omitted(z.string()),
  image_url: omitted(z.string()),
  photo_urls: omitted(z.array(z.string())),
  compartments: z.array(Compartment),
})
export type PickupPoint = z.output<typeof PickupPoint>
