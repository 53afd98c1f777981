import { formatLongDay } from '../kit/texts/format.ts'
import { formatRand, type Cents } from '../kit/money.ts'
import type { AutoTopUpChange, PaymentProblem } from '../payments/events.ts'
import type { InboxText } from './inbox-texts.ts'

/** The booking data used in messages to the payer of an unpaid booking. Amounts in cents. */
export interface UnpaidBooking {
  reference: string
  /** Destination suburb. */
  to: string
  rate: Cents
}

/**
 * The texts of the e-mail, and of the SMS for payers without an e-mail address; `sms` is placed between the company
 * name and the link.
 */
export interface UnpaidWords {
  subject: string
  headline: string
  lines: string[]
  sms: string
}

/**
 * Returns the message to a guest whose booking is not paid yet; `until`: last day for payment, after which the
 * booking expires.
 */
export function paymentAwaitedText({ reference, to, rate }: UnpaidBooking, until: Date): UnpaidWords {
  return {
    sms: `please pay ${formatRand(rate)} for booking ${reference} by ${formatLongDay(until)}:`,
    subject: `${reference}: waiting for your payment`,
    headline: 'Your booking is waiting for payment.',
    lines: [
      `${reference} to ${to} costs ${formatRand(rate)}. After payment, we process it and you can print its label.`,
      `Pay by ${formatLongDay(until)}; after that the booking expires.`,
    ],
  }
}

/** Returns the SMS with the receipt of a guest's payment, without company and link. `amount` is in cents. */
export function receiptSms(reference: string, amount: Cents, shipment: string, isSettled: boolean): string {
  const received = `we received ${formatRand(amount)}, receipt ${reference}.`
  return isSettled
    ? `${received} Shipment ${shipment} is paid and will be collected:`
    : `${received} It could not be used for shipment ${shipment}. We will contact you about paying it back:`
}

/** Returns the message to a guest whose booking expired because it was not paid in time. */
export function bookingExpiredText({ reference, to }: UnpaidBooking): UnpaidWords {
  return {
    sms: `booking ${reference} was not paid in time and has expired. We will not collect it. Book again:`,
    subject: `${reference}: expired`,
    headline: 'Your booking has expired.',
    lines: [
      `${reference} to ${to} was not paid in time. Nothing was charged. We will not collect it.`,
      'Book again if you still want to send it.',
    ],
  }
}

/** Returns the message to staff who post payments about a payment that needs manual handling. Amounts in cents. */
export function paymentProblemText(
  problem: PaymentProblem,
  payment: { reference: string; account: string; requested: Cents; received: Cents; is_guest: boolean },
): InboxText {
  const { reference, account, requested, received, is_guest } = payment
  const money = `${formatRand(received)} of ${account}`
  const refund = is_guest
    ? ' Guests have no balance. Refund the money.'
    : ' Refund it or leave it on the account.'
  switch (problem) {
    case 'held':
      return {
        subject: `${reference} is waiting for confirmation`,
        text: `${money} was announced, but the gateway has not confirmed it yet. We check again automatically. If you have received the money, apply the payment under Billing.`,
      }
    case 'amount':
      return {
        subject: `${reference} has an amount that cannot be posted`,
        text: `${formatRand(requested)} was requested, but ${money} was announced. Nothing was posted. Ask the gateway what was paid.`,
      }
    case 'currency':
      return {
        subject: `${reference} was paid in another currency`,
        text: `${account} paid in a currency that is not Rand. Nothing was posted. Ask the gateway what it will pay out, then post that amount and close the payment under Billing.`,
      }
    case 'merchant':
      return {
        subject: `${reference} was paid to another merchant`,
        text: `A payment of ${account} was made to an account at the gateway that is not ours. Nothing was posted. Check the credentials in the settings, and ask the gateway.`,
      }
    case 'mismatch':
      return {
        subject: `${reference} has a different amount`,
        text: `${formatRand(requested)} was requested, but ${money} was received. It is on the account and has not paid for anything.${refund}`,
      }
    case 'late':
      return {
        subject: `${reference} arrived too late`,
        text: `${money} arrived after its shipment was cancelled or had expired. It is on the account.${refund}`,
      }
    case 'again':
      return {
        subject: `${reference} was paid twice`,
        text: `${money} was received for something already paid. It is on the account.${refund}`,
      }
    case 'place':
      return {
        subject: `${reference} paid for a change that was not possible`,
        text: `A receiver paid ${formatRand(received)} for another place of a delivery of ${account}, but the shipment could no longer be sent there for this price. The money is on the account. Refund it to the receiver.`,
      }
  }
}

/** Returns the e-mail to a customer about a change of an automatic top-up; `text` says what was agreed or happened. */
export function autoTopUpText(
  change: AutoTopUpChange,
  text: string,
): { subject: string; headline: string; lines: string[] } {
  switch (change) {
    case 'started':
      return {
        subject: 'Automatic top-up is on',
        headline: 'Automatic top-up is on.',
        lines: [`You agreed to: “${text}”`, 'You can change it or switch it off under Billing.'],
      }
    case 'cancelled':
      return {
        subject: 'Automatic top-up is off',
        headline: 'Automatic top-up is off.',
        lines: [text, 'Your card will not be charged again.'],
      }
    case 'failed':
      return {
        subject: 'Automatic top-up failed',
        headline: 'Your account was not topped up.',
        lines: [text, 'We try once more on another day. You can top up yourself under Billing.'],
      }
    case 'stopped':
      return {
        subject: 'Automatic top-up was switched off',
        headline: 'Automatic top-up was switched off.',
        lines: [text, 'It failed twice. Top up yourself, and switch it on again with a card that works.'],
      }
  }
}
