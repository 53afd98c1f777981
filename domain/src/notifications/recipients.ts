import { email_list_max, isOneEmail, splitList } from '../kit/email.ts'
import { e164 } from '../kit/phone-number.ts'
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

/** An address as people see it who may not see contact details: `n•••@example.com`, `+27 •••• 567`. */
export function maskedRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}•••${recipient.slice(at)}`
  return `•••• ${recipient.slice(-3)}`
}
