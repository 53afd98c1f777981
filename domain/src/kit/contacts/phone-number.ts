import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { bareNumber, looksLikePhone, normalisePhone } from './phone.ts'

/** Said of what is no phone number, by its name where the sentence stands alone. */
export function phoneSentence(what = 'This'): string {
  return `${what} is not a phone number. Type it like 082 123 4567, or with + and the country code.`
}

/**
 * Whether a text is a phone number of a country that has such numbers; without a country it is South African (FMT-001).
 * Short South African numbers reach nobody's phone, so that those need their ten digits.
 */
export function isPhone(text: string): boolean {
  return read(text) !== null
}

/**
 * The E.164 form stored beside what was typed, `null` when the text is no number
 * (docs/domain/south-africa.md#numbers-of-phones).
 */
export function e164(typed: string): string | null {
  return read(typed)?.number ?? null
}

function read(text: string): PhoneNumber | null {
  const typed = normalisePhone(text)
  if (!/^[+\d(][\d\s().-]*$/.test(typed) || typed.length > max_typed_length) return null
  const number = parsePhoneNumberFromString(bareNumber(typed), { defaultCountry: 'ZA', extract: false })
  if (!number?.isValid()) return null
  return looksLikePhone(typed) || number.country !== 'ZA' ? number : null
}

/** Fifteen digits and what may stand between them. */
const max_typed_length = 40
