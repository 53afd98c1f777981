import { hasPermission, isOffice, type Actor } from '../kit/actor.ts'
import { forbidden, rateLimited, wrongState } from '../kit/problem.ts'
import { firstOf, type RuleResult } from '../kit/rule-result.ts'
import { isOpenDelivery } from './receiver/open-delivery.ts'
import { isTooLateForDay } from './self-service.ts'
import { isAtOrPast, isUnpaid, type ShipmentStatus } from './statuses/status.ts'

/** The links of a shipment that staff can send again. */
export const shipment_links = ['track', 'open', 'reschedule', 'rate', 'pay'] as const
export type ShipmentLink = (typeof shipment_links)[number]

/** The right to send links again, the same as for PINs. */
export const resend_link_permission = 'INLINE_resend_pin'

/** Who may take payment for a shipment may also send its payment link again. */
export const take_payment_permission = 'INLINE_transaction_payment'

/** Maximum number of times that each link of a shipment is sent again per day. */
export const link_resends_per_day = 3

/** The contact who receives each link. */
export const link_recipient = {
  track: 'delivery',
  open: 'delivery',
  reschedule: 'delivery',
  rate: 'delivery',
  pay: 'collection',
} as const satisfies Record<ShipmentLink, 'collection' | 'delivery'>

/** Labels of the buttons. */
export const link_labels: Readonly<Record<ShipmentLink, string>> = {
  track: 'Tracking link',
  open: 'One-time link for the receiver',
  reschedule: 'Link to choose another day',
  rate: 'Link to rate the delivery',
  pay: 'Payment link',
}

/** The data that decides which links can be sent again. */
export interface LinkHolder {
  status: ShipmentStatus
  /** Id of the pickup point of the delivery; empty when the parcel goes to a door. */
  delivery_pickup_point_id?: string | null | undefined
  /** Statuses of the parcels; missing where they are not known. */
  parcel_statuses?: readonly ShipmentStatus[]
  /** The receiver has chosen the day as often as the company allows; missing where the count is not known. */
  is_spent?: boolean
}

/** The settings of the company on which the links depend. */
export interface LinkSwitches {
  /** Receivers may choose another day. */
  may_change_day: boolean
  /** Receivers may rate deliveries. */
  may_rate: boolean
}

/** Checks whether the actor may have a link of a shipment sent again: office staff, while the link is of use. */
export function mayResendLink(
  actor: Actor,
  link: ShipmentLink,
  { status, parcel_statuses = [], delivery_pickup_point_id, is_spent = false }: LinkHolder,
  switches: LinkSwitches,
): RuleResult {
  const when: Readonly<Record<ShipmentLink, RuleResult>> = {
    track: ['quote', 'quote-expired'].includes(status)
      ? wrongState('A quote has no tracking page yet.')
      : true,
    open: ['quote', 'quote-expired', 'cancelled'].includes(status)
      ? wrongState('There is nothing that the receiver could do.')
      : true,
    reschedule: firstOf(
      switches.may_change_day || wrongState('Your company does not let receivers choose another day.'),
      !delivery_pickup_point_id ||
        wrongState('This parcel goes to a pickup point, so it has no delivery day.'),
      isOpenDelivery(status, 'The day can no longer be changed.'),
      !isTooLateForDay({ status, parcel_statuses }) ||
        wrongState('A driver has this parcel already, so its day can no longer be chosen.'),
      !is_spent ||
        wrongState('The receiver has chosen the day as often as your company allows. Choose it for them.'),
    ),
    rate: firstOf(
      switches.may_rate || wrongState('Your company does not let receivers rate deliveries.'),
      isAtOrPast(status, 'delivered') || wrongState('A delivery can be rated once it is delivered.'),
    ),
    pay: isUnpaid(status) || wrongState('This shipment does not wait for a payment.'),
  }
  return firstOf(
    isOffice(actor) &&
      (hasPermission(actor, resend_link_permission) ||
        (link === 'pay' && hasPermission(actor, take_payment_permission)))
      ? true
      : forbidden('You may not send links again. Ask an administrator for the permission.'),
    when[link],
  )
}

/** Checks whether a link may be sent once more today; `secondsLeft` is the remaining time of the day in seconds. */
export function hasLinkResendLeft(sentToday: number, secondsLeft: number): RuleResult {
  return sentToday < link_resends_per_day
    ? true
    : rateLimited(
        `This link has been sent again ${link_resends_per_day} times today. Call the contact instead.`,
        secondsLeft,
      )
}

/** The message that carries a link again: an e-mail, and an SMS without company name and link. */
export interface LinkWords {
  subject: string
  headline: string
  lines: string[]
  button: string
  sms: string
}

/** Returns the text of the message that carries a link again. */
export function linkWords(link: ShipmentLink, reference: string): LinkWords {
  switch (link) {
    case 'track':
      return {
        subject: `${reference}: where your parcel is`,
        headline: `Here is the page of parcel ${reference}.`,
        lines: ['It always shows where the parcel is and when it is expected.'],
        button: 'Track the parcel',
        sms: `track parcel ${reference} here:`,
      }
    case 'open':
      return {
        subject: `${reference}: your parcel`,
        headline: `Here is your link to parcel ${reference}.`,
        lines: [
          'It opens everything that you can see and do as the receiver. It works once, on one device. Do not pass it on.',
        ],
        button: 'Open my parcel',
        sms: `your personal link to parcel ${reference}, which works once:`,
      }
    case 'reschedule':
      return {
        subject: `${reference}: choose another day`,
        headline: 'Choose the day that suits you.',
        lines: [`On this page you can change the delivery of parcel ${reference}. The link is personal.`],
        button: 'Choose another day',
        sms: `choose another day for parcel ${reference} here:`,
      }
    case 'rate':
      return {
        subject: `${reference}: how was the delivery?`,
        headline: 'How was the delivery?',
        lines: [`Rate the delivery of parcel ${reference}. It takes a few seconds.`],
        button: 'Rate the delivery',
        sms: `how was the delivery of parcel ${reference}?`,
      }
    case 'pay':
      return {
        subject: `${reference}: waiting for your payment`,
        headline: 'Your booking is waiting for payment.',
        lines: [`After payment we process booking ${reference}, and you can print its label.`],
        button: 'Pay now',
        sms: `please pay for booking ${reference} here:`,
      }
  }
}
