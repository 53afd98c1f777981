import { email_list_max, isOneEmail, splitList } from '../kit/contacts/email.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import type { Recipient } from './message-events.ts'

/** One address that is to hear of an event, and as whom. */
export interface Addressed {
  address: string
  recipient: Recipient
}

/**
 * Who hears of an event by e-mail: the contacts whose switch is on, each field a list of at most ten addresses split by
 * comma or semicolon, every address once. An address that stands on both sides gets the delivery message
 * (docs/domain/messages.md#sending-rules, FMT-012).
 */
export function emailRecipients(
  contacts: Readonly<Record<Recipient, string>>,
  isOn: (recipient: Recipient) => boolean,
): Addressed[] {
  const chosen = new Map<string, Addressed>()
  for (const recipient of ['delivery', 'collection'] as const) {
    if (!isOn(recipient)) continue
    for (const address of splitList(contacts[recipient]).filter(isOneEmail).slice(0, email_list_max)) {
      const key = address.toLowerCase()
      if (!chosen.has(key)) chosen.set(key, { address, recipient })
    }
  }
  return [...chosen.values()]
}

/**
 * Who hears of an event on a phone: the contacts whose switch is on and whose number can be read, as digits with the
 * country code. A number that stands on both sides gets the delivery message (docs/domain/messages.md#sending-rules).
 */
export function phoneRecipients(
  contacts: Readonly<Record<Recipient, string>>,
  isOn: (recipient: Recipient) => boolean,
): Addressed[] {
  const chosen = new Map<string, Addressed>()
  for (const recipient of ['delivery', 'collection'] as const) {
    const address = isOn(recipient) ? (e164(contacts[recipient]) ?? '').slice(1) : ''
    if (address && !chosen.has(address)) chosen.set(address, { address, recipient })
  }
  return [...chosen.values()]
}

/** A contact of a shipment, as far as it can be written to. */
export interface Reachable {
  email?: string | undefined
  mobile_number?: string | undefined
}

/**
 * Where whoever pays for a guest's booking is told of it, by the contacts in the order in which they are asked (billing,
 * sender): the e-mail addresses of the first who has one, else the mobile number of the first who has one. No address
 * when nobody can be reached.
 */
export function payerRecipients(contacts: readonly Reachable[]): {
  channel: 'email' | 'sms'
  addresses: string[]
} {
  const addressesOf = (found: readonly Addressed[]): string[] => found.map(({ address }) => address)
  const emails = contacts.map(({ email = '' }) =>
    addressesOf(emailRecipients({ collection: email, delivery: '' }, () => true)),
  )
  const phones = contacts.map(({ mobile_number = '' }) =>
    addressesOf(phoneRecipients({ collection: mobile_number, delivery: '' }, () => true)),
  )
  const first = (of: readonly string[][]): string[] => of.find(({ length }) => length > 0) ?? []
  const mailed = first(emails)
  return mailed.length > 0
    ? { channel: 'email', addresses: mailed }
    : { channel: 'sms', addresses: first(phones) }
}

/** An address as people see it who may not see contact details: `n•••@example.com`, `+27 •••• 567`. */
export function maskedRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}•••${recipient.slice(at)}`
  return `•••• ${recipient.slice(-3)}`
}
