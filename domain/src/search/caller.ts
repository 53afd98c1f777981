import { searchedPhone } from '../kit/contacts/phone.ts'

/** Shortest word that is looked up in names, streets and references. */
export const min_caller_word = 3

/** Maximum number of records of each kind that are shown for one text. */
export const max_caller_records = 20

/** How many days back collection requests are searched by text; by number, all are found. */
export const caller_request_days = 30

/**
 * Returns the lower-case words that a record must contain, from what staff type during a call: the
 * digits of a phone number in any spelling as one word, otherwise the words of the text. `null` when no word is long
 * enough to look up.
 */
export function callerWords(text: string): string[] | null {
  const phone = searchedPhone(text)
  if (phone !== null) return [phone]
  const words = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  return words.some((word) => word.length >= min_caller_word) ? words : null
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
