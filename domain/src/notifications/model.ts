import { z } from 'zod'
import { instant, rand } from '../kit/calls/wire.ts'

export const channels = ['email', 'sms', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

/** Delivery states of a message (docs/domain/messages.md#sending-rules). */
export const message_states = ['queued', 'sent', 'delivered', 'opened', 'failed', 'skipped'] as const

/** One message in the communication log of a shipment (docs/domain/messages.md#sending-rules). */
export const Message = z.object({
  id: z.int(),
  shipment_id: z.int(),
  channel: z.enum(channels),
  event: z.string(),
  /** Masked for users who may not see contact details. */
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(message_states),
  /** Reason why the message failed or was skipped, `''` otherwise. */
  reason: z.string(),
  provider_message_id: z.string(),
  /** Cents; 0 when free. */
  price: rand,
  time_created: instant,
  time_modified: instant,
})
export type Message = z.output<typeof Message>
