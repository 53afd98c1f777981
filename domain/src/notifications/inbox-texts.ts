import { withFullStop } from '../kit/texts/sentence.ts'
import { customerSentence, statusLabel, type ShipmentStatus } from '../shipments/statuses/status.ts'

/** Subject and text of an inbox message. */
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
  'on-hold': ['on hold', 'It will not move until it is released.'],
  undeliverable: ['cannot be delivered', 'Tell us where it should go.'],
  'returned-to-sender': ['returned to you', ''],
}

/** Whether the users of an account get an inbox message when a shipment enters this status. */
export function isInboxStatus(status: ShipmentStatus): boolean {
  return short[status] !== undefined
}

/**
 * Returns the inbox message for the users of an account when a shipment enters a status, or `null` when the status
 * has no message. Customers see each of these statuses unchanged (docs/domain/statuses.md#who-sees-what).
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

/** Returns the message to staff about a problem with a shipment of a VIP account. */
export function vipInboxText(
  status: ShipmentStatus,
  about: { reference: string; account: string; message: string },
): InboxText {
  return {
    subject: `${about.reference}: ${statusLabel(status).toLowerCase()}, VIP ${about.account}`,
    text: paragraphs(withFullStop(about.message), 'Priority account: act now.'),
  }
}

/**
 * Returns the message to staff about a parcel on a vehicle for which no place at its pickup point is looked for any
 * longer.
 */
export function placeMissingText(about: {
  reference: string
  point: string
  driver: string
  reason: string
}): InboxText {
  const { reference, point, driver, reason } = about
  return {
    subject: `${reference}: no place at ${point || 'its pickup point'}`,
    text: paragraphs(
      withFullStop(reason),
      driver ? `The parcel is with ${driver}.` : '',
      'Open the shipment and press Choose another place: another locker or counter, or the receiver’s door. The new price is displayed before you save.',
    ),
  }
}

/** Returns the message about a note from the courier company that the customer may read. */
export function noteInboxText(reference: string, note: string): InboxText {
  return { subject: `${reference}: new note`, text: paragraphs(note) }
}

/** Returns the message to the staff of both branches about parcels that were not unloaded from a manifest. */
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
      'Look for them at both branches. Scan in the parcels you find. They are then no longer missing.',
    ),
  }
}

/** Returns the message to the staff of the first branch about a manifest that was not closed at its time. */
export function manifestNotClosedText(about: { display_id: string; to: string; reason: string }): InboxText {
  const { display_id, to, reason } = about
  return {
    subject: `${display_id} to ${to} was not closed at its time`,
    text: paragraphs(reason, `Put that right, then close the manifest. Until then, ${to} cannot unload it.`),
  }
}

/** Returns the message to staff about a vehicle that starts soon (`HH:mm`) and is not ready. */
export function depotText(about: {
  branch_name: string
  name: string
  starts: string
  problems: readonly string[]
}): InboxText {
  const { branch_name, name, starts, problems } = about
  return {
    subject: `${name} starts at ${starts} and is not ready`,
    text: paragraphs(
      `${branch_name}: ${problems.join(' ')}`,
      'Open the depot board to see the parcels. Load or move them, then release the route.',
    ),
  }
}

/** Returns the message about a new invoice; `total` is formatted for display: `R 1 234,50`. */
export function invoiceInboxText(number: string, total: string): InboxText {
  return {
    subject: `Invoice ${number} for ${total}`,
    text: 'A new invoice was issued to your account. Open it to see its lines and to download it.',
  }
}

/**
 * Returns the message to the users of an account about a hold or its release; `contact` is the contact address of the
 * company.
 */
export function holdInboxText(isOnHold: boolean, contact: string): InboxText {
  if (!isOnHold)
    return { subject: 'Your account is no longer on hold', text: 'You can book shipments again.' }
  const contactText = contact ? `, or contact ${contact}` : ', or contact us'
  return {
    subject: 'Your account is on hold',
    text: paragraphs(
      'New shipments cannot be booked until it is released. Shipments already collected continue.',
      `Pay the outstanding amount${contactText}.`,
    ),
  }
}

/** Returns the message to staff who decide on holds about an automatic hold on an account. */
export function heldInboxText(account: string, reason: string): InboxText {
  const why =
    reason === 'overdue'
      ? 'Its oldest invoice has been unpaid for too long.'
      : 'It owes more than its credit limit allows.'
  return {
    subject: `${account} was put on hold`,
    text: paragraphs(why, 'It is released automatically once this is paid.'),
  }
}

/** Returns the message to staff who decide on holds about a new customer; `isWaiting`: the account needs approval. */
export function customerInboxText(account: string, isWaiting: boolean): InboxText {
  return isWaiting
    ? {
        subject: `${account} is waiting for approval`,
        text: 'A new customer has registered. The account cannot book until you release its hold.',
      }
    : {
        subject: `New customer: ${account}`,
        text: 'The account was opened by registration and can book shipments.',
      }
}

/** Returns the reminder to the author of a note on an account whose day to follow up has come. */
export function followUpInboxText(account: string, note: string): InboxText {
  return { subject: `Follow up: ${account}`, text: paragraphs('You wanted to follow this up today.', note) }
}

/** Returns the reminder of a note on a shipment, for its assignee. */
export function reminderInboxText(reference: string, note: string): InboxText {
  return {
    subject: `Reminder: ${reference}`,
    text: paragraphs('This is due today. Mark the note as done when you have dealt with it.', note),
  }
}

/** Returns the message to a user whose role has changed. */
export function roleInboxText(role: string): InboxText {
  return {
    subject: `Your role is now ${role}`,
    text: 'What you can see and do has changed. If something you need is missing, ask the person who manages your users.',
  }
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n\n')
}
