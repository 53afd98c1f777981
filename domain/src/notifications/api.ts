import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { external_endpoint, ReceivedAtToken } from '../kit/calls/raw-body.ts'
import { count, list, maybe, text } from '../kit/calls/wire.ts'
import { Message, channels, message_states } from './model.ts'

/** API endpoints for messages about shipments and for bulk SMS: docs/domain/messages.md. */
export const notificationsApi = {
  log: endpoint('GET /shipments/communication-log', {
    input: z.object({
      shipment_id: maybe(count),
      tracking_reference: maybe(text(80)),
      channel: maybe(z.enum(channels)),
      state: maybe(list(z.enum(message_states))),
      ...paging,
    }),
    output: z.object({ messages: z.array(Message), count: z.int() }),
    summary: 'Lists messages sent about a shipment, newest first.',
    published: false,
  }),
  bulkSms: endpoint('POST /notification/bulk/sms', {
    body: 'many',
    input: z.object({
      /** Numbers, or lists of numbers separated by comma, semicolon or line break; at most 1 000 numbers. */
      phone_numbers: maybe(list(text(20_000, { lines: true }), 10_000)),
      message: maybe(text(2_000, { lines: true })),
    }),
    output: z.object({
      job_id: z.string(),
      accepted: z.int(),
      /** Entries that could not be read as a phone number. */
      rejected: z.array(z.string()),
      /** Number of SMS parts per message. */
      segments: z.int(),
    }),
    summary: 'Sends one SMS to many numbers.',
  }),
  reports: endpoint('POST /notification/infobip/reports/:token', {
    ...external_endpoint,
    input: ReceivedAtToken,
    summary: 'Receives delivery reports from Infobip.',
  }),
  replies: endpoint('POST /notification/infobip/replies/:token', {
    ...external_endpoint,
    input: ReceivedAtToken,
    summary: 'Receives replies to SMS and WhatsApp messages from Infobip.',
  }),
  unsubscribe: endpoint('POST /tracking/unsubscribe/:token', {
    ...external_endpoint,
    input: ReceivedAtToken,
    summary: 'Ends e-mails about a parcel, for mail programs that offer a button for it.',
  }),
  replyAddress: endpoint('GET /notification/infobip/reply-address', {
    input: z.object({}),
    output: z.object({ address: z.string() }),
    permission: 'API_/providers/settings:POST',
    published: false,
    summary: 'Returns the address to which Infobip forwards replies to messages.',
  }),
}
