import { invalid, type Problem } from '../kit/problem.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import { plainMarks, smsParts } from './sms-length.ts'

/** Maximum number of phone numbers in one bulk SMS (docs/domain/messages.md#channels-and-bulk-sms). */
export const max_bulk_numbers = 1_000

/** A bulk SMS, parsed and ready to send. */
export interface BulkSms {
  text: string
  /** Number of SMS parts per message. */
  segments: number
  /** Digits with the country code, without duplicates, in the order in which they were entered. */
  numbers: string[]
  /** Entries that could not be read as a phone number, as entered. */
  rejected: string[]
}

/** Splits lists of entered numbers at commas, semicolons and line breaks. */
export function writtenNumbers(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(/[,;\n]/).map((one) => one.trim())).filter(Boolean)
}

/**
 * Parses the entered numbers and the message of a bulk SMS. Each number gets one message, even if it is listed
 * several times.
 */
export function readBulkSms(lists: readonly string[], message: string): BulkSms {
  const numbers = new Set<string>()
  const rejected: string[] = []
  for (const written of writtenNumbers(lists)) {
    const number = e164(written)
    if (number === null) rejected.push(written)
    else numbers.add(number.slice(1))
  }
  const text = plainMarks(message.trim())
  return { text, segments: smsParts(text), numbers: [...numbers], rejected }
}

/**
 * Returns the problem that prevents a bulk SMS from being sent, or `null`. It needs at least one valid phone number,
 * at most `max_bulk_numbers`, and a message of 1 to `maxParts` parts.
 */
export function bulkSmsProblem(
  { text, segments, numbers, rejected }: BulkSms,
  maxParts: number,
): Problem | null {
  const reject = (field: string, message: string, short: string) =>
    invalid(message, [{ field, message: short }])
  if (numbers.length + rejected.length === 0)
    return reject('phone_numbers', 'A bulk SMS needs a list of phone numbers.', 'is required')
  if (numbers.length === 0)
    return reject('phone_numbers', 'None of these is a phone number. Check the list.', 'has no phone number')
  if (numbers.length > max_bulk_numbers)
    return reject(
      'phone_numbers',
      `A bulk SMS goes to ${max_bulk_numbers} numbers at most. Send it in ${Math.ceil(numbers.length / max_bulk_numbers)} lists.`,
      'is too long',
    )
  if (text === '') return reject('message', 'A bulk SMS needs a message.', 'is required')
  if (segments > maxParts)
    return reject(
      'message',
      `This message takes ${segments} parts. Your company sends at most ${maxParts}. Shorten it.`,
      'is too long',
    )
  return null
}
