import { e164 } from '../kit/contacts/phone-number.ts'
import { isOneEmail } from '../kit/contacts/email.ts'
import { invalid } from '../kit/problem.ts'
import type { SubscriberChannel } from '../shipments/receiver/subscription-step.ts'
import type { MessageEvent } from './message-events.ts'
import { takesReplies } from './replies/reply-texts.ts'

/** Maximum number of people who get messages about one parcel, those who have not confirmed yet included. */
export const subscribers_per_parcel = 10
/** How many messages an address or number gets in a day that ask it to confirm a subscription. */
export const confirmations_per_day: Readonly<Record<SubscriberChannel, number>> = { email: 5, sms: 3 }
/** How many such SMS go out in a day to numbers that differ in their last two digits only, so that nobody tries them all. */
export const confirmations_per_range = 10
/** How long a subscription waits for its confirmation, in days. */
export const confirm_days = 2

/** The events about which subscribers get a message: what everybody reads on the tracking page. */
export const subscriber_events: readonly MessageEvent[] = [
  'collected',
  'in_transit',
  'at_destination_hub',
  'out_for_delivery',
  'delivery_failed_attempt',
  'ready_for_pickup',
  'delivered',
  'cancelled',
]

/** The names in the communication log of messages that ask a subscriber, and that inform one. */
export const subscriber_question = 'subscriber_question'
export const subscriber_update = 'subscriber_update'

/**
 * Returns the part of the unique key of an update by SMS that names its event, which can differ from the status of its
 * tracking event: that is about one parcel, and the update about the whole shipment.
 */
export function updateOccurrence(event: MessageEvent, trackingEventId: number | undefined): string {
  return `${event}-${trackingEventId ?? 0}`
}

/** Returns the event that the unique key of an update by SMS names; `''` for a key of an earlier release. */
export function eventOfUpdate(onceKey: string): string {
  return /:([a-z_]+)-\d+:\d+$/.exec(onceKey)?.[1] ?? ''
}

/**
 * Returns an address as it is stored: an email address in lower case, or a South African mobile number with country code
 * and without `+`, because each SMS costs the company money. Throws when it is neither.
 */
export function subscriberAddress(channel: SubscriberChannel, typed: string): string {
  if (channel === 'email') {
    const email = typed.trim().toLowerCase()
    if (isOneEmail(email)) return email
    throw invalid('Enter an email address, such as name@example.co.za.', [
      { field: 'email', message: 'is not an email address' },
    ])
  }
  const number = (e164(typed) ?? '').slice(1)
  if (/^27[6-8]\d{8}$/.test(number)) return number
  throw invalid('Enter a South African mobile number, such as 082 123 4567.', [
    { field: 'number', message: 'is not a South African mobile number' },
  ])
}

/** Returns the first and last number of the range of a hundred to which a number belongs. */
export function rangeOf(number: string): { from: string; to: string } {
  const range = number.slice(0, -2)
  return { from: `${range}00`, to: `${range}99` }
}

/**
 * Returns the SMS to a subscriber about a status. `link` leads to the page with the parcel and the button that ends the
 * SMS; a reply can end them only where the sender is a number.
 */
export function subscriberSms(about: {
  company: string
  reference: string
  status: string
  link: string
  sender: string
}): string {
  const { company, reference, status, link, sender } = about
  const stop = takesReplies(sender) ? ' Reply STOP to end these SMS.' : ''
  return `${company}: parcel ${reference} is now: ${status}.${stop} More, or end these SMS: ${link}`
}
