// Small, because every page loads it. Whether a number exists is asked in phone-number.ts.

import { z } from 'zod'
import { cleanText, text } from '../calls/wire.ts'

/**
 * A number as somebody meant it. What programs do to numbers is undone: characters that nobody sees, full-width digits,
 * dashes that are no hyphens, and the spreadsheet that takes a number for an amount (`821234567`, `27821234567.0`). What
 * people write stays as written; what is no number too.
 */
export function normalisePhone(typed: string): string {
  const clean = cleanText(typed.normalize('NFKC'), false).replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  const written = clean.replace(/^'(?=[+\d])/, '').replace(/^(\+?\d+)\.0+$/, '$1')
  const bare = written.replaceAll(separators, '')
  if (/^27[1-8]\d{8}$/.test(bare)) return `+${bare}`
  return /^[1-8]\d{8}$/.test(bare) ? `0${bare}` : written
}

const separators = /[\s().-]/g

/** A phone number in a call, an import or a setting, tidied; whether it is one is asked where it is used (`isPhone`). */
export const phone = z.codec(text(60), z.string(), { decode: normalisePhone, encode: (value) => value })

const plain_number = /^(\+\d{10,12}|\d{10})$/
/** At most one pair of brackets. */
const one_pair = /^[^()]*(\([^()]+\))?[^()]*$/
/** Digit groups separated by spaces, hyphens or dots, with brackets around one group and an optional `(0)`. */
const formatted_number = /^(\+|00)?[\d(][\d\s().-]{7,18}\d$/

/**
 * Whether a text looks like a phone number: `+` and 10 to 12 digits, 10 digits, or a common written form such as
 * `082 123 4567`, `(082) 123-4567`, `+27 (0)82 123 4567` (FMT-001, FMT-002).
 */
export function looksLikePhone(text: string): boolean {
  const typed = normalisePhone(text)
  if (plain_number.test(typed)) return true
  if (!formatted_number.test(typed) || !one_pair.test(typed)) return false
  return plain_number.test(bareNumber(typed))
}

/**
 * Digits with at most a leading `+`: separators go, and the zero that is not dialled behind a country code; `00` becomes
 * `+`.
 */
export function bareNumber(typed: string): string {
  return digitsOf(typed)
    .replace(/^00/, '+')
    .replace(/^\+270(?=\d{9}$)/, '+27')
}

/** The same with `00` as it was typed. */
function digitsOf(typed: string): string {
  return normalisePhone(typed)
    .replace(/^((?:\+|00)\d{1,3}\s*)\(0\)/, '$1')
    .replaceAll(separators, '')
}

/**
 * Normaliser A, for messages and display: spaces go, a leading `0027` or `0` becomes `+27`, and a result of 12
 * characters is written `+27 XX XXX XXXX` (FMT-003, FMT-004, docs/domain/messages.md#phone-numbers).
 */
export function formatPhone(typed: string): string {
  const international = bareNumber(typed).replace(/^0/, '+27')
  if (international.length !== 12 || !international.startsWith('+27')) return international
  return `+27 ${international.slice(3, 5)} ${international.slice(5, 8)} ${international.slice(8)}`
}

/** A number as gateways and links take it: digits with the country code (docs/domain/messages.md#phone-numbers). */
export function dialledPhone(typed: string): string {
  return formatPhone(typed).replaceAll(/\D/g, '')
}

/**
 * Normaliser B, for lists and forms: spaces go; a leading `+` stays; a number that begins with `0` or has 10 digits
 * keeps its form; longer ones get `+`, shorter ones a leading `0` (FMT-005, FMT-007,
 * docs/domain/messages.md#phone-numbers).
 */
export function listedPhone(typed: string): string {
  const digits = digitsOf(typed)
  if (digits === '' || digits.startsWith('+') || digits.startsWith('0')) return digits
  if (digits.length === 10) return digits
  return digits.length > 10 ? `+${digits}` : `0${digits}`
}

/** The fewest digits of a part of a number that tell it from a house number or a year. */
const min_searched_digits = 6

/**
 * The digits by which a number is looked for: without separators, calling code and leading zero, so that every way of
 * writing it, also only its beginning or end, is found in every other. `null` when the text cannot be a number.
 */
export function searchedPhone(text: string): string | null {
  const typed = normalisePhone(text)
  if (!/^[+0(][\d\s().-]*$/.test(typed) && !looksLikePhone(typed)) return null
  const digits = bareNumber(typed)
    .replace(/^\+27|^0/, '')
    .replace(/^\+/, '')
  return digits.length >= min_searched_digits && /^\d+$/.test(digits) ? digits : null
}
