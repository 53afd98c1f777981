import { provinceOfCode } from '@waybill/domain/kit/provinces'
import { greatCircleKm } from '../zone-index.ts'
import { places_by_code } from './places.ts'
import { findSuburb } from './geocode.ts'
import type { PartsToGeocode } from './geocode.ts'

/** Codes of neighbouring suburbs are mixed up all the time and harm nobody: no warning within this distance, in km. */
const neighbours_km = 10

/** Post-box codes are not in the table: they pass when this close to the street code. */
const same_region_codes = 500

/**
 * A warning when a known suburb and the postal code lie far apart, else `null`; it never blocks (domain notes 17,
 * 19.2). Unknown suburbs, empty parts and post-box codes of the area pass.
 */
export function suburbAndCodeDisagree(parts: PartsToGeocode): string | null {
  const { local_area = '', code = '' } = parts
  if (local_area === '' || !/^\d{4}$/.test(code)) return null
  const suburb = findSuburb(parts) ?? findSuburb({ ...parts, code: '' })
  if (!suburb || suburb.code === code) return null
  const with_code = places_by_code.get(code)
  const agree = with_code
    ? with_code.some((place) => greatCircleKm(place, suburb) <= neighbours_km)
    : provinceOfCode(code) === suburb.zone ||
      Math.abs(Number(code) - Number(suburb.code)) <= same_region_codes
  if (agree) return null
  return `The postal code of ${suburb.label.replace(/, \d{4}$/, '')} is ${suburb.code}, not ${code}. Check the suburb and the code.`
}
