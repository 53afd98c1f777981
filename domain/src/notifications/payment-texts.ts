import { formatRand, type Cents } from '../kit/money.ts'
import type { PaymentProblem } from '../payments/events.ts'
import type { InboxText } from './inbox-texts.ts'

/** A payment that needs a person, as the staff who post payments read it. Cents. */
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
