import {
  notification_sender_name,
  provider_title,
  provider_url,
  tracking_url,
} from '@waybill/domain/identity/settings'
import { formatDateTime, formatLongDay, formatWeight } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { pickupCodeText } from '@waybill/domain/pickup-points/pickup-code'
import { compartmentIn } from '@waybill/domain/pickup-points/compartment-message'
import {
  message_event_keys,
  type MessageEvent,
  type Recipient,
} from '@waybill/domain/notifications/message-events'
import {
  covered_pin,
  filledEmail,
  isTextOf,
  messageTextProblems,
  type MessagePlace,
  type MessageText,
} from '@waybill/domain/notifications/message-texts'
import {
  bcc_address,
  email_from_address,
  email_reply_to,
  message_texts,
} from '@waybill/domain/notifications/settings'
import {
  pin_carriers,
  type TextFacts,
  type TextKind,
  type TextOffer,
} from '@waybill/domain/notifications/sms-texts'
import { shipment_ratings_enabled } from '@waybill/domain/shipments/settings'
import {
  customerSentence,
  isShipmentStatus,
  pointNames,
  statusLabel,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import { expectedPhrase, phraseText } from '@waybill/domain/shipments/statuses/expected-delivery'
import type { Mail } from '../../kit/mail/index.ts'
import type { BaseContext } from '../../kit/handler.ts'
import { dropoffPin, isSpent, newReceiverLink, offeredChange } from '../../shipments/index.ts'
import { mailFootText, mailPage } from '../mail/mail-page.ts'
import type { NotifiedShipment } from '../store.ts'

/** Subject of a message: an event of the shipment, a PIN sent again, or a rescheduled delivery. */
export type MessageKind = TextKind

/** Whether a message is about reaching a status. */
export function isOfStatus(kind: MessageKind): kind is MessageEvent {
  return message_event_keys.some((known) => known === kind)
}

/** Returns the status that a message is about: the one that its event names, otherwise that of the shipment. */
function statusIn(kind: MessageKind, shipment: NotifiedShipment): ShipmentStatus {
  const named = kind.replaceAll('_', '-')
  return isShipmentStatus(named) ? named : shipment.status
}

/** Content of a message before layout. */
interface MessageParts {
  subject: string
  headline: string
  lines: string[]
  /** PIN shown in large type, `''` for none. */
  pin: string
  /** Action offered to the recipient, through a personal link. */
  offer: { label: string; link: string } | null
}

/** Label of the PIN in an e-mail. */
const pin_labels = {
  door: 'PIN for the driver',
  pickup: 'PIN to fetch it',
  dropoff: 'PIN to drop it off',
} as const

/** Returns the PIN that a message carries to one contact, `''` for none. */
export function pinFor(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): string {
  const carries = pin_carriers[kind]
  if (carries === 'dropoff')
    return recipient === 'collection' && shipment.collection_pickup_point_id
      ? dropoffPin(reader, shipment)
      : ''
  const { proof_of_delivery_pin_sealed: sealed } = shipment
  if (!carries || recipient !== 'delivery' || !sealed) return ''
  const isPinRequired = shipment.delivery_pickup_point_id
    ? carries === 'pickup'
    : carries === 'door' && shipment.pod_method === 'pin-with-fallback'
  return isPinRequired ? reader.sealer.open(sealed) : ''
}

/**
 * Composes the e-mail of one kind to one contact, with the provider’s name and colour; `log` is its text with a
 * masked PIN.
 */
export function compose(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): Pick<Mail, 'from' | 'bcc' | 'reply_to' | 'subject' | 'text' | 'html'> & { log: string } {
  const standard = withSender(recipient, shipment, partsOf(reader, kind, recipient, shipment))
  const parts = inCustomText(reader, kind, recipient, shipment, standard)
  const title = reader.setting(provider_title)
  const link = trackingLink(reader, shipment)
  const carries = pin_carriers[kind] ?? 'door'
  const reference = shipment.short_tracking_reference
  const text = (pin: string) =>
    [
      parts.headline,
      ...parts.lines,
      pin && `${pin_labels[carries]}: ${pin}`,
      parts.offer && `${parts.offer.label}: ${parts.offer.link}`,
      `Track it: ${link}`,
      mailFootText(reader),
    ]
      .filter(Boolean)
      .join('\n\n')
  const blind = reader.setting(bcc_address)
  return {
    from: sender(reader, title),
    ...(blind ? { bcc: [blind] } : {}),
    ...(reader.setting(email_reply_to) ? { reply_to: reader.setting(email_reply_to) } : {}),
    subject: parts.subject,
    text: text(parts.pin),
    log: text(parts.pin && covered_pin),
    html: mailPage(reader, {
      ...parts,
      code: parts.pin,
      qr: parts.pin && carries !== 'door' ? pickupCodeText({ reference, pin: parts.pin }) : undefined,
      button: { label: 'Track the parcel', link },
      about: aboutLine(shipment),
    }),
  }
}

export function sender(reader: BaseContext, title: string): string {
  const name = (reader.setting(notification_sender_name) || title).replaceAll(/["<>\r\n]/g, '')
  const host = new URL(reader.request.web_url).hostname
  const address = reader.setting(email_from_address) || `no-reply@${/[a-z]/i.test(host) ? host : 'localhost'}`
  return `"${name}" <${address}>`
}

/** Returns the base URL of the company’s own pages, else of this installation. */
export function portalOf(reader: BaseContext): string {
  return (reader.setting(provider_url) || reader.request.web_url).replace(/\/+$/, '')
}

/** Messages in which the receiver can change the delivery. */
export const before_delivery_attempt: readonly MessageKind[] = [
  'submitted',
  'collected',
  'at_destination_hub',
  'delivery_failed_attempt',
  'delivery_rescheduled',
]

/** Label of what the receiver can do with the link in a message. */
const offer_labels: Readonly<Record<TextOffer, string>> = {
  day: 'Choose another day',
  other: 'Change this delivery',
  rate: 'How was the delivery?',
}

/**
 * Returns what the receiver of a delivery to a door can do with the link in a message: change it before a driver has it,
 * as long as the link does that, and rate it afterwards (docs/domain/shipments.md#another-day).
 */
export function receiverOffer(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): TextOffer | null {
  if (recipient !== 'delivery' || shipment.delivery_pickup_point_id) return null
  if (kind === 'delivered') return reader.setting(shipment_ratings_enabled) ? 'rate' : null
  if (!before_delivery_attempt.includes(kind) || isSpent(reader, shipment)) return null
  return offeredChange(reader, shipment, shipment.parcels)
}

/**
 * Returns the action that a message offers: to the receiver, a change before delivery and a rating afterwards; to a guest,
 * the label once the booking is paid.
 */
export function offerOf(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): MessageParts['offer'] {
  if (recipient === 'collection' && kind === 'submitted' && shipment.account_type === 'guest')
    return { label: 'Print label', link: guestLink(reader, shipment.payment_reference) }
  if (hasReceiverLink(kind, recipient))
    return { label: 'Open my parcel', link: receiverLink(reader, shipment) }
  const offer = receiverOffer(reader, kind, recipient, shipment)
  if (offer === null) return null
  const link = offer === 'rate' ? ratingLink(reader, shipment) : changeLink(reader, shipment)
  return { label: offer_labels[offer], link }
}

/** Returns the link with which the receiver changes the delivery, until it is spent (decision 0148). */
export function changeLink(reader: BaseContext, shipment: NotifiedShipment): string {
  return `${portalOf(reader)}/reschedule/${shipment.reschedule_reference}`
}

/** Returns the link with which the receiver rates the delivery, once. */
export function ratingLink(reader: BaseContext, shipment: NotifiedShipment): string {
  return `${portalOf(reader)}/rate/${shipment.rating_reference}`
}

/** Returns the link to a guest’s own shipment page, for payment and, once paid, for printing the label. */
export function guestLink(reader: BaseContext, paymentReference: string): string {
  return `${portalOf(reader)}/pay/${paymentReference}`
}

/** Returns the receiver’s tracking link: the provider’s own address, else the page of this installation. */
export function trackingLink(reader: BaseContext, shipment: NotifiedShipment): string {
  const base = reader.setting(tracking_url) || `${portalOf(reader)}/track?ref=`
  return base + encodeURIComponent(referenceOf(shipment))
}

/** Returns a new link that signs one device of the receiver in to the shipment, once (decision 0146). */
export function receiverLink(reader: BaseContext, shipment: NotifiedShipment): string {
  return `${portalOf(reader)}/track?link=${newReceiverLink(reader, shipment)}`
}

/** Messages to the receiver that have a one-time link: something can be done, and no other link offers it. */
export const with_receiver_link: readonly MessageKind[] = [
  'out_for_delivery',
  'ready_for_pickup',
  'pickup_reminder',
]

/** Whether a message has a one-time link to the receiver’s view of the shipment. */
export function hasReceiverLink(kind: MessageKind, recipient: Recipient): boolean {
  return recipient === 'delivery' && with_receiver_link.includes(kind)
}

export function referenceOf(shipment: NotifiedShipment): string {
  return shipment.custom_tracking_reference ?? shipment.short_tracking_reference
}

/** Returns the company name used in messages. */
export function companyName(reader: BaseContext): string {
  return reader.setting(notification_sender_name) || reader.setting(provider_title)
}

/** Returns the data for a text about a shipment, without the PIN. */
export function textFacts(reader: BaseContext, kind: MessageKind, shipment: NotifiedShipment): TextFacts {
  const status = shipment.status
  return {
    sender: companyName(reader),
    reference: referenceOf(shipment),
    account: shipment.account_name,
    from: senderOf(shipment),
    to: shipment.receiver_suburb,
    hub: shipment.current_hub ?? '',
    pickup_point: pointOf(kind, shipment),
    deadline: shipment.pickup_deadline ? formatDateTime(shipment.pickup_deadline) : '',
    compartment: compartmentIn(shipment.tracking_message ?? ''),
    reason: shipment.tracking_message ?? '',
    expected: phraseText(expectedPhrase({ ...shipment, status }, reader.now)),
    pin: '',
  }
}

/** Returns the field values for custom texts. Characters that look like a masked PIN are removed. */
export function textValues(
  reader: BaseContext,
  kind: MessageKind,
  shipment: NotifiedShipment,
): Readonly<Record<string, string>> {
  const {
    sender: company,
    to: suburb,
    pin: _pin,
    compartment: _compartment,
    from: _from,
    ...facts
  } = textFacts(reader, kind, shipment)
  const values = {
    ...facts,
    company,
    suburb,
    receiver: shipment.delivery_contact.name ?? '',
    sender: shipment.collection_contact.name ?? '',
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replaceAll(/[•@]{4,}/g, '')]),
  )
}

/** Returns the company’s own text of a message; `null` if it has none, or one that this release cannot fill in. */
export function customText(reader: BaseContext, place: MessagePlace): MessageText | null {
  const own = reader.setting(message_texts).find((text) => isTextOf(text, place))
  return own && messageTextProblems(own, Number.POSITIVE_INFINITY).length === 0 ? own : null
}

/** Replaces the parts of an e-mail with the company’s own text, if there is one and it is not empty once filled in. */
function inCustomText(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
  parts: MessageParts,
): MessageParts {
  const own = customText(reader, { event: kind, recipient, channel: 'email' })
  if (!own) return parts
  const status = statusIn(kind, shipment)
  const filled = filledEmail(own, {
    ...textValues(reader, kind, shipment),
    sentence: parts.headline,
    status: statusLabel(status).toLowerCase(),
  })
  return filled.subject === '' || filled.headline === '' ? parts : { ...parts, ...filled }
}

/**
 * Returns the locker or counter that a message mentions: the drop-off point for drop-off messages, otherwise the
 * pickup point; `''` for none.
 */
function pointOf(kind: MessageKind, shipment: NotifiedShipment): string {
  const { dropoff_point, pickup_point } = pointNames(shipment)
  return pin_carriers[kind] === 'dropoff' ? dropoff_point : pickup_point
}

function partsOf(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): MessageParts {
  const reference = referenceOf(shipment)
  const toReceiver = recipient === 'delivery'
  const points = pointNames(shipment)
  const { dropoff_point, pickup_point } = points
  const status = statusIn(kind, shipment)
  const sentence = customerSentence(status, {
    hub: shipment.current_hub ?? undefined,
    destination_hub: shipment.delivery_hub ? `our ${shipment.delivery_hub} hub` : undefined,
    ...points,
    pickup_deadline: shipment.pickup_deadline ? formatDateTime(shipment.pickup_deadline) : undefined,
    message: shipment.tracking_message,
  })
  const expected = phraseText(expectedPhrase({ ...shipment, status }, reader.now))
  const pin = pinFor(reader, kind, recipient, shipment)
  const offer = offerOf(reader, kind, recipient, shipment)
  const parts: MessageParts = {
    subject: `${reference}: ${statusLabel(status).toLowerCase()}`,
    headline: sentence,
    lines: [],
    pin,
    offer,
  }
  switch (kind) {
    case 'pod_pin_again':
      return {
        ...parts,
        subject: `${reference}: your PIN`,
        headline: 'Here is the PIN for your delivery.',
        lines: ['Give the driver this PIN at the door, and only once you have the parcel.'],
      }
    case 'pickup_pin_again':
      return {
        ...parts,
        subject: `${reference}: your PIN`,
        headline: 'Here is the PIN to fetch your parcel.',
        lines: [sentence],
      }
    case 'pickup_reminder':
      return {
        ...parts,
        subject: `${reference}: still waiting for you`,
        headline: sentence,
        lines: [shipment.tracking_message ? `${shipment.tracking_message.replace(/\.$/, '')}.` : ''],
      }
    case 'dropoff_pin_again':
      return {
        ...parts,
        subject: `${reference}: your PIN`,
        headline: 'Here is the PIN to drop your parcel off.',
        lines: [sentence],
      }
    case 'delivery_rescheduled':
      return {
        ...parts,
        subject: `${reference}: new delivery day`,
        headline: 'Your delivery has been moved.',
        lines: [expected],
      }
    case 'submitted': {
      const { estimated_collection: planned, collection_after, collection_before } = shipment
      const day = planned ? ` on ${formatLongDay(planned)}` : ''
      const hours =
        planned && collection_after && collection_before
          ? `, between ${collection_after} and ${collection_before}`
          : ''
      return {
        ...parts,
        subject: `${reference}: booked`,
        headline: toReceiver
          ? `${shipment.account_name} has booked a parcel for you.`
          : 'We have received your booking.',
        lines: toReceiver
          ? [dropoff_point ? '' : `We collect it${day}.`, expected]
          : [
              dropoff_point
                ? `Drop it off at ${dropoff_point}.`
                : `We collect in ${shipment.sender_suburb}${day}${hours}.`,
              `Have ready: ${toPack(shipment)}. Pack each parcel to survive a drop from table height. Put the label on the largest side.`,
              expected,
              // Only guests see the price here, because they pay for the booking; users who may see the prices of an
              // account see them when signed in.
              shipment.account_type === 'guest' && shipment.rate !== null
                ? `Price: ${formatRand(shipment.rate)}.`
                : '',
            ],
      }
    }
    case 'awaiting_dropoff': {
      const where = pointOf(kind, shipment) || 'a pickup point'
      const headline = `${shipment.account_name} will drop a parcel off for you at ${where}.`
      return { ...parts, ...(toReceiver ? { headline } : {}), lines: [expected] }
    }
    case 'collection_assigned': {
      const headline = `A driver will collect your parcel from ${shipment.account_name}.`
      return { ...parts, ...(toReceiver ? { headline } : {}), lines: [expected] }
    }
    case 'out_for_delivery':
      return {
        ...parts,
        subject: `${reference}: out for delivery`,
        headline: toReceiver
          ? pickup_point
            ? `Your parcel is on its way to ${pickup_point}.`
            : 'The driver is on the way to you.'
          : `Your parcel to ${shipment.receiver_suburb} is out for delivery.`,
        lines: [
          expected,
          toReceiver && pickup_point
            ? 'Once it is there, we will send you the PIN and the time to fetch it.'
            : '',
          pin && 'Give the driver this PIN at the door, and only once you have the parcel.',
        ],
      }
    case 'ready_for_pickup':
      return {
        ...parts,
        lines: [
          shipment.tracking_message ? `${shipment.tracking_message.replace(/\.$/, '')}.` : '',
          expected,
        ],
      }
    case 'delivered':
      return { ...parts, subject: `${reference}: delivered`, lines: [expected] }
    case 'delivery_failed_attempt':
      return {
        ...parts,
        subject: `${reference}: we could not deliver`,
        lines: [
          offer
            ? 'We will try again.'
            : 'We will try again. Contact us if another day or place suits you better.',
        ],
      }
    case 'collection_failed_attempt':
      return {
        ...parts,
        subject: `${reference}: we could not collect`,
        lines: ['We will try again. Contact us if another day suits you better.'],
      }
    default:
      return { ...parts, lines: [expected] }
  }
}

/** Returns the name of the sender of a parcel: their company, which a pickup point is not, or the person. */
function senderOf({
  collection_pickup_point_id,
  sender_company,
  collection_contact,
  account_name,
}: NotifiedShipment): string {
  return (!collection_pickup_point_id && sender_company) || collection_contact.name || account_name
}

/** Adds to a message for the receiver who sent the parcel, unless it says so already. */
function withSender(recipient: Recipient, shipment: NotifiedShipment, parts: MessageParts): MessageParts {
  const name = senderOf(shipment)
  const isNamed = [parts.headline, ...parts.lines].some((text) => text.includes(name))
  return recipient !== 'delivery' || isNamed
    ? parts
    : { ...parts, lines: [`The parcel is from ${name}.`, ...parts.lines] }
}

/** Lists the parcels for the sender, who packs them: '2 parcels: Textbooks, 3 kg; Textbooks, 2.5 kg'. */
function toPack({ parcels }: NotifiedShipment): string {
  const listed = parcels.map(({ description, packaging, kg }) =>
    [description || packaging, formatWeight(kg)].filter(Boolean).join(', '),
  )
  return `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}: ${listed.join('; ')}`
}

/** Returns the line at the end of an e-mail: 'K7M2QX · 2 parcels · Economy · to Rosebank, Johannesburg'. */
function aboutLine(shipment: NotifiedShipment): string {
  const area = [shipment.receiver_suburb, shipment.receiver_town].filter(Boolean).join(', ')
  const parcels = shipment.parcel_count === 1 ? '1 parcel' : `${shipment.parcel_count} parcels`
  return [referenceOf(shipment), parcels, shipment.service_level_name, `to ${area}`].join(' · ')
}
