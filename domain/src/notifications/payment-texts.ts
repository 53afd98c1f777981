import { formatLongDay } from '../kit/texts/format.ts'
import { formatRand, type Cents } from '../kit/money.ts'
import type { PaymentProblem } from '../payments/events.ts'
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
    sms: `booking ${reference} waits for ${formatRand(rate)}. Pay by ${formatLongDay(until)}:`,
    subject: `${reference}: waiting for your payment`,
    headline: 'Your booking waits for your payment.',
    lines: [
      `${reference} to ${to} costs ${formatRand(rate)}. It travels, and its label can be printed, once it is paid.`,
      `Pay by ${formatLongDay(until)}; after that the booking expires.`,
    ],
  }
}

/** Returns the message to a guest whose booking expired because it was not paid in time. */
export function bookingExpiredText({ reference, to }: UnpaidBooking): UnpaidWords {
  return {
    sms: `booking ${reference} was not paid in time and has expired. Nothing is collected. Book again:`,
    subject: `${reference}: expired`,
    headline: 'Your booking has expired.',
    lines: [
      `${reference} to ${to} was not paid in time. Nothing was charged, and nothing is collected.`,
      'Book again if you still want to send it.',
    ],
  }
}

/** Returns the message to staff who post payments about a payment that needs manual handling. Amounts in cents. */
export function paymentProblemText(
  problem: PaymentProblem,
  payment: { reference: string; account: string; asked: Cents; received: Cents; is_guest: boolean },
): InboxText {
  const { reference, account, asked, received, is_guest } = payment
  const money = `${formatRand(received)} of ${account}`
  const refund = is_guest ? ' A guest has no balance: pay the money back.' : ' Refund it or leave it there.'
  switch (problem) {
    case 'held':
      return {
        subject: `${reference} waits to be confirmed`,
        text: `${money} was announced, and the gateway has not confirmed it yet. It is asked again by itself. If you have seen the money, apply the payment under Billing.`,
      }
    case 'amount':
      return {
        subject: `${reference} came with an amount that cannot be posted`,
        text: `${formatRand(asked)} was asked for and ${money} was announced. Nothing was posted. Ask the gateway what was paid.`,
      }
    case 'mismatch':
      return {
        subject: `${reference} came with another amount`,
        text: `${formatRand(asked)} was asked for and ${money} came. It is on the account and settled nothing.${refund}`,
      }
    case 'late':
      return {
        subject: `${reference} came too late`,
        text: `${money} came after its shipment was cancelled or had expired. It is on the account.${refund}`,
      }
    case 'again':
      return {
        subject: `${reference} was paid twice`,
        text: `${money} came for something that had been paid already. It is on the account.${refund}`,
      }
  }
}
