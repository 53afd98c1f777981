import { z } from 'zod'
import { metresBetween, type Point } from '../../kit/places/metres-between.ts'
import { invalid, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** How far a receiver may move the pin of an address, in metres. A place further away is another address. */
export const max_pin_move_m = 2_000

const pair = /(-?\d{1,2}\.\d{3,})\s*(?:,|%2C|\s)\s*(-?\d{1,3}\.\d{3,})/i

/**
 * Returns the position in a text that a person pasted: coordinates in degrees, or a link to a map or shared location
 * that contains them; `null` when there is none.
 */
export function positionIn(text: string): Point | null {
  const [, lat, lng] = pair.exec(text) ?? []
  if (lat === undefined || lng === undefined) return null
  const point = { lat: Number(lat), lng: Number(lng) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null
}

const PinData = z.object({
  pin: z.object({ lat: z.number(), lng: z.number() }),
  first_pin: z.object({ lat: z.number(), lng: z.number() }),
})
/**
 * What the event of a corrected pin stores: the new position, and the one before the first correction of the address.
 * Without one before, the first correction counts.
 */
export type PinData = z.output<typeof PinData>

/**
 * Returns the position of an address before its receiver corrected it, given the position now and the data of the
 * shipment's events, newest first. Corrections of another address than the one now do not count.
 */
export function uncorrectedPin(now: Point | null, events: readonly unknown[]): Point | null {
  for (const data of events) {
    const { data: stored } = PinData.safeParse(data)
    // Equal addresses share a row, in which a position is rounded.
    if (stored) return now !== null && metresBetween(stored.pin, now) < 1 ? stored.first_pin : now
  }
  return now
}

/**
 * Whether a corrected pin counts for a later parcel whose sender gave its coordinates, such as those of an address search;
 * `null` for none. Coordinates further away are another place.
 */
export function replacesPosition(pin: Point, sent: Point | null): boolean {
  return sent === null || metresBetween(pin, sent) <= max_pin_move_m
}

/** Checks that a position could be read from what a receiver pasted. */
export function requirePin(pin: Point | null): Point {
  if (pin) return pin
  const message =
    'We could not read a position from this. Paste a link from your map with the position in it, or coordinates such as -26.14580, 28.04210.'
  throw invalid(message, [{ field: 'position', message }])
}

/**
 * Checks a corrected pin against the position of the address before its first correction; `null` when it had none. Then
 * `isInArea` decides: the branch that delivers the parcel serves the pin.
 */
export function checkPin(pin: Point, first: Point | null, isInArea: boolean): RuleResult {
  if (first === null)
    return (
      isInArea ||
      wrongState(
        'This position is outside the area of the depot that delivers your parcel. Call us about it.',
      )
    )
  return (
    metresBetween(pin, first) <= max_pin_move_m ||
    wrongState(
      `This position is more than ${max_pin_move_m / 1_000} km from the address. Change the address instead, or call us.`,
    )
  )
}
