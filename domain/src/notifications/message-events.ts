import type { ShipmentStatus } from '../shipments/status.ts'
import type { Channel } from './model.ts'

/** Which contact of a shipment a message goes to. */
export type Recipient = 'collection' | 'delivery'

/** `on` by default, `off` but offered, or not offered at all (`null`), for collection and delivery contact. */
type Offer = readonly ['on' | 'off' | null, 'on' | 'off' | null]

const yes = ['on', 'on'] as const
const to_receiver = ['off', 'on'] as const
const to_sender = ['on', 'off'] as const
const both_off = ['off', 'off'] as const
const none = [null, null] as const
const receiver_may = [null, 'off'] as const

/**
 * The fifteen events of messages in order, with what each channel offers (docs/domain/messages.md#events-and-switches).
 */
export const message_events = {
  submitted: { email: to_sender, sms: both_off, whatsapp: none },
  awaiting_dropoff: { email: ['on', null], sms: ['on', null], whatsapp: ['off', null] },
  collection_assigned: { email: ['off', null], sms: ['off', null], whatsapp: none },
  collection_failed_attempt: { email: to_sender, sms: to_sender, whatsapp: none },
  collection_exception: { email: to_sender, sms: both_off, whatsapp: none },
  collected: { email: yes, sms: to_receiver, whatsapp: none },
  in_transit: { email: both_off, sms: none, whatsapp: none },
  at_destination_hub: { email: to_receiver, sms: both_off, whatsapp: none },
  out_for_delivery: { email: to_receiver, sms: to_receiver, whatsapp: receiver_may },
  delivery_failed_attempt: { email: yes, sms: to_receiver, whatsapp: receiver_may },
  delivery_exception: { email: yes, sms: both_off, whatsapp: none },
  ready_for_pickup: { email: to_receiver, sms: to_receiver, whatsapp: receiver_may },
  collect_and_return_to_hub: { email: yes, sms: to_receiver, whatsapp: none },
  delivered: { email: yes, sms: both_off, whatsapp: receiver_may },
  cancelled: { email: to_sender, sms: both_off, whatsapp: none },
} as const satisfies Record<string, Readonly<Record<Channel, Offer>>>

export type MessageEvent = keyof typeof message_events

export const message_event_keys = Object.keys(message_events) as MessageEvent[]

/** The event of a status, `null` when no message belongs to it. */
export function messageEventOf(status: ShipmentStatus): MessageEvent | null {
  const key = status.replaceAll('-', '_')
  return message_event_keys.find((known) => known === key) ?? null
}

/** Whether a channel offers an event to a contact at all. */
export function isOffered(event: MessageEvent, channel: Channel, recipient: Recipient): boolean {
  return message_events[event][channel][recipient === 'collection' ? 0 : 1] !== null
}

/**
 * The setting that switches one message: `notify_sms_out_for_delivery_delivery`
 * (docs/domain/messages.md#events-and-switches).
 */
export function messageKey(event: MessageEvent, channel: Channel, recipient: Recipient): string {
  return `notify_${channel}_${event}_${recipient}`
}
