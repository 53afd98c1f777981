import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import type { Channel } from './model.ts'

/** The contact of a shipment that receives a message. */
export type Recipient = 'collection' | 'delivery'

/**
 * Default of the switches for the collection and the delivery contact in a new company; `null` when the channel does
 * not offer the event.
 */
type Offer = readonly ['on' | 'off', 'on' | 'off'] | null

const yes = ['on', 'on'] as const
const to_receiver = ['off', 'on'] as const
const to_sender = ['on', 'off'] as const
const both_off = ['off', 'off'] as const

/**
 * The fifteen message events in order, with the default switches of each channel
 * (docs/domain/messages.md#events-and-switches).
 */
export const message_events = {
  submitted: { email: to_sender, sms: both_off, whatsapp: null },
  awaiting_dropoff: { email: to_sender, sms: to_sender, whatsapp: both_off },
  collection_assigned: { email: both_off, sms: both_off, whatsapp: null },
  collection_failed_attempt: { email: to_sender, sms: to_sender, whatsapp: null },
  collection_exception: { email: to_sender, sms: both_off, whatsapp: null },
  collected: { email: yes, sms: to_receiver, whatsapp: null },
  in_transit: { email: both_off, sms: null, whatsapp: null },
  at_destination_hub: { email: to_receiver, sms: both_off, whatsapp: null },
  out_for_delivery: { email: to_receiver, sms: to_receiver, whatsapp: both_off },
  delivery_failed_attempt: { email: yes, sms: to_receiver, whatsapp: both_off },
  delivery_exception: { email: yes, sms: both_off, whatsapp: null },
  ready_for_pickup: { email: to_receiver, sms: to_receiver, whatsapp: both_off },
  collect_and_return_to_hub: { email: yes, sms: to_receiver, whatsapp: null },
  delivered: { email: yes, sms: both_off, whatsapp: both_off },
  cancelled: { email: to_sender, sms: both_off, whatsapp: null },
} as const satisfies Record<string, Readonly<Record<Channel, Offer>>>

export type MessageEvent = keyof typeof message_events

export const message_event_keys = Object.keys(message_events) as MessageEvent[]

/** Returns the message event of a status, or `null` when the status has no message. */
export function messageEventOf(status: ShipmentStatus): MessageEvent | null {
  const key = status.replaceAll('-', '_')
  return message_event_keys.find((known) => known === key) ?? null
}

/** Whether a channel offers an event; if so, each contact has a switch (NOTE-007). */
export function isOffered(event: MessageEvent, channel: Channel): boolean {
  return message_events[event][channel] !== null
}

/**
 * Returns the key of the setting that switches one message, for example `notify_sms_out_for_delivery_delivery`
 * (docs/domain/messages.md#events-and-switches).
 */
export function messageKey(event: MessageEvent, channel: Channel, recipient: Recipient): string {
  return `notify_${channel}_${event}_${recipient}`
}
