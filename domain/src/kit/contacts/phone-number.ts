import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { bareNumber, looksLikePhone, normalisePhone } from './phone.ts'

/**
 * Returns the error message for an invalid phone number. Pass the field’s name as `what` when the message is
 * displayed without its field.
 */
export function phoneSentence(what = 'This'): string {
  return `${what} is not a phone number. Type it like 082 123 4567, or with + and the country code.`
}

/**
 * Whether a text is a valid phone number of its country; without a country code it is read as South African
 * (FMT-001). South African short numbers are rejected because they do not reach a person’s phone: a number needs its
 * ten digits.
 */
export function isPhone(text: string): boolean {
  return read(text) !== null
}

/**
 * Returns the E.164 form, which is stored beside the typed text; `null` when the text is not a phone number
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

/** Maximum length of a typed number, in characters: fifteen digits and their separators. */
const max_typed_length = 40
