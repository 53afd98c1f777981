import { weekday_names } from '@waybill/domain/kit/dates/weekdays'
import { hoursText, type DayHours } from '@waybill/domain/pickup-points/opening'
import { z } from 'zod'
import type { NetworkPoint } from '../../../pickup-points/index.ts'
import { splitAddress } from '../address-text.ts'
import { Id, Moment, type StatusMeaning } from '../read-report.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')

const OpeningHours = z.object({ day: z.string(), open_time: z.string(), close_time: z.string() })

/** A locker or kiosk as `GET /lockers-data` lists it; sizes are in cm and kg. */
const Locker = z.object({
  code: z.string(),
  name: z.string(),
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  address: text,
  detailed_address: z
    .object({
      street_number: text,
      street_name: text,
      sublocality: text,
      locality: text,
      postal_code: text,
    })
    .partial()
    .nullish(),
  place: z.object({ town: text, postalCode: text }).partial().nullish(),
  type: z.object({ name: z.string() }),
  openinghours: z.array(OpeningHours).nullish(),
  lstTypesBoxes: z
    .array(
      z.object({
        name: z.string(),
        width: z.number(),
        height: z.number(),
        length: z.number(),
        weight: z.number(),
      }),
    )
    .nullish(),
})
export const Lockers = z.array(Locker)

/** A booking. `pincode` opens the door for who hands the parcel in. */
export const Booked = z.object({
  id: Id,
  status: text,
  pincode: text,
  service_level_code: text,
  customer_reference: text,
})
export type Booked = z.output<typeof Booked>
export const Shipments = z.array(Booked)

/** A tracking webhook. */
export const Tracking = z.object({
  shipment_id: Id,
  tracking_events: z.array(z.object({ id: Id, status: z.string(), date: Moment, location: text })).max(500),
})

/** Tracking statuses that say something about the place of a parcel. */
export const status_meanings: Readonly<Record<string, StatusMeaning>> = {
  'dropped-off': { kind: 'deposit', by: 'sender' },
  'in-locker': { kind: 'deposit', by: 'courier' },
  'ready-for-pickup': { kind: 'deposit', by: 'courier' },
  'arrived-at-locker': { kind: 'deposit', by: 'courier' },
  collected: { kind: 'collect', by: 'courier' },
  'collected-from-locker': { kind: 'collect', by: 'courier' },
  'collected-by-recipient': { kind: 'collect', by: 'receiver' },
  delivered: { kind: 'collect', by: 'receiver' },
  expired: { kind: 'expire', by: 'courier' },
  'collect-and-return-to-hub': { kind: 'expire', by: 'courier' },
  'locker-reservation-failed': { kind: 'fail', by: 'courier' },
  cancelled: { kind: 'fail', by: 'courier' },
}

/** Returns the service level between lockers for a size, such as `L2LXS - ECO` for `V4-XS`. */
export function serviceLevelOf(size: string): string {
  return `L2L${size.replace(/^V4-/, '')} - ECO`
}

/** Returns the size of a service level; `''` when it names none. */
export function sizeOf(serviceLevel: string): string {
  const size = /^[LD]2L(XS|S|M|L|XL)\b/.exec(serviceLevel)?.[1]
  return size === undefined ? '' : `V4-${size}`
}

/** Returns a listed locker or kiosk as a point. */
export function toPoint(locker: Locker): NetworkPoint {
  const { detailed_address: parts, place, openinghours, lstTypesBoxes } = locker
  const split = splitAddress(locker.address)
  const street = [parts?.street_number, parts?.street_name].filter(Boolean).join(' ')
  const hours = openinghours ?? []
  const holiday = hours.find(({ day }) => /holiday/i.test(day))
  return {
    pickup_point_id: locker.code.trim(),
    type: /locker/i.test(locker.type.name) ? 'locker' : 'counter',
    name: locker.name.trim(),
    description: '',
    street_address: street || split.street_address,
    local_area: parts?.sublocality || place?.town || split.local_area,
    city: parts?.locality || place?.town || split.city,
    code: parts?.postal_code || place?.postalCode || split.code,
    lat: locker.latitude,
    lng: locker.longitude,
    trading_hours: hoursText(hours.flatMap(dayHours)),
    holiday_hours: holiday ? `${minuteOf(holiday.open_time)}-${minuteOf(holiday.close_time)}` : 'closed',
    phone: null,
    is_online: true,
    compartments: (lstTypesBoxes ?? []).map(({ name, length, width, height, weight }) => ({
      name,
      length,
      width,
      height,
      weight,
      available: true,
    })),
  }
}
type Locker = z.output<typeof Locker>

function dayHours({ day, open_time, close_time }: z.output<typeof OpeningHours>): DayHours[] {
  const weekday = weekday_names.findIndex((name) => name === day.trim())
  const [open, close] = [minuteOf(open_time), minuteOf(close_time)]
  return weekday < 0 || open >= close ? [] : [{ day: weekday, open, close }]
}

/** Returns `08:00` of `08:00:00`; the last minute of a day is its end. */
function minuteOf(time: string): string {
  const minute = time.trim().slice(0, 5)
  return minute === '23:59' ? '24:00' : minute
}
