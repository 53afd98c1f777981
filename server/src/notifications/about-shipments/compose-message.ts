import {
  notification_sender_name,
  provider_title,
  provider_url,
  tracking_url,
} from '@waybill/domain/identity/settings'
import { formatDateTime, formatLongDay, formatWeight } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { compartmentIn } from '@waybill/domain/drivers/proof'
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
import { pin_carriers, type TextFacts, type TextKind } from '@waybill/domain/notifications/sms-texts'
import { self_service_change_date, shipment_ratings_enabled } from '@waybill/domain/shipments/settings'
import {
  customerSentence,
  pointNames,
  statusLabel,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import { expectedPhrase, phraseText } from '@waybill/domain/shipments/statuses/expected-delivery'
import type { Mail } from '../../kit/mail/index.ts'
import type { BaseContext } from '../../kit/handler.ts'
import { mailFootText, mailPage } from '../mail/mail-page.ts'
import type { NotifiedShipment } from '../store.ts'

/** What a message is about: an event of the shipment, a PIN that was asked for again, or another day. */
export type MessageKind = TextKind

/** Whether a message is about reaching a status. */
export function isOfStatus(kind: MessageKind): kind is MessageEvent {
  return message_event_keys.some((known) => known === kind)
}

/** What a message says, before it is dressed. */
interface MessageParts {
  subject: string
  headline: string
  lines: string[]
  /** The code shown large, `''` for none. */
  pin: string
  /** What the receiver can do about it, over a link that is nobody else's. */
  offer: { label: string; link: string } | null
}

/** What stands before a PIN in an e-mail. */
const pin_labels = {
  door: 'PIN for the driver',
  pickup: 'PIN to fetch it',
  dropoff: 'PIN to drop it off',
} as const

/** The PIN a message carries to one side, `''` for none. */
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
  const isAskedFor = shipment.delivery_pickup_point_id
    ? carries === 'pickup'
    : carries === 'door' && shipment.pod_method === 'pin-with-fallback'
  return isAskedFor ? reader.sealer.open(sealed) : ''
}

/** The sender's PIN at a locker: four digits that follow from the shipment and the secret of the server. */
function dropoffPin(reader: BaseContext, shipment: NotifiedShipment): string {
  const digest = Buffer.from(
    reader.sealer.digest('dropoff-pin', `${reader.provider_id}:${shipment.short_tracking_reference}`),
    'base64',
  )
  return String(digest.readUInt32BE(0) % 10_000).padStart(4, '0')
}

/**
 * The e-mail about one thing to one side, in the provider's name and colour; `log` is its text with the PIN covered.
 */
export function compose(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): Pick<Mail, 'from' | 'bcc' | 'reply_to' | 'subject' | 'text' | 'html'> & { log: string } {
  const parts = inCustomText(reader, kind, recipient, shipment, partsOf(reader, kind, recipient, shipment))
  const title = reader.setting(provider_title)
  const link = trackingLink(reader, shipment)
  const text = (pin: string) =>
    [
      parts.headline,
      ...parts.lines,
      pin && `${pin_labels[pin_carriers[kind] ?? 'door']}: ${pin}`,
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

/** The company's own pages, else those of this installation. */
export function portalOf(reader: BaseContext): string {
  return (reader.setting(provider_url) || reader.request.web_url).replace(/\/+$/, '')
}

/** Messages from which a receiver who has other plans can choose another day. */
const before_delivery_attempt: readonly MessageKind[] = [
  'submitted',
  'collected',
  'at_destination_hub',
  'delivery_failed_attempt',
  'delivery_rescheduled',
]

/**
 * What a message offers: the receiver another day before the door and a word about it afterwards, a guest who has paid
 * the label (docs/domain/shipments.md#another-day).
 */
export function offerOf(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
): MessageParts['offer'] {
  if (recipient === 'collection' && kind === 'submitted' && shipment.account_type === 'guest')
    return { label: 'Print label', link: guestLink(reader, shipment.payment_reference) }
  if (recipient !== 'delivery' || shipment.delivery_pickup_point_id) return null
  if (before_delivery_attempt.includes(kind) && reader.setting(self_service_change_date))
    return {
      label: 'Choose another day',
      link: `${portalOf(reader)}/reschedule/${shipment.reschedule_reference}`,
    }
  return kind === 'delivered' && reader.setting(shipment_ratings_enabled)
    ? { label: 'How was the delivery?', link: `${portalOf(reader)}/rate/${shipment.rating_reference}` }
    : null
}

/** The page of a guest's own shipment, where it is paid and, once that is done, its label is printed. */
export function guestLink(reader: BaseContext, paymentReference: string): string {
  return `${portalOf(reader)}/pay/${paymentReference}`
}

/** Where the receiver follows the parcel: the provider's own address, else this installation's page. */
export function trackingLink(reader: BaseContext, shipment: NotifiedShipment): string {
  const base = reader.setting(tracking_url) || `${portalOf(reader)}/track?ref=`
  return base + encodeURIComponent(referenceOf(shipment))
}

export function referenceOf(shipment: NotifiedShipment): string {
  return shipment.custom_tracking_reference ?? shipment.short_tracking_reference
}

/** How the company calls itself in messages. */
export function companyName(reader: BaseContext): string {
  return reader.setting(notification_sender_name) || reader.setting(provider_title)
}

/** What a text about a shipment is made of, but for a PIN. */
export function textFacts(reader: BaseContext, kind: MessageKind, shipment: NotifiedShipment): TextFacts {
  const status = shipment.status
  return {
    sender: companyName(reader),
    reference: referenceOf(shipment),
    account: shipment.account_name,
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

/** What may be filled into the texts that companies write. Nothing filled in looks like a PIN that is covered. */
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
    ...facts
  } = textFacts(reader, kind, shipment)
  const nameIn = (contact: unknown): string => (contact as { name?: string } | null)?.name ?? ''
  const values = {
    ...facts,
    company,
    suburb,
    receiver: nameIn(shipment.delivery_contact),
    sender: nameIn(shipment.collection_contact),
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replaceAll(/[•@]{4,}/g, '')]),
  )
}

/** The company's own text of a message; `null` where it has none, or one that this release cannot fill in. */
export function customText(reader: BaseContext, place: MessagePlace): MessageText | null {
  const own = reader.setting(message_texts).find((text) => isTextOf(text, place))
  return own && messageTextProblems(own, Number.POSITIVE_INFINITY).length === 0 ? own : null
}

/** The parts of a mail in the company's own text, where it has one that says something. */
function inCustomText(
  reader: BaseContext,
  kind: MessageKind,
  recipient: Recipient,
  shipment: NotifiedShipment,
  parts: MessageParts,
): MessageParts {
  const own = customText(reader, { event: kind, recipient, channel: 'email' })
  if (!own) return parts
  const status = (isOfStatus(kind) ? kind.replaceAll('_', '-') : shipment.status) as ShipmentStatus
  const filled = filledEmail(own, {
    ...textValues(reader, kind, shipment),
    sentence: parts.headline,
    status: statusLabel(status).toLowerCase(),
  })
  return filled.subject === '' || filled.headline === '' ? parts : { ...parts, ...filled }
}

/** The locker or counter that a message speaks of: where it is dropped off, else where it is fetched; `''` for none. */
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
  const status = (isOfStatus(kind) ? kind.replaceAll('_', '-') : shipment.status) as ShipmentStatus
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
        subject: `${reference}: another day`,
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
              `Have ready: ${toPack(shipment)}. Pack each parcel so that it survives a fall from a table, and put its label on its largest side.`,
              expected,
              // Whoever books without an account pays; who may read prices of an account does so when signed in.
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
          toReceiver && pickup_point ? 'We send you the PIN and the time to fetch it once it is there.' : '',
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

/** '2 parcels: Textbooks, 3 kg; Textbooks, 2.5 kg' for the sender, who packs them. */
function toPack({ parcels }: NotifiedShipment): string {
  const listed = parcels.map(({ description, packaging, kg }) =>
    [description || packaging, formatWeight(kg)].filter(Boolean).join(', '),
  )
  return `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}: ${listed.join('; ')}`
}

/** 'Economy · 2 parcels · to Rosebank, Johannesburg', at the end of a mail. */
function aboutLine(shipment: NotifiedShipment): string {
  const area = [shipment.receiver_suburb, shipment.receiver_town].filter(Boolean).join(', ')
  const parcels = shipment.parcel_count === 1 ? '1 parcel' : `${shipment.parcel_count} parcels`
  return [referenceOf(shipment), parcels, shipment.service_level_name, `to ${area}`].join(' · ')
}
