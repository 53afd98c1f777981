import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'

/** Maximum length of a message between the office and a driver, so that it can be read at a stop. */
export const driver_message_max = 500

/** What drivers can answer with one tap. */
export const driver_answers = ['OK', 'I will be late', 'I cannot do this', 'Please call me'] as const

/** What the office can write to a driver with one click. */
export const office_phrases = [
  'Please call the office.',
  'The receiver is not there before 12:00.',
  'Please do this stop next.',
  'The gate code is ',
] as const

/** A message between the office and a driver. */
export const DriverMessage = z.object({
  id: z.int(),
  is_from_driver: z.boolean(),
  text: z.string(),
  author_name: z.string(),
  /** The shipment of the stop that the message is about; `null` and `''` when it is about none. */
  shipment_id: z.int().nullable(),
  tracking_reference: z.string(),
  time_written: instant,
  /** When the driver opened a message of the office; `null` before, and for messages of drivers. */
  time_read: instant.nullable(),
})
export type DriverMessage = z.output<typeof DriverMessage>

/** Returns the messages of the office that a driver has not read, oldest first. */
export function unreadMessages(messages: readonly DriverMessage[]): DriverMessage[] {
  return messages.filter(({ is_from_driver, time_read }) => !is_from_driver && time_read === null)
}
