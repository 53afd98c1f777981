import { withFullStop } from '../kit/texts/format.ts'
import { customerSentence, statusLabel, type ShipmentStatus } from '../shipments/statuses/status.ts'

/** What a message of the inbox says. */
export interface InboxText {
  subject: string
  text: string
}

const short: Partial<Record<ShipmentStatus, readonly [subject: string, next: string]>> = {
  'collection-failed-attempt': [
    'we could not collect',
    'We will try again. Contact us if another day suits you better.',
  ],
  'collection-exception': [
    'collection has a problem',
    'Open the shipment to see what happened. Contact us if the details are wrong.',
  ],
  'delivery-failed-attempt': [
    'we could not deliver',
    'We will try again. Contact us if another day or place suits the receiver better.',
  ],
  'delivery-exception': [
    'delivery has a problem',
    'Open the shipment to see what happened. Contact us if the details are wrong.',
  ],
  'on-hold': ['on hold', 'It does not travel until it is released.'],
  undeliverable: ['cannot be delivered', 'Tell us where it should go.'],
  'returned-to-sender': ['returned to you', ''],
}

/** Whether a status is one of those that the people of an account hear of in their inbox. */
export function isInboxStatus(status: ShipmentStatus): boolean {
  return short[status] !== undefined
}

/**
 * What the inbox of an account says when a shipment enters a status; `null` for those it does not tell. Customers see
 * each of these statuses as it is stored (docs/domain/statuses.md#who-sees-what).
 */
export function shipmentInboxText(
  status: ShipmentStatus,
  shipment: { reference: string; message: string; from: string; to: string },
): InboxText | null {
  const [subject, next] = short[status] ?? []
  if (subject === undefined) return null
  const sentence = customerSentence(status, { message: shipment.message })
  return {
    subject: `${shipment.reference}: ${subject}`,
    text: paragraphs(withFullStop(sentence), `From ${shipment.from} to ${shipment.to}.`, next ?? ''),
  }
}

/** A VIP account's shipment has a problem, as the staff who can do something read it. */
export function vipInboxText(
  status: ShipmentStatus,
  about: { reference: string; account: string; message: string },
): InboxText {
  return {
    subject: `VIP ${about.account}: ${about.reference} is ${statusLabel(status).toLowerCase()}`,
    text: paragraphs(withFullStop(about.message), 'Priority account: act now.'),
  }
}

/** A note of the courier company that the customer may read. */
export function noteInboxText(reference: string, note: string): InboxText {
  return { subject: `${reference}: new note`, text: paragraphs(note) }
}

/** Parcels of a manifest did not come off it, as the staff of both its branches read it. */
export function manifestShortText(about: {
  display_id: string
  from: string
  to: string
  short_count: number
  parcel_count: number
}): InboxText {
  const { display_id, from, to, short_count, parcel_count } = about
  return {
    subject: `${display_id}: ${short_count} of ${parcel_count} parcels ${short_count === 1 ? 'is' : 'are'} missing`,
    text: paragraphs(
      `They were loaded at ${from} and have not been scanned in at ${to}.`,
      'Look for them at both branches. What turns up is scanned in, and is missing no more.',
    ),
  }
}

/** An invoice was issued; `total` as people read it: `R 1 234,50`. */
export function invoiceInboxText(number: string, total: string): InboxText {
  return {
    subject: `Invoice ${number} for ${total}`,
    text: 'A new invoice was issued to your account. Open it to see its lines and to download it.',
  }
}

/** An account was put on hold or released, as its own people read it; `contact` is how they reach the company. */
export function holdInboxText(isOnHold: boolean, contact: string): InboxText {
  if (!isOnHold)
    return { subject: 'Your account is no longer on hold', text: 'You can book shipments again.' }
  const ways = contact ? `, or contact ${contact}` : ', or contact us'
  return {
    subject: 'Your account is on hold',
    text: paragraphs(
      'New shipments cannot be booked until it is released. Shipments that were collected travel on.',
      `Settle what is outstanding${ways}.`,
    ),
  }
}

/** An account that the system put on hold, as the staff who decide on holds read it. */
export function heldInboxText(account: string, reason: string): InboxText {
  const why =
    reason === 'overdue'
      ? 'Its oldest invoice has been unpaid for too long.'
      : 'It owes more than its credit limit allows.'
  return {
    subject: `${account} was put on hold`,
    text: paragraphs(why, 'It is released by itself once that is settled.'),
  }
}

/** A new customer, as the staff who decide on holds read it. */
export function customerInboxText(account: string, isWaiting: boolean): InboxText {
  return isWaiting
    ? {
        subject: `${account} waits for approval`,
        text: 'A new customer has registered. The account cannot book until you release its hold.',
      }
    : { subject: `New customer: ${account}`, text: 'The account was opened by registration and may book.' }
}

/** Another role was given to a user. */
export function roleInboxText(role: string): InboxText {
  return {
    subject: `Your role is now ${role}`,
    text: 'What you see and may do has changed. If something you need is missing, ask the person who manages your users.',
  }
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n\n')
}
