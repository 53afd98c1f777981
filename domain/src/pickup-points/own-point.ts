import { z } from 'zod'
import { AddressInput, type AddressParts } from '../accounts/address.ts'
import { assetPath } from '../files/assets.ts'
import { atLeastZero, count, flag, text } from '../kit/calls/wire.ts'
import { isPhone, phoneSentence } from '../kit/contacts/phone-number.ts'
import { invalid, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { pickup_point_types, type PickupPointType } from './model.ts'
import { hoursProblem, isHolidayHours, weekHours } from './opening.ts'

/** The doors of one size of an own locker: inside measures in cm, weight in kg. */
export const DoorGroup = z.object({
  /** Name of the size, such as `small`. */
  size: text(40),
  length: atLeastZero(300),
  width: atLeastZero(300),
  height: atLeastZero(300),
  weight: atLeastZero(1000),
  doors: z.array(z.object({ name: text(20), is_out_of_order: flag })),
})
export type DoorGroup = z.output<typeof DoorGroup>

/** The fields of an own point that staff enter, as callers send them. */
export const own_point_fields = {
  /** Code of the point, such as `CT01`; unique among the company's own points. */
  pickup_point_id: text(60),
  type: z.enum(pickup_point_types),
  name: text(120),
  description: text(1000),
  /** The pin on the map is `lat` and `lng` of the address. */
  address: AddressInput,
  phone: text(40),
  /** `Mon-Fri 08:00-17:00, Sat 08:00-13:00`, or `24/7`. */
  trading_hours: text(300),
  /** `closed`, `usual`, or hours such as `09:00-13:00`. */
  holiday_hours: text(20),
  /** Parcels that a counter holds at most; `null`: no limit. */
  capacity: count.nullable(),
  /** Sizes and doors of a locker; empty for a counter. */
  stock: z.array(DoorGroup),
  is_hidden: flag,
  /** Why nothing can be handed in; empty while the point works. */
  out_of_order_reason: text(300),
  /** Paths of uploaded photos, such as `/assets/1/….png`. */
  photos: z.array(text(80)),
} as const

/** The values of an own point. */
export interface OwnPointDetails {
  pickup_point_id: string
  type: PickupPointType
  name: string
  description: string
  address: AddressParts
  phone: string
  trading_hours: string
  holiday_hours: string
  capacity: number | null
  stock: readonly DoorGroup[]
  is_hidden: boolean
  out_of_order_reason: string
  photos: readonly string[]
}

const code_form = /^[\p{L}\d][\p{L}\d-]{0,19}$/u
/** Maximum number of doors of a locker. */
export const max_doors = 500
/** Maximum number of photos of a point. */
export const max_photos = 6

/** Returns the validation problems of an own point, in the order of the form fields. */
export function checkOwnPoint(point: OwnPointDetails): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: keyof OwnPointDetails, message: string) => problems.push({ field, message })
  if (!code_form.test(point.pickup_point_id))
    wrong('pickup_point_id', 'Enter a code of up to 20 letters, digits and hyphens, such as CT01.')
  if (point.name.trim() === '') wrong('name', 'Enter the name that customers see.')
  if (point.address.street_address === '' || (point.address.local_area === '' && point.address.city === ''))
    wrong('address', 'The address needs a street and a suburb or city.')
  else if (point.address.lat === null || point.address.lng === null)
    wrong('address', 'Set the pin on the map: customers and drivers are led there.')
  if (point.phone !== '' && !isPhone(point.phone)) wrong('phone', phoneSentence())
  const hours = weekHours(point.trading_hours)
  const wrongHours = hoursProblem(hours)
  if (hours.length === 0)
    wrong('trading_hours', 'Enter the hours, such as Mon-Fri 08:00-17:00, Sat 08:00-13:00, or 24/7.')
  else if (wrongHours !== null) wrong('trading_hours', `The hours ${wrongHours}.`)
  if (!isHolidayHours(point.holiday_hours))
    wrong('holiday_hours', 'Choose closed, as usual, or hours such as 09:00-13:00.')
  if (point.capacity !== null && point.capacity < 1)
    wrong('capacity', 'Enter how many parcels fit, or leave it empty.')
  const stock = stockProblem(point)
  if (stock !== null) wrong('stock', stock)
  if (point.photos.length > max_photos) wrong('photos', `At most ${max_photos} photos.`)
  else if (!point.photos.every((photo) => assetPath.test(photo)))
    wrong('photos', 'Upload the photos here: pictures of other websites are not shown.')
  return problems
}

function stockProblem({ type, stock }: OwnPointDetails): string | null {
  if (type === 'counter') return stock.length > 0 ? 'A counter has no doors.' : null
  const doors = stock.flatMap((group) => group.doors)
  if (doors.length === 0) return 'A locker needs at least one door.'
  if (doors.length > max_doors) return `A locker has at most ${max_doors} doors.`
  const sizes = new Set<string>()
  const names = new Set<string>()
  for (const group of stock) {
    if (group.size === '') return 'Name each size.'
    if (sizes.has(group.size.toLowerCase())) return `The size ${group.size} is listed twice.`
    sizes.add(group.size.toLowerCase())
    if (![group.length, group.width, group.height, group.weight].every((measure) => measure > 0))
      return `Enter the inside measures and the weight limit of ${group.size}.`
    if (group.doors.length === 0) return `${group.size} has no doors.`
    for (const { name } of group.doors) {
      if (name === '') return `Name each door of ${group.size}.`
      if (names.has(name.toLowerCase())) return `The door ${name} is listed twice.`
      names.add(name.toLowerCase())
    }
  }
  return null
}

/** Throws one error that lists all validation problems of an own point. */
export function requireOwnPoint(point: OwnPointDetails): void {
  const problems = checkOwnPoint(point)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/**
 * Checks whether doors may be left out of a change: a door keeps its place while a parcel is reserved for it or in it.
 */
export function mayRemoveDoors(held: readonly string[]): RuleResult {
  if (held.length === 0) return true
  const one = held.length === 1
  return wrongState(
    `${one ? 'Door' : 'Doors'} ${held.join(', ')} ${one ? 'is' : 'are'} in use. Mark ${one ? 'it' : 'them'} out of order, and remove ${one ? 'it' : 'them'} once empty.`,
  )
}

/** Checks whether a point may be closed for good: no parcel may be there or on its way there. */
export function mayClosePoint(name: string, parcels: number): RuleResult {
  if (parcels === 0) return true
  return wrongState(
    `${name} still has ${parcels === 1 ? '1 parcel' : `${parcels} parcels`} there or on the way. Mark it out of order so that it gets no new ones.`,
  )
}
