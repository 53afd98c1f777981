import { z } from 'zod'
import { event } from '../kit/event.ts'
import { smsParts } from './sms-length.ts'

/** How often a day one receiver is written to about a shipment, so that nobody is flooded. */
export const receiver_messages_per_day = 10

/** Emitted when an e-mail that a user wrote to a receiver is stored and can be sent. */
export const receiverMailDue = event(
  'receiverMailDue',
  z.object({ once_key: z.string(), shipment_id: z.int() }),
)

/** Returns why an SMS to a receiver cannot be sent as it is, or `null`. `text` includes the name of the company. */
export function smsTooLong(text: string, maxParts: number): string | null {
  const parts = smsParts(text)
  return parts > maxParts
    ? `This SMS takes ${parts} parts. Your company sends at most ${maxParts}. Shorten it, or send an e-mail.`
    : null
}
