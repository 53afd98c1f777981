import { standard_compartments } from '@waybill/domain/pickup-points/fit'
import { z } from 'zod'
import type { NetworkPoint } from '../../../pickup-points/index.ts'
import { splitAddress } from '../address-text.ts'
import { Id, Moment, type StatusMeaning } from '../read-report.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')

const Location = z.object({
  id: Id,
  name: z.string(),
  human_name: text,
  lat: z.number(),
  lng: z.number(),
  full_address: text,
  trading_hours: text,
  phone: text,
  active: z.boolean(),
})
type Location = z.output<typeof Location>

/** The answer of `GET /locations`. `count` is the number of all locations. */
export const Locations = z.object({ locations: z.array(Location), count: z.number() })

/** A booking. It is answered with a status of 201 even when it is refused: then `failed_reason` says why. */
export const Booked = z.object({
  tracking_reference: z.string().min(1),
  submission_status: text,
  failed_reason: text,
  service_level_code: text,
  customer_reference: text,
  courier_pin: text,
})
export type Booked = z.output<typeof Booked>
export const Shipments = z.object({ shipments: z.array(Booked) })

/** The answer to a change. */
export const Changed = z.unknown()

/** The webhook `tracking/updated`. */
export const Tracking = z.object({
  shipment_tracking_reference: z.string().min(1),
  checkpoints: z
    .array(z.object({ id: Id.optional(), status: z.string(), time: Moment, door: text }))
    .max(500),
})

/** Statuses of a checkpoint that say something about the place of a parcel. */
export const status_meanings: Readonly<Record<string, StatusMeaning>> = {
  'dropped-off': { kind: 'deposit', by: 'sender' },
  'at-pickup-point': { kind: 'deposit', by: 'courier' },
  'ready-for-pickup': { kind: 'deposit', by: 'courier' },
  collected: { kind: 'collect', by: 'courier' },
  'collected-by-courier': { kind: 'collect', by: 'courier' },
  'collected-by-customer': { kind: 'collect', by: 'receiver' },
  delivered: { kind: 'collect', by: 'receiver' },
  expired: { kind: 'expire', by: 'courier' },
  cancelled: { kind: 'fail', by: 'courier' },
}

const letters: Readonly<Record<string, string>> = { small: 'S', medium: 'M', large: 'L' }

/** Returns the service level for a size, such as `BOXM-L` for `large`. */
export function serviceLevelOf(size: string): string {
  return `BOXM-${letters[size] ?? ''}`
}

/** Returns the size of a service level; `''` when it names none. */
export function sizeOf(serviceLevel: string): string {
  const letter = /^BOX[A-Z]-([SML])$/.exec(serviceLevel)?.[1]
  return Object.keys(letters).find((size) => letters[size] === letter) ?? ''
}

/** Returns a listed location as a point; every locker has the standard sizes. */
export function toPoint(location: Location): NetworkPoint {
  return {
    pickup_point_id: location.id,
    type: 'locker',
    name: location.human_name || location.name,
    description: '',
    ...splitAddress(location.full_address),
    lat: location.lat,
    lng: location.lng,
    trading_hours: location.trading_hours,
    holiday_hours: 'usual',
    phone: location.phone || null,
    is_online: location.active,
    compartments: standard_compartments['bob-box'].map((box) => ({ ...box, available: location.active })),
  }
}
