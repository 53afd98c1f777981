import { searchedPhone } from '../kit/contacts/phone.ts'

/** Shortest word that is looked up in names, streets and references. */
export const min_caller_word = 3

/** Maximum number of records of each kind that are shown for one text. */
export const max_caller_records = 20

/** How many days back collection requests are searched by text; by number, all are found. */
export const caller_request_days = 30

/**
 * Returns the lower-case words that a record must contain, from what staff type during a call: the words of the text, with
 * the digits of a phone number in any spelling, or of its beginning, as one word. `null` when no word is long enough to
 * look up.
 */
export function callerWords(text: string): string[] | null {
  const phone = searchedPhone(text)
  if (phone !== null) return [phone]
  const words = [...new Set(splitWords(text).flatMap(digitsAsOne))]
  return words.some((word) => word.length >= min_caller_word) ? words : null
}

/** Splits a text into words; neighbouring groups of digits, such as `082 123 4567`, stay together. */
function splitWords(text: string): string[] {
  const found: string[] = []
  let isAfterDigits = false
  for (const word of text.toLowerCase().split(/[\s,;]+/)) {
    if (word === '') continue
    const isDigits = /^[+(]?\d[\d().-]*$/.test(word)
    if (isDigits && isAfterDigits && !word.startsWith('+')) found.push(`${found.pop() ?? ''} ${word}`)
    else found.push(word)
    isAfterDigits = isDigits
  }
  return found
}

/** Returns the digits of a phone number, or of its beginning, without calling code and zero; otherwise the words. */
function digitsAsOne(groups: string): string[] {
  const phone = searchedPhone(groups)
  if (phone !== null) return [phone]
  const digits = groups.replaceAll(/\D/g, '').replace(groups.startsWith('+') ? /^27/ : /^0/, '')
  const isBeginning = /^[+0(][\d\s().-]*$/.test(groups) && digits.length >= min_caller_word
  return isBeginning ? [digits] : groups.split(/\s+/)
}

/** The parts of a contact in which the caller is recognised. */
export interface CallerContact {
  name?: string | undefined
  company?: string | undefined
  mobile_number?: string | undefined
  alternative_contact_number?: string | undefined
  email?: string | undefined
}

/** Who is on the phone, as far as the typed text shows it. */
export type CallerSide = 'sender' | 'receiver'

/**
 * Returns which contact of a shipment the words belong to: the one whose number, name, company or email address
 * contains all of them. `null` when neither or both do, for example for a reference.
 */
export function callerOf(
  words: readonly string[],
  contacts: Readonly<Record<CallerSide, CallerContact>>,
): CallerSide | null {
  const matches = (side: CallerSide): boolean => {
    const { name, company, mobile_number, alternative_contact_number, email } = contacts[side]
    const digits = [mobile_number, alternative_contact_number].map((one) => one?.replace(/\D/g, '') ?? '')
    const text = [name, company, email, ...digits].filter(Boolean).join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const [isSender, isReceiver] = [matches('sender'), matches('receiver')]
  return isSender === isReceiver ? null : isSender ? 'sender' : 'receiver'
}
