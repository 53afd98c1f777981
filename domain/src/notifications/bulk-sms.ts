import { invalid, type Problem } from '../kit/problem.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import { plainMarks, smsParts } from './sms-length.ts'

/** Numbers of one bulk SMS at most (docs/domain/messages.md#channels-and-bulk-sms). */
export const max_bulk_numbers = 1_000

/** A bulk SMS as it will be sent. */
export interface BulkSms {
  text: string
  /** Parts of each message. */
  segments: number
  /** Digits with the country code, each once, in the order they were given. */
  numbers: string[]
  /** What could not be read as a number, as it was written. */
  rejected: string[]
}

/** The numbers somebody wrote down, split by comma, semicolon or line. */
export function writtenNumbers(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(/[,;\n]/).map((one) => one.trim())).filter(Boolean)
}

/** Reads what somebody wants to send to many; every number gets one message, however often it stands in the list. */
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
 * What keeps a bulk SMS from being sent, or `null`: it needs a list of numbers and a text of the length that is paid
 * for.
 */
export function bulkSmsProblem(
  { text, segments, numbers, rejected }: BulkSms,
  maxParts: number,
): Problem | null {
  const refuse = (field: string, message: string, short: string) =>
    invalid(message, [{ field, message: short }])
  if (numbers.length + rejected.length === 0)
    return refuse('phone_numbers', 'A bulk SMS needs a list of phone numbers.', 'is required')
  if (numbers.length === 0)
    return refuse('phone_numbers', 'None of these is a phone number. Check the list.', 'has no phone number')
  if (numbers.length > max_bulk_numbers)
    return refuse(
      'phone_numbers',
      `A bulk SMS goes to ${max_bulk_numbers} numbers at most. Send it in ${Math.ceil(numbers.length / max_bulk_numbers)} lists.`,
      'is too long',
    )
  if (text === '') return refuse('message', 'A bulk SMS needs a message.', 'is required')
  if (segments > maxParts)
    return refuse(
      'message',
      `This message takes ${segments} parts. Your company sends at most ${maxParts}. Shorten it.`,
      'is too long',
    )
  return null
}
