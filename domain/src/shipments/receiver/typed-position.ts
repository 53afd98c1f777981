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

/** Checks a corrected pin against the pin of the address; `null` when the address has none. */
export function checkPin(pin: Point | null, address: Point | null): RuleResult {
  if (pin === null) {
    const message =
      'We could not read a position from this. Paste a link from your map with the position in it, or coordinates such as -26.14580, 28.04210.'
    return invalid(message, [{ field: 'position', message }])
  }
  return (
    address === null ||
    metresBetween(pin, address) <= max_pin_move_m ||
    wrongState(
      `This position is more than ${max_pin_move_m / 1_000} km from the address. Change the address instead, or call us.`,
    )
  )
}
