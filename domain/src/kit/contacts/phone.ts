// Keep this module small, because every page loads it. phone-number.ts checks whether a number exists.

import { z } from 'zod'
import { cleanText, text } from '../calls/wire.ts'

/**
 * Undoes what programs do to phone numbers: invisible characters, full-width digits, dashes that are not hyphens, and
 * numbers that a spreadsheet changed to amounts (`821234567`, `27821234567.0`). The formatting that people use is
 * kept, and so is a text that is not a number.
 */
export function normalisePhone(typed: string): string {
  const clean = cleanText(typed.normalize('NFKC'), false).replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  const written = clean.replace(/^'(?=[+\d])/, '').replace(/^(\+?\d+)\.0+$/, '$1')
  const bare = written.replaceAll(separators, '')
  if (/^27[1-8]\d{8}$/.test(bare)) return `+${bare}`
  return /^[1-8]\d{8}$/.test(bare) ? `0${bare}` : written
}

const separators = /[\s().-]/g

/**
 * A normalised phone number in a request, an import or a setting. The codec does not validate it; use `isPhone` for
 * that.
 */
export const phone = z.codec(text(60), z.string(), { decode: normalisePhone, encode: (value) => value })

const plain_number = /^(\+\d{10,12}|\d{10})$/
/** At most one pair of brackets. */
const one_pair = /^[^()]*(\([^()]+\))?[^()]*$/
/** Groups of digits separated by spaces, hyphens or dots, with brackets around one group and an optional `(0)`. */
const formatted_number = /^(\+|00)?[\d(][\d\s().-]{7,18}\d$/

/**
 * Whether a text looks like a phone number: `+` and 10 to 12 digits, 10 digits, or a common format such as `082 123
 * 4567`, `(082) 123-4567`, `+27 (0)82 123 4567` (FMT-001, FMT-002).
 */
export function looksLikePhone(text: string): boolean {
  const typed = normalisePhone(text)
  if (plain_number.test(typed)) return true
  if (!formatted_number.test(typed) || !one_pair.test(typed)) return false
  return plain_number.test(bareNumber(typed))
}

/**
 * Returns the digits with at most a leading `+`: removes separators and the zero that is not dialled after a country
 * code, and replaces a leading `00` with `+`.
 */
export function bareNumber(typed: string): string {
  return digitsOf(typed)
    .replace(/^00/, '+')
    .replace(/^\+270(?=\d{9}$)/, '+27')
}

/** The same as `bareNumber`, but a leading `00` stays as typed, and so does a zero after `+27` without brackets. */
function digitsOf(typed: string): string {
  return normalisePhone(typed)
    .replace(/^((?:\+|00)\d{1,3}\s*)\(0\)/, '$1')
    .replaceAll(separators, '')
}

/**
 * Normaliser A, for messages and display: removes separators, replaces a leading `0027` or `0` with `+27`, and writes
 * a `+27` number of 12 characters as `+27 XX XXX XXXX` (FMT-003, FMT-004, docs/domain/messages.md#phone-numbers).
 */
export function formatPhone(typed: string): string {
  const international = bareNumber(typed).replace(/^0/, '+27')
  if (international.length !== 12 || !international.startsWith('+27')) return international
  return `+27 ${international.slice(3, 5)} ${international.slice(5, 8)} ${international.slice(8)}`
}

/**
 * Returns a number in the form that gateways and links need: digits with the country code
 * (docs/domain/messages.md#phone-numbers).
 */
export function dialledPhone(typed: string): string {
  return formatPhone(typed).replaceAll(/\D/g, '')
}

/**
 * Normaliser B, for lists and forms: removes separators and keeps a leading `+`. A number that starts with `0` or has
 * 10 digits stays as it is; a longer one gets `+`, a shorter one a leading `0` (FMT-005, FMT-007,
 * docs/domain/messages.md#phone-numbers).
 */
export function listedPhone(typed: string): string {
  const digits = digitsOf(typed)
  if (digits === '' || digits.startsWith('+') || digits.startsWith('0')) return digits
  if (digits.length === 10) return digits
  return digits.length > 10 ? `+${digits}` : `0${digits}`
}

/** Minimum number of digits in a search by phone number; fewer digits can be a house number or a year. */
const min_searched_digits = 6

/**
 * Returns the digits used to search for a number: without separators, calling code and leading zero. Every format of
 * a number, or only its beginning or end, then finds every other format. Returns `null` when the text cannot be a
 * number.
 */
export function searchedPhone(text: string): string | null {
  const typed = normalisePhone(text)
  if (!/^[+0(][\d\s().-]*$/.test(typed) && !looksLikePhone(typed)) return null
  const digits = bareNumber(typed)
    .replace(/^\+27|^0/, '')
    .replace(/^\+/, '')
  return digits.length >= min_searched_digits && /^\d+$/.test(digits) ? digits : null
}
