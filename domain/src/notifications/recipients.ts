import { email_list_max, isOneEmail, splitList } from '../kit/contacts/email.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import type { Recipient } from './message-events.ts'

/** An address that receives the message of an event, and the contact it belongs to. */
export interface Addressed {
  address: string
  recipient: Recipient
}

/**
 * Returns the e-mail recipients of an event: the contacts whose switch is on. Each contact field is a list of at most
 * ten addresses, separated by comma or semicolon. Duplicate addresses are removed. An address of both contacts gets
 * the delivery message (docs/domain/messages.md#sending-rules, FMT-012).
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
 * Returns the phone recipients of an event: the contacts whose switch is on and whose number is valid, as digits with
 * the country code. A number of both contacts gets the delivery message (docs/domain/messages.md#sending-rules).
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

/** The contact details of a shipment contact that messages can be sent to. */
export interface Reachable {
  email?: string | undefined
  mobile_number?: string | undefined
}

/**
 * Returns where to notify the payer of a guest’s booking. `contacts` are in order of preference (billing, sender).
 * Returns the e-mail addresses of the first contact that has any, else the mobile number of the first contact that
 * has one, else no address.
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

/** Masks an address for users who may not see contact details: `n•••@example.com`, `+27 •••• 567`. */
export function maskedRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}•••${recipient.slice(at)}`
  return `•••• ${recipient.slice(-3)}`
}
