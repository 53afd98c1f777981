import { z } from 'zod'
import { addressLine } from '../accounts/address.ts'
import type { PickupPoint } from '../pickup-points/model.ts'
import { day_names, weekHours } from '../pickup-points/opening.ts'

/** A locker in the form that shop plug-ins read (docs/domain/public-api.md#lockers-for-shop-plug-ins). */
export const PluginLocker = z.object({
  code: z.string(),
  name: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  openinghours: z.array(z.object({ day: z.string(), open_time: z.string(), close_time: z.string() })),
  address: z.string(),
  type: z.object({ id: z.int(), name: z.string() }),
  place: z.object({ placeNumber: z.string(), town: z.string(), postalCode: z.string() }),
  lstTypesBoxes: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      type: z.string(),
      width: z.number(),
      height: z.number(),
      length: z.number(),
      weight: z.number(),
    }),
  ),
})
export type PluginLocker = z.output<typeof PluginLocker>

/** Ids of the standard compartments that deployed plug-ins know. */
const known_boxes: ReadonlyMap<string, { id: number; type: string }> = new Map([
  ['V4-XS', { id: 6, type: '10' }],
  ['V4-S', { id: 4, type: '11' }],
  ['V4-M', { id: 7, type: '12' }],
  ['V4-L', { id: 3, type: '13' }],
  ['V4-XL', { id: 8, type: '14' }],
])

/** The id of the first compartment size that is not a standard one; far from the ids of the standard ones. */
const first_other_box = 101

/** Returns a locker as shop plug-ins read it, with each size of its compartments once, free or not. */
export function pluginLocker(point: PickupPoint): PluginLocker {
  const { address, compartments } = point
  const sizes = [...new Map(compartments.map((one) => [one.name, one])).values()]
  return {
    code: point.pickup_point_id,
    name: point.name,
    latitude: point.lat.toFixed(6),
    longitude: point.lng.toFixed(6),
    openinghours: weekHours(point.trading_hours).map(({ day, open, close }) => ({
      day: day_names[day] ?? '',
      open_time: `${open}:00`,
      // Clients parse a time of the day, which 24:00 is not.
      close_time: close === '24:00' ? '23:59:59' : `${close}:00`,
    })),
    address: addressLine(address),
    type: { id: 2, name: 'Locker' },
    place: { placeNumber: '', town: address.city, postalCode: address.code },
    lstTypesBoxes: sizes.map(({ name, width, height, length, weight }, index) => {
      const { id, type } = known_boxes.get(name) ?? { id: first_other_box + index, type: name }
      return { id, name, type, width, height, length, weight }
    }),
  }
}
